import { describe, expect, it } from 'vitest';
import { paymentsContract } from '#contract/payments.ts';
import { refundsContract } from '#contract/refunds.ts';
import { issueInvoice, type NewInvoice } from '#server/payments/index.ts';
import { recordsJob } from '#server/payments/jobs.ts';
import { hashOfRecord } from '#server/payments/record-hash.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, aViewer } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { anOrder, aPaidOrder, pay } from '#test/factories/sales.ts';
import { meeting } from '#test/meeting.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { app, call, send } from '#test/story.ts';

const reason = 'The singer is ill';

/** A show of a channel with this tax id; in Spain unless told. */
async function aShowOf(taxId: string, country = 'ES'): Promise<SomeProduct> {
  const product = await aProduct();
  await db()
    .updateTable('channels')
    .set({ billing_tax_id: taxId, billing_country: country })
    .where('id', '=', product.channel.id)
    .execute();
  return product;
}

const recordsOf = (taxId: string) =>
  db()
    .selectFrom('invoice_records as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .selectAll('r')
    .select(['i.mark', 'i.series', 'i.issuer_id', 'i.number as in_series', 'i.order_id'])
    .where('r.tax_id', '=', taxId)
    .orderBy('r.position')
    .execute();

const refund = async (orderId: string, product: SomeProduct) =>
  call(refundsContract.refundOrder, {
    as: product.owner,
    params: { id: orderId },
    body: { reason },
  });

const check = async () => call(paymentsContract.checkInvoiceRecords, { as: await anAdmin() });

describe('an invoice issued in Spain', () => {
  it('has a record, and so has the one that rectifies it, linked by their hashes', async () => {
    useClock('2026-12-03T19:30:15.500Z');
    const product = await aShowOf('es-a11111119');
    const billing = { company: 'Teatro SA', nif: 'A58818501', address: 'Gran Vía 1' };
    const form = {
      billing: { ...billing, city: 'Madrid', postalCode: '28013', country: 'ES' },
    };
    const { order } = await aPaidOrder({ product, form });
    await aPaidOrder({ product });
    useClock('2026-12-03T23:10:00Z');
    await refund(order.id, product);
    const records = await recordsOf('A11111119');
    const facts = records.map(({ position, number, issued_on, type, tax, total, recorded_at }) => [
      position,
      number,
      issued_on,
      type,
      tax,
      total,
      recorded_at,
    ]);
    const [{ mark } = { mark: null }] = records;
    expect(facts).toEqual([
      [1, `2026-${mark}-000001`, '03-12-2026', 'F1', '2.10', '12.10', '2026-12-03T20:30:15+01:00'],
      [2, `S2026-${mark}-000001`, '03-12-2026', 'F2', '2.10', '12.10', '2026-12-03T20:30:15+01:00'],
      [
        3,
        `R2026-${mark}-000001`,
        '04-12-2026',
        'R1',
        '-2.10',
        '-12.10',
        '2026-12-04T00:10:00+01:00',
      ],
    ]);
    expect(records.map((record) => record.previous_hash)).toEqual([
      '',
      ...records.slice(0, 2).map((record) => record.hash),
    ]);
    for (const record of records) {
      const { tax_id: taxId, issued_on: issuedOn, previous_hash: previousHash } = record;
      const type = record.type as 'F1';
      const { number, tax, total, recorded_at: recordedAt } = record;
      const said = { taxId, number, issuedOn, type, tax, total, previousHash, recordedAt };
      expect(record.hash).toBe(hashOfRecord(said));
    }
    expect((await check()).faults).toEqual([]);
  });

  it('promises on its paper what was true on its day', async () => {
    const { VERIFACTU } = config();
    const product = await aShowOf('G58714155');
    for (const use of ['sent', 'unsent', 'test'] as const) {
      overrideConfig({ VERIFACTU: use });
      await aPaidOrder({ product });
    }
    overrideConfig({ VERIFACTU });
    const records = await recordsOf('G58714155');
    expect(records.map(({ qr, is_verifiable }) => [qr.split('?')[0], is_verifiable])).toEqual([
      ['https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR', true],
      ['https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu', false],
      ['https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR', true],
    ]);
  });

  it('loses its record when the payment fails, and the chain has no gap', async () => {
    const product = await aShowOf('B64717838');
    const { order } = await aPaidOrder({ product });
    const issued = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const issue = (fails: boolean) =>
      inTransaction(async (tx) => {
        await issueInvoice(tx, invoiceLike(issued, 'sale'));
        if (fails) throw new Error('the rest went wrong');
      });
    await Promise.allSettled(Array.from({ length: 12 }, (_, at) => issue(at % 3 === 0)));
    const records = await recordsOf('B64717838');
    expect(records.map(({ position, in_series }) => [position, in_series])).toEqual(
      Array.from({ length: 9 }, (_, at) => [at + 1, at + 1]),
    );
  });

  it('is never changed in its record, nor taken out', async () => {
    const { order } = await aPaidOrder();
    const own = sql`invoice_id in (select id from invoices where order_id = ${order.id})`;
    for (const change of [
      sql`update invoice_records set total = '0.00' where ${own}`,
      sql`delete from invoice_records where ${own}`,
      sql`truncate invoice_records`,
      sql`truncate invoices cascade`,
    ]) {
      await expect(change.execute(db())).rejects.toThrow('never changed');
    }
  });
});

it('an invoice issued elsewhere has no record', async () => {
  const product = await aShowOf('501964843', 'PT');
  const { order } = await aPaidOrder({ product });
  await refund(order.id, product);
  expect(order.invoices).toHaveLength(1);
  expect(await recordsOf('501964843')).toEqual([]);
});

type Issued = { issuer_id: string | null; order_id: string; issued_at: string; paper: unknown };

const invoiceLike = (issued: Issued, kind: 'sale' | 'rectifying'): NewInvoice => ({
  issuerId: issued.issuer_id,
  kind,
  orderId: issued.order_id,
  rectifiesId: null,
  language: 'en',
  currency: 'EUR',
  net: 1000,
  tax: 210,
  total: 1210,
  form: 'simplified',
  issuedAt: issued.issued_at,
  paper: issued.paper as never,
});

describe('the chain of an issuer', () => {
  it('has no fork under sales and refunds of two channels at once, and follows the order of issue', async () => {
    const shows = [await aShowOf('J99216582'), await aShowOf('J 99 216 582')] as const;
    const show = (at: number) => shows[at % 2] as SomeProduct;
    const orders = await Promise.all(
      Array.from({ length: 40 }, async (_, at) =>
        anOrder({ product: show(at), buyer: await aViewer() }),
      ),
    );
    const [before, during] = [orders.slice(0, 15), orders.slice(15)];
    await Promise.all(before.map(({ buyer, order }) => pay(buyer, order)));
    const done = await Promise.all([
      ...during.map(({ buyer, order }) => pay(buyer, order)),
      ...before.map(({ order, product }) => refund(order.id, product)),
    ]);
    expect(done.map(({ state }) => state).sort()).toEqual([
      ...during.map(() => 'paid'),
      ...before.map(() => 'refunded'),
    ]);
    const records = await recordsOf('J99216582');
    expect(records.map(({ position }) => position)).toEqual(
      Array.from({ length: 55 }, (_, at) => at + 1),
    );
    records.forEach((record, at) => {
      expect(record.previous_hash).toBe(records[at - 1]?.hash ?? '');
    });
    for (const { channel } of shows) {
      for (const series of ['simplified', 'rectifying']) {
        const own = records.filter((one) => one.issuer_id === channel.id && one.series === series);
        expect(own.map(({ in_series }) => in_series)).toEqual(own.map((_, at) => at + 1));
      }
    }
    expect((await check()).faults.filter(({ taxId }) => taxId === 'J99216582')).toEqual([]);
  });

  it('lets nobody wait crosswise who issues of both series in one transaction', async () => {
    const product = await aShowOf('A13585625');
    const { order } = await aPaidOrder({ product });
    const issued = await db()
      .selectFrom('invoices')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const kinds = ['sale', 'rectifying'] as const;
    // Not by `inTransaction`, which would try again after a deadlock.
    const done = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        db()
          .transaction()
          .execute(async (tx) => {
            await issueInvoice(tx, invoiceLike(issued, kinds[at % 2] ?? 'sale'));
            await issueInvoice(tx, invoiceLike(issued, kinds[(at + 1) % 2] ?? 'sale'));
          }),
      ),
    );
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
    expect(await recordsOf('A13585625')).toHaveLength(21);
  });

  it('would be forked if its end were looked at first (control)', async () => {
    const { order } = await aPaidOrder({ product: await aShowOf('B58378431') });
    await sql`create table unguarded as select hash, previous_hash, tax_id, position
      from invoice_records where tax_id = 'B58378431'`.execute(db());
    const looked = meeting(5);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        inTransaction(async (tx) => {
          const { rows } = await sql<{ hash: string; position: number }>`
            select hash, position from unguarded order by position desc limit 1`.execute(tx);
          await looked();
          await sql`insert into unguarded values (${`${order.id}:${at}`}, ${rows[0]?.hash},
            'B58378431', ${(rows[0]?.position ?? 0) + 1})`.execute(tx);
        }),
      ),
    );
    const { rows } = await sql<{ forks: number }>`select count(*) - count(distinct previous_hash)
      as forks from unguarded`.execute(db());
    expect(Number(rows[0]?.forks)).toBeGreaterThan(0);
    await sql`drop table unguarded`.execute(db());
  });

  it('is refused a second record after the same one, by the database itself', async () => {
    const product = await aShowOf('12345678Z');
    await aPaidOrder({ product });
    const [record] = await recordsOf('12345678Z');
    await aPaidOrder();
    const fork = sql`insert into invoice_records select i.id, r.tax_id, 2, r.number, r.issued_on,
        r.type, r.tax, r.total, r.previous_hash, r.recorded_at, r.hash, r.qr, r.is_verifiable
      from invoice_records r, invoices i where r.invoice_id = ${record?.invoice_id}
        and not exists (select from invoice_records o where o.invoice_id = i.id) limit 1`;
    const foreign = await aPaidOrder({ product: await aShowOf('501964843', 'PT') });
    expect(foreign.order.invoices).toHaveLength(1);
    await expect(fork.execute(db())).rejects.toThrow('invoice_records_tax_id_previous_hash_key');
  });
});

