import { PDFParse } from 'pdf-parse';
import { describe, expect, it } from 'vitest';
import { myPayoutsContract } from '#contract/my-payouts.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { useClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import {
  aDueSale,
  aPastShow,
  aRun,
  days,
  giveBack,
  lineOf,
  mine,
  setIban,
  taken,
  toPaid,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { aRate } from '#test/factories/rates.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';
import { faultOfFile } from './pain001-check.rules.ts';

withOperatorAccount();

describe('the bank', () => {
  const parse = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);

  it('gets euro as a file that it takes, the same each time', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    const params = { id: run.id };
    expect((await refusal(payoutsContract.getSepaFile, { as: admin, params })).status).toBe(404);
    const sent = await taken(run, admin, ['approvePayoutRun', 'exportPayoutRun']);
    expect(sent.files).toEqual([{ currency: 'EUR', kind: 'sepa' }]);
    const file = await send(payoutsContract.getSepaFile, { as: admin, params });
    expect(file.headers['content-disposition']).toContain(`${run.reference}.xml`);
    expect(faultOfFile(file.body)).toBeNull();
    expect(parse(file.body, 'EndToEndId')).toContain(lineOf(run, product)?.reference);
    expect(parse(file.body, 'IBAN')[0]).toBe('ES7712341234161234567890');
    expect(parse(file.body, 'Dt')).toEqual(['2026-12-02']);
    const total = run.sums.find(({ currency }) => currency === 'EUR')?.amount ?? 0;
    expect(parse(file.body, 'CtrlSum')).toContain((total / 100).toFixed(2));
    await taken(run, admin, ['settlePayoutRun']);
    expect((await send(payoutsContract.getSepaFile, { as: admin, params })).body).toBe(file.body);
  });

  it('gets other currencies as a list', async () => {
    await aRate('USD');
    const product = await aPastShow({ currency: 'USD' });
    await aDueSale({ product });
    await setIban(product, 'BR9700360305000010009795493P1');
    const { run, admin } = await aRun();
    const params = { id: run.id };
    const query = { currency: 'USD' as const };
    await taken(run, admin, ['approvePayoutRun', 'exportPayoutRun']);
    const file = await send(payoutsContract.getTransferList, { as: admin, params, query });
    const row = rowsOfCsv(file.body).find(
      ([reference]) => reference === lineOf(run, product)?.reference,
    );
    expect(row?.slice(1, 4)).toEqual([
      'Cellar Strings SL',
      'BR9700360305000010009795493P1',
      'Calle Mayor 1',
    ]);
    expect(row?.slice(-2)).toEqual(['USD', '10.51']);
    expect(rowsOfCsv(file.body)[0]?.at(-1)).toBe('Amount');
    expect(file.headers['content-disposition']).toContain(`transfers-${run.reference}-USD.csv`);
    const none = { currency: 'JPY' as const };
    const asked = { as: admin, params, query: none };
    expect((await refusal(payoutsContract.getTransferList, asked)).status).toBe(404);
  });

  it('gets no euro while the house has not said from which account', async () => {
    await aDueSale();
    const { run, admin } = await aRun();
    await taken(run, admin, ['approvePayoutRun']);
    const iban = config().OPERATOR_IBAN;
    overrideConfig({ OPERATOR_IBAN: undefined });
    try {
      const params = { id: run.id };
      const shown = await call(payoutsContract.getPayoutRun, { as: admin, params });
      expect([shown.accountMissing, shown.can.export]).toEqual([true, false]);
      expect(await refusal(payoutsContract.exportPayoutRun, { as: admin, params })).toEqual({
        status: 409,
        code: 'PAYOUT_ACCOUNT_MISSING',
      });
    } finally {
      overrideConfig({ OPERATOR_IBAN: iban });
    }
  });
});

