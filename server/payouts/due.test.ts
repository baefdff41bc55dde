import { describe, expect, it } from 'vitest';
import { myPayoutsContract } from '#contract/my-payouts.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { refundsContract } from '#contract/refunds.ts';
import { useClock } from '#server/platform/clock.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import {
  aDueSale,
  aPastShow,
  aRun,
  days,
  lineOf,
  mine,
  taken,
  toPaid,
  withOperatorAccount,
} from '#test/factories/payouts.ts';
import { aCartOrder, pay } from '#test/factories/sales.ts';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { call, refusal, send } from '#test/story.ts';

withOperatorAccount();

const stale = { status: 409, code: 'PAYOUT_RUN_STALE' };
const set = ({ channel }: SomeProduct, values: Record<string, string | null>) =>
  db().updateTable('channels').set(values).where('id', '=', channel.id).execute();
const ban = (product: SomeProduct, is: boolean) =>
  set(product, { state: is ? 'banned' : 'published' });
const block = ({ owner }: SomeProduct, at: string | null) =>
  db().updateTable('users').set({ blocked_at: at }).where('id', '=', owner.id).execute();

/** One order of November for a show of then and another one of the same channel. */
async function twoShows(startsAt: string) {
  useClock(days.bought);
  const over = await aPastShow();
  const other = await aProduct({ channel: over.channel, sessions: [{ startsAt, capacity: 9 }] });
  const { order, buyer } = await aCartOrder([over, other]);
  await pay(buyer, order);
  useClock(days.due);
  return { over, other, order };
}

describe('money of the bank inside the product', () => {
  it('is paid to nobody, except where all is for trying out', async () => {
    const { product } = await aDueSale();
    overrideConfig({ DEMO: false });
    try {
      expect(await refusal(payoutsContract.collectPayouts, { as: await anAdmin() })).toEqual({
        status: 409,
        code: 'PAYOUT_NOTHING_DUE',
      });
    } finally {
      overrideConfig({ DEMO: true });
    }
    expect(lineOf((await aRun()).run, product)?.amount).toBe(1056);
  });
});

describe('money of keys for tests', () => {
  it('is paid to nobody; that of the real ones is', async () => {
    const { product, order } = await aDueSale();
    const payment = { provider: 'stripe', is_trial: true };
    const write = (values: Partial<typeof payment>) =>
      db().updateTable('payments').set(values).where('order_id', '=', order.id).execute();
    const admin = await anAdmin();
    overrideConfig({ DEMO: false });
    try {
      await write(payment);
      const { code } = await refusal(payoutsContract.collectPayouts, { as: admin });
      expect(code).toBe('PAYOUT_NOTHING_DUE');
      await write({ is_trial: false });
      expect(lineOf((await aRun(admin)).run, product)?.amount).toBe(1056);
    } finally {
      overrideConfig({ DEMO: true });
    }
  });
});

describe('an order for two shows', () => {
  it('is paid show by show, each once, with a statement of each', async () => {
    const { over } = await twoShows('2026-12-10T19:00:00Z');
    const { run, admin } = await aRun();
    expect(lineOf(run, over)).toMatchObject({ amount: 1056, items: 1 });
    await taken(run, admin, toPaid);
    useClock('2027-01-01T08:00:00Z');
    const next = await aRun(admin);
    expect(lineOf(next.run, over)).toMatchObject({ amount: 1056, items: 1 });
    await taken(next.run, admin, toPaid);
    const { items, balances } = await mine(over.owner);
    expect(balances[0]).toMatchObject({ open: 0, onTheWay: 0, next: 0 });
    for (const { id } of items) {
      const file = await send(myPayoutsContract.exportStatement, {
        as: over.owner,
        params: { id },
      });
      expect(rowsOfCsv(file.body).slice(1)).toHaveLength(1);
      expect(rowsOfCsv(file.body)[1]?.at(-1)).toBe('10.56');
    }
  });

  it('pays the one that took place, though the money of the other did not go back', async () => {
    const { over, other } = await twoShows('2026-11-20T19:00:00Z');
    await db()
      .updateTable('product_sessions')
      .set({ cancelled_at: days.due, cancelled_by: over.owner.id, cancel_reason: 'Ill' })
      .where('product_id', '=', other.id)
      .execute();
    const { run, admin } = await aRun();
    expect(lineOf(run, over)).toMatchObject({ amount: 1056, items: 1 });
    await taken(run, admin, toPaid);
    expect(await refusal(payoutsContract.collectPayouts, { as: admin })).toEqual({
      status: 409,
      code: 'PAYOUT_NOTHING_DUE',
    });
  });
});

describe('whoever is stopped', () => {
  it.each([
    ['channel_banned', (one: SomeProduct, is: boolean) => ban(one, is)],
    ['owner_stopped', (one: SomeProduct, is: boolean) => block(one, is ? days.due : null)],
  ] as const)('is not paid: %s', async (fault, stop) => {
    const { product } = await aDueSale();
    await stop(product, true);
    const { run, admin } = await aRun();
    const line = lineOf(run, product);
    expect([line?.fault, run.can.approve]).toEqual([fault, false]);
    const params = { id: run.id };
    expect(await refusal(payoutsContract.approvePayoutRun, { as: admin, params })).toEqual({
      status: 409,
      code: 'PAYOUT_FAULTY',
    });
    // Once a person has let them go on, the next run pays.
    await stop(product, false);
    await taken(run, admin, ['dropPayoutRun']);
    expect(lineOf((await aRun(admin)).run, product)).toMatchObject({ fault: null, amount: 1056 });
  });

  it.each([
    ['approvePayoutRun', []],
    ['exportPayoutRun', ['approvePayoutRun']],
  ] as const)('after a run was collected stops it: %s', async (step, before) => {
    const { product } = await aDueSale();
    const { run, admin } = await aRun();
    await taken(run, admin, [...before]);
    await block(product, days.due);
    const params = { id: run.id };
    expect(await refusal(payoutsContract[step], { as: admin, params })).toEqual(stale);
    await block(product, null);
    await taken(run, admin, [step]);
  });
});

describe('a run that no longer says whom it pays', () => {
  it.each(['business_name', 'billing_address', 'billing_city', 'billing_tax_id'])(
    'is not approved: %s',
    async (column) => {
      const { product } = await aDueSale();
      const { run, admin } = await aRun();
      await set(product, { [column]: 'B58818519' });
      const params = { id: run.id };
      expect(await refusal(payoutsContract.approvePayoutRun, { as: admin, params })).toEqual(stale);
    },
  );
});

describe('a refund that the platform bore', () => {
  it('stands on the statement as what the buyer got, and what was ours', async () => {
    const { product, order } = await aDueSale();
    await aDueSale({ product });
    const admin = await anAdmin();
    const body = { reason: 'Our fault', reasonCode: 'platform_fault' } as const;
    await call(refundsContract.refundOrder, { as: admin, params: { id: order.id }, body });
    const { run } = await aRun(admin);
    await taken(run, admin, toPaid);
    const [payout] = (await mine(product.owner)).items;
    const params = { id: payout?.id ?? '' };
    const file = await send(myPayoutsContract.exportStatement, { as: product.owner, params });
    const [refund] = rowsOfCsv(file.body).filter((row) => row[2] === 'Refund');
    const [gross, tax, fee, amount] = (refund ?? []).slice(-4).map(Number);
    expect([gross, tax]).toEqual([-12.1, -2.1]);
    expect(Math.round(((gross ?? 0) - (fee ?? 0) - (amount ?? 0)) * 100)).toBe(0);
    expect(amount).toBe(-2.1);
  });
});
