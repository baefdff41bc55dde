import { describe, expect, it } from 'vitest';
import { payoutsContract } from '#contract/payouts.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import {
  aDueSale,
  aPastShow,
  aRun,
  days,
  dropOpenRuns,
  giveBack,
  lineOf,
  mine,
  setIban,
  taken,
  toPaid,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';
import { collectPayouts } from './collect-payouts.ts';
import { collectJob } from './jobs.ts';

withOperatorAccount();

/** A film that can be watched at any time. */
async function aFilm(): Promise<SomeProduct> {
  const film = await aProduct({ type: 'vod', sessions: [] });
  const assetId = await anAsset(film.owner);
  await db().updateTable('products').set({ asset_id: assetId }).where('id', '=', film.id).execute();
  return film;
}

describe('a run', () => {
  it('collects what shows of the months before have earned, tax and all, less the fee', async () => {
    const { product } = await aDueSale();
    await aDueSale({ product });
    const { run } = await aRun();
    expect(run).toMatchObject({ state: 'collected', month: '2026-12-01' });
    expect(lineOf(run, product)).toMatchObject({
      state: 'open',
      currency: 'EUR',
      amount: 2 * (1210 - 154),
      items: 2,
      iban: 'ES ···· 1332',
      payee: 'Cellar Strings SL',
      fault: null,
      can: { hold: true, return: false, confirm: false },
    });
    for (const sum of run.sums) expect(sum.booked).toBe(sum.amount);
  });

  it('is written with three statements for each payment, and reads none of them back', async () => {
    const { id, email } = await anAdmin();
    const admin = { ...{ id, email, name: '', surname: '', timezone: '', tokenDigest: '' } };
    const actor = { ...admin, roles: ['ADMIN' as const], language: 'en' as const };
    await aDueSale();
    const before = await countQueries(() => collectPayouts(actor));
    await dropOpenRuns();
    await aDueSale();
    // The payment, what it pays, and its postings.
    expect(await countQueries(() => collectPayouts(actor))).toBe(before + 3);
  });

  it('leaves shows of this month, and films bought in it, for the next', async () => {
    const later = await aPastShow({ sessions: [{ startsAt: '2026-11-30T21:31:00Z' }] });
    await aDueSale({ product: later });
    const vod = await aFilm();
    await aDueSale({ product: vod });
    await aPaidOrder({ product: vod });
    const { run } = await aRun();
    // It ends a minute after midnight in Madrid.
    expect(lineOf(run, later)).toBeUndefined();
    expect(lineOf(run, vod)).toMatchObject({ amount: 1056, items: 1 });
  });

  it('leaves what is asked back, and what was given back counts against it', async () => {
    const { product, order } = await aDueSale();
    const { order: other } = await aDueSale({ product });
    const admin = await anAdmin();
    await giveBack(admin, other.id, 500);
    await db()
      .insertInto('refunds')
      .values({
        order_id: order.id,
        amount: 1210,
        state: 'requested',
        requested_at: days.due,
        asked_at: days.due,
        share: '{"organizer":1000,"tax":210,"fee":0,"platform":0}',
        ...{ bearer: 'organizer', reason_code: 'complaint' },
      })
      .execute();
    const { run } = await aRun(admin);
    expect(lineOf(run, product)).toMatchObject({ amount: 1056 - 500, items: 2 });
    await db()
      .updateTable('refunds')
      .set({ state: 'failed' })
      .where('order_id', '=', order.id)
      .execute();
  });

  it('leaves the money of a cancelled showing, also when the bank did not give it back', async () => {
    const { product } = await aDueSale();
    await db()
      .updateTable('product_sessions')
      .set({ cancelled_at: days.due, cancelled_by: product.owner.id, cancel_reason: 'Ill' })
      .where('product_id', '=', product.id)
      .execute();
    await aDueSale();
    const { run } = await aRun();
    expect(lineOf(run, product)).toBeUndefined();
  });

  it('carries on what is too little, and debts', async () => {
    const small = await aPastShow({ price: 110 });
    await aDueSale({ product: small, price: 110 });
    const { product, order } = await aDueSale();
    const admin = await anAdmin();
    await giveBack(admin, order.id);
    await aDueSale();
    const first = await aRun(admin);
    expect([lineOf(first.run, small), lineOf(first.run, product)]).toEqual([undefined, undefined]);
    const leftOut = ({ channel }: SomeProduct) =>
      first.run.leftOut.find((one) => one.channel.id === channel.id);
    expect(leftOut(small)).toMatchObject({ why: 'minimum', amount: expect.any(Number) });
    expect(leftOut(product)).toMatchObject({
      why: 'debt',
      payout: null,
      amount: -154,
      payee: 'Cellar Strings SL',
    });
    const nothing = async ({ owner }: SomeProduct) => (await mine(owner)).balances[0]?.nothing;
    expect([await nothing(small), await nothing(product)]).toEqual(['minimum', 'debt']);
    await taken(first.run, admin, ['dropPayoutRun']);
    await aDueSale({ product });
    const { run } = await aRun(admin);
    // The fee of the sale that went back stays with the platform.
    expect(lineOf(run, product)?.amount).toBe(1056 - 154);
  });

  it('is one at a time, and none when nothing is due', async () => {
    await aDueSale();
    const { run, admin } = await aRun();
    expect(await refusal(payoutsContract.collectPayouts, { as: admin })).toEqual({
      status: 409,
      code: 'PAYOUT_RUN_OPEN',
    });
    await taken(run, admin, toPaid);
    expect(await refusal(payoutsContract.collectPayouts, { as: admin })).toEqual({
      status: 409,
      code: 'PAYOUT_NOTHING_DUE',
    });
  });

  it('is made by the clock, once, and administrators hear of it', async () => {
    await aDueSale();
    const admin = await anAdmin();
    await enqueueNow(collectJob, {});
    await enqueueNow(collectJob, {});
    await runKeptJobs();
    const told = await db()
      .selectFrom('notifications')
      .select(['subject', 'payload'])
      .where('user_id', '=', admin.id)
      .where('type', '=', 'payout_run')
      .execute();
    const { items } = await call(payoutsContract.listPayoutRuns, { as: admin });
    const path = `/manage/sales/payouts?run=${items[0]?.id}`;
    expect(told).toEqual([{ subject: 'Payouts are waiting for you', payload: { path } }]);
  });

  it('that is dropped gives everything back', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    const owed = async () => (await mine(product.owner)).balances[0];
    expect(await owed()).toMatchObject({ open: 0, preparing: 1056, onTheWay: 0 });
    const dropped = await taken(run, admin, ['dropPayoutRun']);
    expect([dropped.state, dropped.sums, lineOf(dropped, product)?.state]).toEqual([
      'dropped',
      [],
      'dropped',
    ]);
    expect(await owed()).toMatchObject({ open: 1056, preparing: 0, onTheWay: 0, next: 1056 });
    const again = await aRun(admin);
    expect(lineOf(again.run, product)?.amount).toBe(1056);
  });

  it('does nothing twice, and nothing out of turn', async () => {
    await aDueSale();
    const { run, admin } = await aRun();
    const params = { id: run.id };
    const state = { status: 409, code: 'PAYOUT_RUN_STATE' };
    const { exportPayoutRun, settlePayoutRun, dropPayoutRun, approvePayoutRun } = payoutsContract;
    expect(await refusal(exportPayoutRun, { as: admin, params })).toEqual(state);
    expect(await refusal(settlePayoutRun, { as: admin, params })).toEqual(state);
    await taken(run, admin, ['approvePayoutRun']);
    expect(await refusal(approvePayoutRun, { as: admin, params })).toEqual(state);
    await taken(run, admin, ['exportPayoutRun']);
    expect(await refusal(dropPayoutRun, { as: admin, params })).toEqual(state);
    await taken(run, admin, ['settlePayoutRun']);
    expect(await refusal(settlePayoutRun, { as: admin, params })).toEqual(state);
  });
});

