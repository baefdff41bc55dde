import { describe, expect, it } from 'vitest';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { makeMark } from '#server/payments/marks.store.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { call } from '#test/story.ts';

const billedAs = async (product: SomeProduct, taxId: string) => {
  await db()
    .updateTable('channels')
    .set({ billing_tax_id: taxId, billing_country: 'ES' })
    .where('id', '=', product.channel.id)
    .execute();
  return product;
};
const aShowOf = async (taxId: string) => billedAs(await aProduct(), taxId);

const numbersOf = async (taxId: string): Promise<string[]> => {
  const rows = await db()
    .selectFrom('invoice_records')
    .select('number')
    .where('tax_id', '=', taxId)
    .orderBy('position')
    .execute();
  return rows.map(({ number }) => number);
};

const numberIn = (order: { invoices: { number: string }[] }): string =>
  order.invoices.at(-1)?.number ?? '';
const markIn = (number: string): string => number.split('-')[1] ?? '';
const sold = async (product: SomeProduct) => numberIn((await aPaidOrder({ product })).order);

const company = {
  billing: {
    ...{ company: 'Teatro SA', nif: 'A58818501', address: 'Gran Vía 1' },
    ...{ city: 'Madrid', postalCode: '28013', country: 'ES' },
  },
};

describe('the number of an invoice', () => {
  it('is given once by a tax id, whichever of its channels sells', async () => {
    useClock('2026-12-03T12:00:00Z');
    const [one, other] = [await aShowOf('A20000006'), await aShowOf('es a-20000006')];
    for (const product of [one, other, one, other]) await aPaidOrder({ product });
    const numbers = await numbersOf('A20000006');
    const [mark, its] = [markIn(numbers[0] ?? ''), markIn(numbers[1] ?? '')];
    expect(mark).toMatch(/^[A-Z]{4}$/);
    expect(its).not.toBe(mark);
    expect(numbers).toEqual([
      `S2026-${mark}-000001`,
      `S2026-${its}-000001`,
      `S2026-${mark}-000002`,
      `S2026-${its}-000002`,
    ]);
  });

  it('is of a series for full, for simplified and for rectifying papers each', async () => {
    useClock('2026-12-03T12:00:00Z');
    const product = await aShowOf('A20000014');
    const { order } = await aPaidOrder({ product });
    const { order: full } = await aPaidOrder({ product, form: company });
    await aPaidOrder({ product });
    const back = await call(refundsContract.refundOrder, {
      as: product.owner,
      params: { id: order.id },
      body: { reason: 'The singer is ill' },
    });
    const mark = markIn(numberIn(full));
    expect(await numbersOf('A20000014')).toEqual([
      `S2026-${mark}-000001`,
      `2026-${mark}-000001`,
      `S2026-${mark}-000002`,
      `R2026-${mark}-000001`,
    ]);
    expect(numberIn(back)).toBe(`R2026-${mark}-000001`);
  });

  it('begins anew with another tax id and with another year, and goes on where the old one was', async () => {
    useClock('2026-12-03T12:00:00Z');
    const product = await aShowOf('A20000022');
    const first = await aPaidOrder({ product });
    const own = markIn(numberIn(first.order));
    await billedAs(product, 'A20000030');
    const moved = await sold(product);
    expect(moved).toBe(`S2026-${markIn(moved)}-000001`);
    expect(markIn(moved)).not.toBe(own);
    // What the first tax id sold is taken back by it, whoever sells now.
    await call(refundsContract.refundOrder, {
      as: product.owner,
      params: { id: first.order.id },
      body: { reason: 'The singer is ill' },
    });
    await billedAs(product, 'A-2000002-2');
    expect(await sold(product)).toBe(`S2026-${own}-000002`);
    useClock('2026-12-31T23:30:00Z');
    expect(await sold(product)).toBe(`S2027-${own}-000001`);
    expect(await numbersOf('A20000022')).toEqual([
      `S2026-${own}-000001`,
      `R2026-${own}-000001`,
      `S2026-${own}-000002`,
      `S2027-${own}-000001`,
    ]);
    expect(await numbersOf('A20000030')).toEqual([moved]);
  });

  it('has one mark when the first papers of a channel are issued at once', async () => {
    const product = await aShowOf('A20000048');
    const orders = await Promise.all(Array.from({ length: 12 }, () => anOrder({ product })));
    await Promise.all(orders.map(({ buyer, order }) => pay(buyer, order)));
    const numbers = await numbersOf('A20000048');
    expect(new Set(numbers.map(markIn)).size).toBe(1);
    expect(numbers.map((number) => Number(number.split('-')[2]))).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
  });

  it('never has the mark of somebody else: one that is taken is drawn anew', async () => {
    const mark = markIn(await sold(await aShowOf('A20000055')));
    const draws = [mark, mark, 'ZZZZZZ'];
    const issuer = { country: 'ES', taxId: 'A20000063' };
    const { channel } = await aProduct();
    await inTransaction((tx) =>
      makeMark(tx, { issuerId: channel.id, ...issuer }, () => draws.shift() ?? ''),
    );
    const made = await db()
      .selectFrom('invoice_marks')
      .select('mark')
      .where('tax_id', '=', 'A20000063')
      .execute();
    expect(made).toEqual([{ mark: 'ZZZZZZ' }]);
    await expect(
      inTransaction((tx) =>
        makeMark(tx, { issuerId: channel.id, ...issuer, taxId: 'A20000071' }, () => mark),
      ),
    ).rejects.toThrow('no mark was free');
  });

  it.each([
    [
      'a number twice',
      `insert into invoices (issuer_id, year, kind, mark, series, number, order_id,
      language, issued_at, currency, net, tax, total, form, paper) select issuer_id, year, kind, mark,
      series, number, order_id, language, issued_at, currency, net, tax, total, form, paper`,
      'invoices_number',
    ],
    [
      'one without a mark',
      `insert into invoices (issuer_id, year, kind, number, order_id,
      language, issued_at, currency, net, tax, total, form, paper) select issuer_id, year, kind,
      number, order_id, language, issued_at, currency, net, tax, total, form, paper`,
      'invoices_marked',
    ],
    [
      'another mark',
      `update invoice_marks set mark = 'BBBB' where mark = (select mark`,
      'never changed',
    ],
  ])('is kept by the database: %s', async (_, change, refusal) => {
    const { order } = await aPaidOrder();
    const end = change.startsWith('update') ? ')' : '';
    const asked = `${change} from invoices where order_id = '${order.id}'${end}`;
    await expect(sql.raw(asked).execute(db())).rejects.toThrow(refusal);
  });
});

