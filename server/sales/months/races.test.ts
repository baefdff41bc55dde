import { describe, expect, it } from 'vitest';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { findCharge } from '#server/payments/providers/sandbox.store.ts';
import { noticeOf } from '#server/payments/providers/sandbox.ts';
import { receiveCallback } from '#server/payments/take-event.ts';
import { nowText, useClock } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import {
  aMonth,
  aPaidChannel,
  aSubscriber,
  mySubscriptions,
  nextMonthForm,
  payWith,
} from '#test/factories/subscriptions.ts';
import { meeting } from '#test/meeting.ts';
import { call, send } from '#test/story.ts';
import { renewMonths } from './renew-months.ts';

/**
 * Each race stands beside a control: the same crowd against a store that looks first and writes then.
 * The control must go wrong, or the race would prove nothing.
 */
async function passesOf(
  count: number,
  lookThenWrite: (tx: Db, looked: () => Promise<void>) => Promise<boolean>,
): Promise<number> {
  const looked = meeting(5);
  const tries = Array.from({ length: count }, () =>
    inTransaction((tx) => lookThenWrite(tx, looked)),
  );
  return (await Promise.all(tries)).filter(Boolean).length;
}

const paymentsOf = (as: Someone) =>
  db()
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.state', 'p.provider_reference as reference', 'p.settled_at'])
    .where('o.buyer_id', '=', as.id)
    .orderBy('p.created_at')
    .execute();

describe('two windows that subscribe', () => {
  it('make one order, are charged once, and have one subscription', async () => {
    const channel = await aPaidChannel();
    const viewer = await aViewer();
    const windows = Array.from({ length: 8 }, () => aMonth(viewer, channel));
    const orders = await Promise.all(windows);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    const id = orders[0]?.id ?? '';
    await Promise.allSettled(Array.from({ length: 4 }, () => payWith(viewer, id)));
    const states = (await paymentsOf(viewer)).map(({ state }) => state);
    expect(states.filter((state) => state === 'paid')).toHaveLength(1);
    expect(await mySubscriptions(viewer)).toHaveLength(1);
  });

  it('get the money back for the second month, when both orders came to be paid', async () => {
    const channel = await aPaidChannel();
    const viewer = await aViewer();
    const first = await aMonth(viewer, channel);
    await payWith(viewer, first.id, '4000 0000 0000 0259');
    const [waiting] = await paymentsOf(viewer);
    // The order's time is over, another one is paid, and then the bank says yes to the first.
    await db().updateTable('orders').set({ state: 'expired' }).where('id', '=', first.id).execute();
    await db()
      .updateTable('order_lines')
      .set({ is_pending: false })
      .where('order_id', '=', first.id)
      .execute();
    await payWith(viewer, (await aMonth(viewer, channel)).id);
    const charge = await findCharge(db(), waiting?.reference ?? '');
    if (!charge) throw new Error('the bank knows of no charge');
    await receiveCallback('sandbox', noticeOf({ ...charge, state: 'approved' }));
    expect(await mySubscriptions(viewer)).toHaveLength(1);
    const refunds = await db()
      .selectFrom('refunds')
      .select(['amount', 'share'])
      .where('order_id', '=', first.id)
      .execute();
    expect(refunds).toEqual([{ amount: 499, share: null }]);
  });

  it('would have as many subscriptions as there are windows without the index: the control', async () => {
    const { channel } = await aSubscriber();
    const viewer = await aViewer();
    const had = await passesOf(8, async (tx, looked) => {
      const living = await tx
        .selectFrom('subscriptions')
        .select('id')
        .where('user_id', '=', viewer.id)
        .where('channel_id', '=', channel.id)
        .execute();
      await looked();
      return living.length === 0;
    });
    expect(had).toBeGreaterThan(1);
  });
});

describe('the renewal', () => {
  const due = '2026-02-28T05:00:00Z';
  const begin = async () => {
    useClock('2026-01-31T11:00:00Z');
    const made = await aSubscriber();
    useClock(due);
    return made;
  };

  it('is charged once, however many jobs come for it at the same instant', async () => {
    const { viewer } = await begin();
    await Promise.all(Array.from({ length: 8 }, () => renewMonths()));
    expect((await paymentsOf(viewer)).map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect(await mySubscriptions(viewer)).toMatchObject([
      { validUntil: '2026-03-31T10:00:00.000Z' },
    ]);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('would be charged by all of them, if they looked and then wrote: the control', async () => {
    const { subscription } = await begin();
    const charged = await passesOf(8, async (tx, looked) => {
      const months = await tx
        .selectFrom('subscription_periods')
        .select('number')
        .where('subscription_id', '=', subscription.id)
        .where('starts_at', '>=', subscription.validUntil)
        .execute();
      await looked();
      return months.length === 0;
    });
    expect(charged).toBeGreaterThan(1);
  });

  it('and a cancellation end in one of both: a month more that is paid, or none that is charged', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { viewer, subscription } = await begin();
      const cancel = call(subscriptionsContract.cancelSubscription, {
        as: viewer,
        params: { id: subscription.id },
      });
      await Promise.all(round % 2 ? [cancel, renewMonths()] : [renewMonths(), cancel]);
      const paid = (await paymentsOf(viewer)).filter(({ state }) => state === 'paid').length;
      const [after] = await mySubscriptions(viewer);
      const months = paid === 2 ? '2026-03-31T10:00:00.000Z' : '2026-02-28T11:00:00.000Z';
      expect(after?.validUntil).toBe(months);
      expect(after?.status).toBe('cancelled');
      await renewMonths();
      const again = (await paymentsOf(viewer)).filter(({ state }) => state === 'paid').length;
      expect(again).toBe(paid);
    }
  });

  it('and its person who pays it by hand at the same instant are charged once', async () => {
    const { viewer, subscription } = await begin();
    const byHand = async () => {
      const params = { id: subscription.id };
      const asked = { as: viewer, params, body: nextMonthForm(subscription) };
      const answer = await send(subscriptionOrdersContract.orderMonth, asked);
      if (answer.statusCode !== 201) return;
      await payWith(viewer, answer.json().id).catch(() => undefined);
    };
    await Promise.all([byHand(), renewMonths(), byHand(), renewMonths()]);
    const paid = (await paymentsOf(viewer)).filter(({ state }) => state === 'paid');
    // The first month and this one: nobody meant the one after it.
    expect(paid).toHaveLength(2);
    expect(await mySubscriptions(viewer)).toMatchObject([
      { validUntil: '2026-03-31T10:00:00.000Z' },
    ]);
  });

  it('told twice, and a decline told after it was paid, change nothing', async () => {
    const { viewer } = await begin();
    await renewMonths();
    const reference = (await paymentsOf(viewer)).at(-1)?.reference ?? '';
    const charge = await findCharge(db(), reference);
    if (!charge) throw new Error('the bank knows of no charge');
    await receiveCallback('sandbox', noticeOf(charge));
    const no = { ...charge, state: 'declined' as const, failure: 'card_declined' as const };
    await receiveCallback('sandbox', noticeOf(no));
    expect(await mySubscriptions(viewer)).toMatchObject([
      { status: 'subscribed', paymentDue: false, validUntil: '2026-03-31T10:00:00.000Z' },
    ]);
    expect(nowText()).toBe('2026-02-28T05:00:00.000Z');
  });
});