describe('a payment of a run', () => {
  it('that cannot be sent says why, and is taken out before the rest is approved', async () => {
    const { product } = await aDueSale();
    const { product: good } = await aDueSale();
    await setIban(product, 'ES2121000418450200051331');
    const { run, admin } = await aRun();
    const line = lineOf(run, product);
    expect([line?.fault, run.can.approve]).toEqual(['iban_account', false]);
    expect((await mine(product.owner)).balances[0]?.fault).toBe('iban_account');
    const params = { id: run.id };
    expect(await refusal(payoutsContract.approvePayoutRun, { as: admin, params })).toEqual({
      status: 409,
      code: 'PAYOUT_FAULTY',
    });
    const held = await call(payoutsContract.holdPayout, {
      as: admin,
      params: { id: line?.id ?? '' },
      body: { reason: 'The account is wrong' },
    });
    expect(lineOf(held, product)).toMatchObject({ state: 'held', reason: 'The account is wrong' });
    expect(held.leftOut).toContainEqual(
      expect.objectContaining({
        ...{ why: 'held', fault: 'iban_account', reason: 'The account is wrong', amount: 1056 },
      }),
    );
    expect([held.can.approve, lineOf(held, good)?.state]).toEqual([true, 'open']);
    expect(held.sums[0]?.amount).toBe(held.sums[0]?.booked);
    await setIban(product, 'ES9121000418450200051332');
    await taken(run, admin, toPaid);
    const next = await aRun(admin);
    expect(lineOf(next.run, product)?.amount).toBe(1056);
  });

  it('is taken out while nobody has approved it, and comes back only when it was paid', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    const params = { id: lineOf(run, product)?.id ?? '' };
    const body = { reason: 'Closed' };
    const state = { status: 409, code: 'PAYOUT_STATE' };
    expect(await refusal(payoutsContract.returnPayout, { as: admin, params, body })).toEqual(state);
    await taken(run, admin, ['approvePayoutRun']);
    expect(await refusal(payoutsContract.holdPayout, { as: admin, params, body })).toEqual(state);
    const { fields } = await refusal(payoutsContract.holdPayout, {
      as: admin,
      params,
      body: { reason: ' ' },
    });
    expect(fields).toEqual({ reason: 'required' });
  });

  it('that comes back is owed again, and its organizer hears why', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    await taken(run, admin, toPaid);
    const params = { id: lineOf(run, product)?.id ?? '' };
    const body = { reason: 'Account closed' };
    const after = await call(payoutsContract.returnPayout, { as: admin, params, body });
    expect(lineOf(after, product)).toMatchObject({ state: 'returned', reason: 'Account closed' });
    const { balances, items } = await mine(product.owner);
    expect(balances[0]).toMatchObject({ open: 1056, onTheWay: 0 });
    expect(items).toMatchObject([{ state: 'returned', reason: 'Account closed' }]);
    const told = await db()
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', product.owner.id)
      .where('type', '=', 'payout_returned')
      .execute();
    expect(told[0]?.content).toContain('Account closed');
    expect(await refusal(payoutsContract.returnPayout, { as: admin, params, body })).toEqual({
      status: 409,
      code: 'PAYOUT_STATE',
    });
    const next = await aRun(admin);
    expect(lineOf(next.run, product)).toMatchObject({ amount: 1056, fault: 'iban_returned' });
  });
});

