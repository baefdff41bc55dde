import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ordersContract } from '#contract/orders.ts';
import { refundsContract } from '#contract/refunds.ts';
import { soldOrderContract } from '#contract/sold-order.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { reconcilePayments } from '#server/payments/reconcile.ts';
import { nowMs, useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { keepJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { saveProviders } from '#test/factories/payments.ts';
import { anOrder } from '#test/factories/sales.ts';
import { type RedsysServer, startRedsys, testShop } from '#test/redsys-server.ts';
import { app, call, refusal } from '#test/story.ts';
import { expireOrders } from './close-order.ts';
import { retryRefunds } from './refunds/retry-refunds.ts';

let bank: RedsysServer;
const shopForm = () =>
  ({ url: bank.url, currency: 'EUR', version: 'HMAC_SHA256_V1', ...testShop }) as const;
beforeAll(async () => {
  bank = await startRedsys();
});
afterAll(() => bank.stop());
beforeEach(async () => {
  bank.answers = 'done';
  await saveProviders({ redsys: shopForm() });
});
afterEach(() => saveProviders({}));

const read = (buyer: Someone, id: string) =>
  call(ordersContract.getOrder, { as: buyer, params: { id } });

/** The bank's notice at our door; answers the status. */
async function deliver(notice: Record<string, string>): Promise<number> {
  const answer = await (await app()).inject({
    method: 'POST',
    url: '/api/payments/redsys/notify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(notice).toString(),
  });
  return answer.statusCode;
}

/** An order whose buyer was given the form of Redsys. */
async function sentToRedsys(given: Parameters<typeof anOrder>[0] = {}) {
  const { order, buyer } = await anOrder(given);
  const body = { provider: 'redsys' } as const;
  const sent = await call(ordersContract.payOrder, { as: buyer, params: { id: order.id }, body });
  return { order, buyer, sent, form: sent.payment?.place?.fields ?? {} };
}

async function paidByRedsys() {
  const { order, buyer, form } = await sentToRedsys();
  expect(await deliver(bank.notice(form))).toBe(204);
  return { order, buyer, form };
}

describe('paying by Redsys', () => {
  it('hands the buyer a form that the bank takes, and opens the show when it tells', async () => {
    const { order, buyer, sent, form } = await sentToRedsys();
    expect(sent.next).toEqual({ kind: 'leave' });
    expect(sent.payment?.place?.url).toBe(bank.url);
    expect(await deliver(bank.notice(form))).toBe(204);
    const paid = await read(buyer, order.id);
    expect(paid).toMatchObject({ state: 'paid', next: { kind: 'done' } });
    expect(paid.payment).toMatchObject({ provider: 'redsys', lastFour: '0003' });
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('is told twice, or by the browser that comes back, with one effect', async () => {
    const { order, buyer, form } = await sentToRedsys();
    const notice = bank.notice(form);
    const carried = await call(ordersContract.comeBack, {
      as: buyer,
      params: { id: order.id },
      body: { notice: notice as never },
    });
    expect(carried).toMatchObject({ state: 'paid' });
    expect([await deliver(notice), await deliver(notice)]).toEqual([204, 204]);
    const now = await read(buyer, order.id);
    expect(now.invoices).toHaveLength(1);
  });

  it('proves nothing by coming back without a notice', async () => {
    const { order, buyer } = await sentToRedsys();
    const now = await call(ordersContract.comeBack, {
      as: buyer,
      params: { id: order.id },
      body: {},
    });
    expect(now).toMatchObject({ state: 'pending', next: { kind: 'leave' } });
  });

  it.each([
    ['0180', 'card_declined'],
    ['0116', 'insufficient_funds'],
    ['9915', 'not_confirmed'],
    ['', 'card_declined'],
  ])('declined (%s) is an answer, and a new try has a new number', async (response, failure) => {
    const { order, buyer, form } = await sentToRedsys();
    await deliver(bank.notice(form, { Ds_Response: response }));
    expect((await read(buyer, order.id)).payment).toMatchObject({ state: 'declined', failure });
    const body = { provider: 'redsys' } as const;
    const again = await call(ordersContract.payOrder, {
      as: buyer,
      params: { id: order.id },
      body,
    });
    const fields = again.payment?.place?.fields ?? {};
    expect(fields.Ds_MerchantParameters).not.toBe(form.Ds_MerchantParameters);
    // The first one is approved after all: that money is not expected any more, and goes back.
    await deliver(bank.notice(fields));
    expect(await deliver(bank.notice(form))).toBe(204);
    await runKeptJobs();
    expect(await read(buyer, order.id)).toMatchObject({ state: 'paid', refunded: 0 });
    expect(bank.refunds.at(-1)?.amount).toBe(1210);
  });

  it('that is never told ends after half an hour', async () => {
    const { order, buyer } = await sentToRedsys();
    const from = nowMs();
    useClock(Temporal.Instant.fromEpochMilliseconds(from + 31 * 60_000));
    await reconcilePayments();
    expect((await read(buyer, order.id)).payment).toMatchObject({
      state: 'declined',
      failure: 'not_confirmed',
    });
  });

  it('that is told after that is honoured while the seat is free, also when a first card was declined', async () => {
    const { order, buyer, form } = await sentToRedsys();
    const from = nowMs();
    useClock(Temporal.Instant.fromEpochMilliseconds(from + 31 * 60_000));
    await expireOrders();
    await reconcilePayments();
    expect(await read(buyer, order.id)).toMatchObject({
      ...{ state: 'expired', payment: { state: 'declined' } },
    });
    expect(await deliver(bank.notice(form))).toBe(204);
    expect(await read(buyer, order.id)).toMatchObject({
      ...{ state: 'paid', payment: { state: 'paid', failure: null }, refunds: [] },
    });
    useClock(null);
    const second = await sentToRedsys();
    await deliver(bank.notice(second.form, { Ds_Response: '0190' }));
    // The buyer has tried again on the bank's page, under the same number.
    expect(await deliver(bank.notice(second.form, { Ds_AuthorisationCode: '052030' }))).toBe(204);
    const paid = await read(second.buyer, second.order.id);
    expect(paid).toMatchObject({ state: 'paid', refunds: [] });
    expect(paid.invoices).toHaveLength(1);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('by an attempt that was declined first is shown, and not the newer one that failed', async () => {
    const first = await sentToRedsys();
    await deliver(bank.notice(first.form, { Ds_Response: '0190' }));
    const asked = { as: first.buyer, params: { id: first.order.id } };
    const again = await call(ordersContract.payOrder, { ...asked, body: { provider: 'redsys' } });
    const newer = again.payment?.place?.fields ?? {};
    await deliver(bank.notice(newer, { Ds_Response: '0190' }));
    await deliver(bank.notice(first.form, { Ds_AuthorisationCode: '052030' }));
    expect(await read(first.buyer, first.order.id)).toMatchObject({
      ...{ state: 'paid', payment: { state: 'paid', failure: null } },
    });
    const body = { reason: 'The show fell through' };
    const back = { as: await anAdmin(), params: { id: first.order.id }, body };
    await call(refundsContract.refundOrder, back);
    expect(await read(first.buyer, first.order.id)).toMatchObject({
      ...{ state: 'refunded', payment: { state: 'refunded' } },
    });
  });

  it('that is told after its order was given up goes back, once', async () => {
    const product = await aProduct({ sessions: [{ capacity: 1 }] });
    const { order, buyer, form } = await sentToRedsys({ product });
    await deliver(bank.notice(form, { Ds_Response: '0190' }));
    await call(ordersContract.cancelOrder, { as: buyer, params: { id: order.id } });
    await sentToRedsys({ product });
    const before = bank.refunds.length;
    const notice = bank.notice(form, { Ds_AuthorisationCode: '052030' });
    expect([await deliver(notice), await deliver(notice)]).toEqual([204, 204]);
    await runKeptJobs();
    expect(bank.refunds.slice(before)).toMatchObject([{ amount: 1210 }]);
    expect(await read(buyer, order.id)).toMatchObject({
      ...{ state: 'cancelled', payment: { state: 'refunded' }, invoices: [] },
    });
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('goes back by the number of the payment, once for each key', async () => {
    const { order, buyer } = await paidByRedsys();
    const body = { reason: 'The show fell through', amount: 500 };
    const asked = { as: await anAdmin(), params: { id: order.id }, body };
    const before = bank.refunds.length;
    await call(refundsContract.refundOrder, asked);
    await runKeptJobs();
    expect(bank.refunds.slice(before)).toMatchObject([{ amount: 500 }]);
    expect(await read(buyer, order.id)).toMatchObject({ refunded: 500 });
  });

  it('is asked for again after a refusal, and not when the answer was lost', async () => {
    for (const first of ['refused', 'error', 'silent'] as const) {
      const { order, buyer } = await paidByRedsys();
      const body = { reason: 'The show fell through', amount: 500 };
      const before = bank.refunds.length;
      bank.answers = first;
      await call(refundsContract.refundOrder, {
        as: await anAdmin(),
        params: { id: order.id },
        body,
      });
      bank.answers = 'done';
      await runKeptJobs().catch(() => undefined);
      // Lost: it was done, and a second question would do it twice.
      expect(bank.refunds.length - before, first).toBe(1);
      expect((await read(buyer, order.id)).refunded, first).toBe(first === 'silent' ? 0 : 500);
    }
  });

  it('that is refused for three days has failed, and the history tells when', async () => {
    useClock('2026-11-27T10:00:00Z');
    const { order } = await paidByRedsys();
    const as = await anAdmin();
    const params = { id: order.id };
    keepJobs();
    bank.answers = 'refused';
    const body = { reason: 'The show fell through', amount: 500 };
    await call(refundsContract.refundOrder, { as, params, body });
    useClock('2026-11-30T10:10:00Z');
    await retryRefunds();
    const told = async () => {
      const { history } = await call(soldOrderContract.getSoldOrder, { as, params });
      return history.filter(({ what }) => what.startsWith('refund'));
    };
    const failed = [
      { what: 'refundBegun', by: 'administrator', at: '2026-11-27T10:00:00.000Z' },
      { what: 'refundFailed', by: 'provider', at: '2026-11-30T10:10:00.000Z', amount: 500 },
    ];
    expect(await told()).toMatchObject(failed);
    // What is left of a sale is asked for by another refund.
    bank.answers = 'done';
    useClock('2026-11-30T11:00:00Z');
    await call(refundsContract.refundOrder, { as, params, body });
    expect(await told()).toMatchObject([...failed, { what: 'refundBegun' }, { what: 'refunded' }]);
  });

  it('waits while the shop is not set, and goes back when it is again: nothing was asked meanwhile', async () => {
    for (const gone of [{ url: '' }, { key: '' }]) {
      const { order, buyer } = await paidByRedsys();
      const before = bank.refunds.length;
      const as = await anAdmin();
      await saveProviders({ redsys: { ...shopForm(), ...gone } });
      const body = { reason: 'The show fell through', amount: 500 };
      await call(refundsContract.refundOrder, { as, params: { id: order.id }, body });
      const asked = () =>
        db().selectFrom('redsys_refunds').select('state').orderBy('asked_at', 'desc').execute();
      const known = (await asked()).length;
      await saveProviders({ redsys: shopForm() });
      await runKeptJobs();
      expect(bank.refunds.slice(before)).toMatchObject([{ amount: 500 }]);
      expect(await asked()).toHaveLength(known + 1);
      expect(await read(buyer, order.id)).toMatchObject({ refunded: 500 });
    }
  });
});

describe('refused is', () => {
  it('a notice that is forged, changed, of another shop or of another sum', async () => {
    const { order, buyer, form } = await sentToRedsys();
    const good = bank.notice(form);
    const parameters = Buffer.from(good.Ds_MerchantParameters ?? '', 'base64').toString('utf8');
    const changed = Buffer.from(parameters.replace('"1210"', '"1"'), 'utf8').toString('base64');
    const bad = [
      { ...good, Ds_Signature: '' },
      { ...good, Ds_SignatureVersion: 'HMAC_SHA512_V1' },
      { ...good, Ds_MerchantParameters: changed },
      { ...good, Ds_MerchantParameters: 'bm90IGpzb24' },
      bank.notice(form, { Ds_Amount: '1' }),
      bank.notice(form, { Ds_Currency: '840' }),
      bank.notice(form, { Ds_MerchantCode: '999008882' }),
      bank.notice(form, { Ds_Terminal: '002' }),
      bank.notice(form, { Ds_MerchantData: crypto.randomUUID() }),
    ];
    for (const notice of bad) expect(await deliver(notice)).toBe(400);
    // Signed, and of no payment of ours: there is nothing to tell again.
    expect(await deliver(bank.notice(form, { Ds_Order: '0001abcd0001' }))).toBe(204);
    expect(await read(buyer, order.id)).toMatchObject({ state: 'pending' });
  });

  it('what the browser carries back of another order', async () => {
    const mine = await sentToRedsys();
    const theirs = await sentToRedsys();
    const notice = bank.notice(theirs.form) as never;
    const asked = { as: mine.buyer, params: { id: mine.order.id }, body: { notice } };
    expect(await refusal(ordersContract.comeBack, asked)).toMatchObject({
      code: 'CALLBACK_INVALID',
    });
  });
});