/** What only somebody with the keys of the database can do: papers as they were before marks. */
const asBefore = (taxId: string, number: string) =>
  inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update invoice_records set number = ${number}, is_marked = false
      where tax_id = ${taxId}`.execute(tx);
  });

describe('the check of the records', () => {
  it('says which numbers a tax id gave twice before there were marks', async () => {
    const [one, other] = [await aShowOf('A20000089'), await aShowOf('A20000089')];
    await aPaidOrder({ product: one });
    const { order } = await aPaidOrder({ product: other });
    const check = async () => {
      const { faults } = await call(paymentsContract.checkInvoiceRecords, { as: await anAdmin() });
      return faults.filter(({ taxId, what }) => taxId === 'A20000089' && what === 'duplicate');
    };
    expect(await check()).toEqual([]);
    await asBefore('A20000089', '2026-000001');
    expect(await check()).toEqual([
      {
        taxId: 'A20000089',
        position: 2,
        number: '2026-000001',
        orderId: order.id,
        what: 'duplicate',
      },
    ]);
    await inTransaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from invoice_records where tax_id = 'A20000089'`.execute(tx);
      await sql`delete from invoice_chains where tax_id = 'A20000089'`.execute(tx);
    });
  });

  it('cannot have such a thing to say any more: the database refuses it', async () => {
    const [one, other] = [await aShowOf('A20000097'), await aShowOf('A20000097')];
    await aPaidOrder({ product: one });
    await aPaidOrder({ product: other });
    const again = inTransaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update invoice_records set number = '2026-000001'
        where tax_id = 'A20000097'`.execute(tx);
    });
    await expect(again).rejects.toThrow('invoice_records_number');
  });
});