describe('an organizer who was paid', () => {
  async function paidPayout() {
    const { product, order } = await aDueSale();
    const admin = await anAdmin();
    await giveBack(admin, order.id, 210);
    await aDueSale({ product });
    const { run } = await aRun(admin);
    await taken(run, admin, toPaid);
    const { items } = await mine(product.owner);
    const [payout] = items;
    if (!payout) throw new Error('no payout');
    return { product, payout, amount: 2 * 1056 - 210 };
  }

  it('gets a letter and a notification', async () => {
    const { product, payout, amount } = await paidPayout();
    expect(payout).toMatchObject({ amount, state: 'paid', can: { statement: true } });
    await runKeptJobs();
    const mails = await db()
      .selectFrom('mails')
      .select(['kind', 'subject', 'body_text'])
      .where('recipient', '=', product.owner.email)
      .where('kind', '=', 'payout-paid')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual(['€19.02 is on its way to you']);
    expect(mails[0]?.body_text).toContain(payout.reference);
    const told = await db()
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', product.owner.id)
      .where('type', '=', 'payout_paid')
      .execute();
    expect(told[0]?.content).toContain('€19.02');
  });

  it('has a statement that adds up to the cent, as a paper and as a list', async () => {
    const { product, payout } = await paidPayout();
    const as = product.owner;
    const params = { id: payout.id };
    const pdf = await send(myPayoutsContract.getStatement, { as, params, language: 'es' });
    const data = new Uint8Array(pdf.rawPayload);
    const { text } = await new PDFParse({ data }).getText();
    expect(text).toContain(payout.reference);
    expect(text.replaceAll('\u00a0', ' ')).toContain('19,02 €');
    expect(text).toContain('Devolución');
    const again = await send(myPayoutsContract.getStatement, { as, params, language: 'es' });
    expect(again.rawPayload.equals(pdf.rawPayload)).toBe(true);
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('Ventas 24,20 €');
    expect(words).toMatch(/Devoluciones [-−]2,10 €/);
    expect(words).toMatch(/Comisión [-−]3,08 €/);
    const csv = await send(myPayoutsContract.exportStatement, { as, params });
    expect(csv.headers['content-disposition']).toContain(
      `payout-statement-${payout.reference}.csv`,
    );
    expect(rowsOfCsv(csv.body)[0]?.slice(-4)).toEqual([
      'Paid by the buyer',
      'Tax included',
      'Fee',
      'Net',
    ]);
    const rows = rowsOfCsv(csv.body).slice(1);
    expect(rows.map((row) => row[2]).sort()).toEqual(['Refund', 'Sale', 'Sale']);
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.at(-1)) * 100), 0);
    expect(cents).toBe(payout.amount);
  });

  it('sees no payment of somebody else, and none that is not made', async () => {
    const { product, payout } = await paidPayout();
    const other = await anOrganizer();
    const params = { id: payout.id };
    for (const endpoint of [myPayoutsContract.getStatement, myPayoutsContract.exportStatement]) {
      expect((await refusal(endpoint, { as: other, params })).status).toBe(404);
    }
    expect(await mine(other)).toMatchObject({ items: [], balances: [] });
    await aDueSale({ product });
    const { run } = await aRun();
    const open = { id: lineOf(run, product)?.id ?? '' };
    const asked = { as: product.owner, params: open };
    expect((await refusal(myPayoutsContract.getStatement, asked)).status).toBe(404);
    expect((await mine(product.owner)).items).toHaveLength(1);
  });

  it('sees what comes next, and when', async () => {
    useClock(days.bought);
    const product = await aPastShow();
    await aDueSale({ product });
    useClock('2026-11-20T10:00:00Z');
    expect((await mine(product.owner)).balances).toEqual([
      {
        channel: expect.objectContaining({ id: product.channel.id }),
        ...{
          currency: 'EUR',
          open: 1056,
          preparing: 0,
          onTheWay: 0,
          next: 1056,
          nextOn: '2026-12-01',
        },
        ...{ fault: null, nothing: null, minimum: 100 },
      },
    ]);
  });
});

describe('the yearly report', () => {
  it('says of each organizer and quarter what was earned, the fees and how many sales', async () => {
    const { product, order } = await aDueSale();
    await aDueSale({ product });
    const admin = await anAdmin();
    await db()
      .updateTable('channels')
      .set({ business_name: 'Quarter SL' })
      .where('id', '=', product.channel.id)
      .execute();
    await giveBack(admin, order.id, 210);
    const asked = { as: admin, query: { year: 2026 } };
    const file = await send(payoutsContract.exportDac7, asked);
    const found = rowsOfCsv(file.body).filter(([name]) => name === 'Quarter SL');
    expect(found).toEqual([
      [
        ...['Quarter SL', 'B58818501', 'Calle Mayor 1', '28013', 'Madrid', 'ES'],
        ...['ES9121000418450200051332', '2026', '4', 'EUR', '19.02', '3.08', '2'],
      ],
    ]);
    expect(file.headers['content-disposition']).toContain('dac7-2026.csv');
    const { dac7 } = await call(payoutsContract.listPayoutRuns, { as: admin });
    expect(dac7).toEqual([
      { year: 2026, hasSales: true },
      { year: 2025, hasSales: false },
      { year: 2024, hasSales: false },
    ]);
    const before = await send(payoutsContract.exportDac7, { as: admin, query: { year: 2025 } });
    expect(rowsOfCsv(before.body)).toHaveLength(1);
  });
});

describe('payments to organizers', () => {
  const missing = { id: crypto.randomUUID() };
  const body = { reason: 'Because' };
  const ofTeam = [
    ['listPayoutRuns', {}],
    ['collectPayouts', {}],
    ['getPayoutRun', { params: missing }],
    ['approvePayoutRun', { params: missing }],
    ['dropPayoutRun', { params: missing }],
    ['holdPayout', { params: missing, body }],
    ['exportPayoutRun', { params: missing }],
    ['getSepaFile', { params: missing }],
    ['getTransferList', { params: missing, query: { currency: 'USD' } }],
    ['settlePayoutRun', { params: missing }],
    ['returnPayout', { params: missing, body }],
    ['confirmPayoutAccount', { params: missing }],
    ['getPayout', { params: missing }],
    ['getPayoutStatement', { params: missing }],
    ['exportPayoutStatement', { params: missing }],
    ['exportDac7', { query: { year: 2026 } }],
  ] as const;

  it.each(ofTeam)('are the team’s: %s', async (name, given) => {
    const endpoint = payoutsContract[name];
    for (const as of [await aViewer(), await anOrganizer()]) {
      expect(await refusal(endpoint, { as, ...given } as never)).toEqual({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
    if (!('params' in given)) return;
    const asked = { as: await anAdmin(), ...given } as never;
    expect((await refusal(endpoint, asked)).status).toBe(404);
  });

  it('are shown to organizers, not to viewers', async () => {
    const as = await aViewer();
    expect((await refusal(myPayoutsContract.listMyPayouts, { as })).code).toBe('FORBIDDEN');
  });

  it('leave nothing in the books that does not add up', async () => {
    const { rows } = await sql<{ sum: string }>`select coalesce(sum(amount), 0) as sum
      from ledger_entries`.execute(db());
    expect(Number(rows[0]?.sum)).toBe(0);
  });
});