/** What only somebody with the keys of the database can do. */
const tampered = (change: ReturnType<typeof sql>) =>
  inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await change.execute(tx);
  });

describe('the nightly check of the records', () => {
  it('tells administrators when a hash does not follow, and the check says where', async () => {
    await app();
    const admin = await anAdmin();
    const product = await aShowOf('X2482300W');
    const orders = [];
    for (let at = 0; at < 4; at += 1) orders.push((await aPaidOrder({ product })).order.id);
    const heard = () =>
      db()
        .selectFrom('notifications')
        .select(['subject', 'content', 'payload'])
        .where('user_id', '=', admin.id)
        .where('type', '=', 'records_differ')
        .execute();
    await enqueueNow(recordsJob, {});
    await runKeptJobs();
    expect(await heard()).toEqual([]);

    const at = (position: number) => sql`tax_id = 'X2482300W' and position = ${position}`;
    await tampered(sql`update invoice_records set total = '9.99' where ${at(1)}`);
    await tampered(sql`delete from invoice_records where ${at(3)}`);
    const { faults } = await call(paymentsContract.checkInvoiceRecords, { as: admin });
    expect(faults.map(({ position, what, orderId }) => [position, what, orderId])).toEqual([
      [1, 'hash', orders[0]],
      [1, 'invoice', orders[0]],
      [4, 'link', orders[3]],
    ]);
    await enqueueNow(recordsJob, {});
    await runKeptJobs();
    const [notice] = await heard();
    expect(notice?.subject).toBe('The records of invoices do not follow');
    expect(notice?.content).toMatch(/^3 records of X2482300W /);
    expect(notice?.payload).toMatchObject({ orderIds: [orders[0], orders[3]] });

    await tampered(sql`delete from invoice_records where ${at(4)}`);
    const after = await call(paymentsContract.checkInvoiceRecords, { as: admin });
    expect(after.faults.map(({ position, what }) => [position, what])).toEqual([
      [1, 'hash'],
      [1, 'invoice'],
      [4, 'end'],
    ]);
    await tampered(sql`delete from invoice_records where tax_id = 'X2482300W'`);
    await tampered(sql`delete from invoice_chains where tax_id = 'X2482300W'`);
  });
});

