import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { ordersContract } from '#contract/orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { cardOf, cards } from '#test/factories/sales.ts';
import {
  aMonth,
  aNextMonth,
  aPaidChannel,
  aSubscriber,
  mySubscriptions,
  payWith,
} from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { renewMonths } from './renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const once = '4000 0000 0000 0341';

async function at(instant: string): Promise<void> {
  useClock(instant);
  await renewMonths();
  await endSubscriptions();
}

const cancel = (as: Someone, id: string) =>
  call(subscriptionsContract.cancelSubscription, { as, params: { id } });
const ban = async ({ slug }: SomeChannel) =>
  call(channelsContract.banChannel, {
    as: await anAdmin(),
    params: { slug },
    body: { reason: 'It shows what it may not.' },
  });
const refundsOf = (orderId: string) =>
  db().selectFrom('refunds').select(['amount', 'share']).where('order_id', '=', orderId).execute();
const orderOf = (as: Someone, id: string) => call(ordersContract.getOrder, { as, params: { id } });

describe('whoever comes back while the order of a month that nobody pays still waits', () => {
  /** Pays what they order now, and has a subscription by it. */
  async function comesBack(viewer: Someone, channel: SomeChannel, waiting: string) {
    const order = await aMonth(viewer, channel);
    expect(order.id).not.toBe(waiting);
    expect((await payWith(viewer, order.id)).state).toBe('paid');
    expect((await orderOf(viewer, waiting)).state).toBe('cancelled');
    expect((await mySubscriptions(viewer)).map(({ status }) => status)).toEqual([
      'subscribed',
      'ended',
    ]);
    expect((await checkLedger()).differences).toEqual([]);
  }
  const waitingOf = async (as: Someone) =>
    (
      await db()
        .selectFrom('orders')
        .select('id')
        .where('buyer_id', '=', as.id)
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow()
    ).id;

  it('begins anew after a card that was declined and a cancellation', async () => {
    useClock(began);
    const { channel, viewer, subscription } = await aSubscriber({ card: once });
    await at('2026-02-28T05:00:00Z');
    useClock('2026-02-28T12:00:00Z');
    await cancel(viewer, subscription.id);
    await endSubscriptions();
    const waiting = await waitingOf(viewer);
    useClock('2026-03-01T12:00:00Z');
    await comesBack(viewer, channel, waiting);
  });

  it('begins anew after the channel stopped and began again, with a month ordered ahead', async () => {
    useClock(began);
    const { channel, viewer, subscription } = await aSubscriber();
    const ahead = await aNextMonth(viewer, subscription);
    await aPaidChannel({ channel, enabled: false });
    await at('2026-02-28T11:00:00Z');
    await aPaidChannel({ channel });
    await comesBack(viewer, channel, ahead.id);
  });

  it('cannot pay that order itself, and can give it up', async () => {
    useClock(began);
    const { viewer, subscription } = await aSubscriber();
    const { id } = await aNextMonth(viewer, subscription);
    await cancel(viewer, subscription.id);
    useClock('2026-02-28T11:00:00Z');
    await endSubscriptions();
    expect(await orderOf(viewer, id)).toMatchObject({
      next: { kind: 'over' },
      can: { pay: false, cancel: true },
    });
    const body = { card: cardOf(cards.approve) };
    expect(
      await refusal(ordersContract.payOrder, { as: viewer, params: { id }, body }),
    ).toMatchObject({ code: 'ORDER_STATE' });
    const given = await call(ordersContract.cancelOrder, { as: viewer, params: { id } });
    expect(given.state).toBe('cancelled');
  });
});

describe('the order of a month that goes on', () => {
  it('is not given up by itself: it would be ordered and charged again', async () => {
    useClock(began);
    const { viewer, subscription } = await aSubscriber();
    const { id, can } = await aNextMonth(viewer, subscription);
    expect(can).toMatchObject({ pay: true, cancel: false });
    const given = { as: viewer, params: { id } };
    expect(await refusal(ordersContract.cancelOrder, given)).toMatchObject({ code: 'ORDER_STATE' });
    const { items } = await call(ordersContract.listMyOrders, { as: viewer });
    expect(items.map(({ checkout, can }) => [checkout, can.cancel])).toEqual([
      [`/mystuff/subscriptions/${subscription.id}/pay`, false],
      [null, false],
    ]);
    await cancel(viewer, subscription.id);
    expect((await call(ordersContract.cancelOrder, given)).state).toBe('cancelled');
  });

  it('is not paid once that was cancelled, and is again when its person changes their mind', async () => {
    useClock(began);
    const { viewer, subscription } = await aSubscriber();
    const { id } = await aNextMonth(viewer, subscription);
    await cancel(viewer, subscription.id);
    expect(await orderOf(viewer, id)).toMatchObject({ can: { pay: false, cancel: true } });
    const body = { card: cardOf(cards.approve) };
    expect(
      await refusal(ordersContract.payOrder, { as: viewer, params: { id }, body }),
    ).toMatchObject({ code: 'ORDER_STATE' });
    await call(subscriptionsContract.resumeSubscription, {
      as: viewer,
      params: { id: subscription.id },
    });
    expect((await payWith(viewer, id)).state).toBe('paid');
  });

  it('of a first month is', async () => {
    const viewer = await aViewer();
    const channel = await aPaidChannel();
    const { id, can } = await aMonth(viewer, channel);
    expect(can).toMatchObject({ pay: true, cancel: true });
    const { items } = await call(ordersContract.listMyOrders, { as: viewer });
    expect(items.map(({ checkout }) => checkout)).toEqual([`/channels/${channel.slug}/subscribe`]);
    const given = await call(ordersContract.cancelOrder, { as: viewer, params: { id } });
    expect(given.state).toBe('cancelled');
  });
});

describe('a month of a channel that was banned meanwhile', () => {
  it('is not paid, be it the first or another', async () => {
    useClock(began);
    const { channel, viewer, subscription } = await aSubscriber();
    const next = await aNextMonth(viewer, subscription);
    const other = await aViewer();
    const first = await aMonth(other, channel);
    await ban(channel);
    for (const [as, { id }] of [
      [viewer, next],
      [other, first],
    ] as const) {
      expect(await orderOf(as, id)).toMatchObject({ can: { pay: false } });
      const body = { card: cardOf(cards.approve) };
      expect(await refusal(ordersContract.payOrder, { as, params: { id }, body })).toMatchObject({
        code: 'ORDER_STATE',
      });
    }
    expect(await mySubscriptions(other)).toEqual([]);
  });

  it('and was being paid begins nothing and lengthens nothing: the money goes back', async () => {
    useClock(began);
    const { channel, viewer, subscription } = await aSubscriber();
    const next = await aNextMonth(viewer, subscription);
    const other = await aViewer();
    const first = await aMonth(other, channel);
    await payWith(viewer, next.id, cards.late);
    await payWith(other, first.id, cards.late);
    await ban(channel);
    useClock('2026-01-31T11:01:00Z');
    await runKeptJobs();
    for (const [as, { id }] of [
      [viewer, next],
      [other, first],
    ] as const) {
      expect((await orderOf(as, id)).state).toBe('failed');
      expect(await refundsOf(id)).toEqual([{ amount: 499, share: null }]);
    }
    expect(await mySubscriptions(other)).toEqual([]);
    expect(await mySubscriptions(viewer)).toMatchObject([{ validUntil: subscription.validUntil }]);
    expect((await checkLedger()).differences).toEqual([]);
  });
});