describe('a run that no longer says what is so', () => {
  const stale = { status: 409, code: 'PAYOUT_RUN_STALE' };

  it('is not approved after money of it went back', async () => {
    const { order } = await aDueSale();
    const { run, admin } = await aRun();
    await giveBack(admin, order.id);
    const params = { id: run.id };
    expect(await refusal(payoutsContract.approvePayoutRun, { as: admin, params })).toEqual(stale);
  });

  it('is not approved after the account was changed', async () => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    await setIban(product, 'ES7712341234161234567890');
    const params = { id: run.id };
    expect(await refusal(payoutsContract.approvePayoutRun, { as: admin, params })).toEqual(stale);
  });

  it('goes to no bank when money went back after it was approved', async () => {
    const { order } = await aDueSale();
    const { run, admin } = await aRun();
    await taken(run, admin, ['approvePayoutRun']);
    await giveBack(admin, order.id);
    const params = { id: run.id };
    expect(await refusal(payoutsContract.exportPayoutRun, { as: admin, params })).toEqual(stale);
    const dropped = await taken(run, admin, ['dropPayoutRun']);
    expect(dropped.state).toBe('dropped');
  });

  it('counts in the next one what goes back after the bank has it', async () => {
    const { product, order } = await aDueSale();
    const { run, admin } = await aRun();
    await taken(run, admin, toPaid);
    await giveBack(admin, order.id);
    expect((await mine(product.owner)).balances[0]).toMatchObject({ open: -1210, next: 0 });
    await aDueSale({ product });
    await aDueSale({ product });
    const next = await aRun(admin);
    expect(lineOf(next.run, product)).toMatchObject({ amount: 2 * 1056 - 1210, items: 3 });
  });
});