describe('the file of the records', () => {
  it('has the chain of an issuer under the names of the tax agency', async () => {
    useClock('2026-12-03T19:30:00Z');
    const product = await aShowOf('L1111111G');
    const billing = { company: '=Teatro SA', nif: 'A58818501', address: 'Gran Vía 1' };
    const form = {
      billing: { ...billing, city: 'Madrid', postalCode: '28013', country: 'ES' },
    };
    const { order } = await aPaidOrder({ product, form });
    useClock('2026-12-04T19:30:00Z');
    await refund(order.id, product);
    const file = await send(paymentsContract.exportInvoiceRecords, {
      as: await anAdmin(),
      query: { taxId: 'L1111111G', format: 'csv' },
    });
    expect(file.headers['content-disposition']).toContain('invoice-records-2026-12-04.csv');
    const [heads = [], ...rows] = rowsOfCsv(file.body);
    const [first, second] = rows.map((row) =>
      Object.fromEntries(heads.map((head, at) => [head, row[at]])),
    );
    const records = await recordsOf('L1111111G');
    const [{ mark } = { mark: null }] = records;
    expect(rows).toHaveLength(2);
    expect(first).toMatchObject({
      IDEmisorFactura: 'L1111111G',
      NumSerieFactura: `2026-${mark}-000001`,
      FechaExpedicionFactura: '03-12-2026',
      TipoFactura: 'F1',
      TipoRectificativa: '',
      'IDDestinatario.NombreRazon': "'=Teatro SA",
      'IDDestinatario.ID': 'A58818501',
      'TipoImpositivo:BaseImponibleOimporteNoSujeto:CuotaRepercutida': '21.00:10.00:2.10',
      CuotaTotal: '2.10',
      ImporteTotal: '12.10',
      PrimerRegistro: 'S',
      'RegistroAnterior.Huella': '',
      FechaHoraHusoGenRegistro: '2026-12-03T20:30:00+01:00',
      TipoHuella: '01',
      Huella: records[0]?.hash,
    });
    expect(second).toMatchObject({
      NumSerieFactura: `R2026-${mark}-000001`,
      TipoFactura: 'R1',
      TipoRectificativa: 'I',
      'IDFacturaRectificada.NumSerieFactura': `2026-${mark}-000001`,
      'IDFacturaRectificada.FechaExpedicionFactura': '03-12-2026',
      ImporteTotal: '-12.10',
      PrimerRegistro: '',
      'RegistroAnterior.NumSerieFactura': `2026-${mark}-000001`,
      'RegistroAnterior.FechaExpedicionFactura': '03-12-2026',
      'RegistroAnterior.Huella': records[0]?.hash,
      Huella: records[1]?.hash,
    });
  });

  it('has the days that were asked for', async () => {
    useClock('2026-12-03T22:59:59Z');
    const product = await aShowOf('M1234567L');
    await aPaidOrder({ product });
    useClock('2026-12-03T23:00:00Z');
    await aPaidOrder({ product });
    const query = { taxId: 'M1234567L', from: '2026-12-04', to: '2026-12-04' };
    const as = await anAdmin();
    const file = await send(paymentsContract.exportInvoiceRecords, { as, query });
    expect(
      rowsOfCsv(file.body)
        .slice(1)
        .map((row) => row[3]),
    ).toEqual(['04-12-2026']);
  });
});
