import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { ordersContract } from '#contract/orders.ts';
import { salesContract } from '#contract/sales.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { checkLedger } from '#server/payments/ledger.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { endSubscriptions } from '#server/subscriptions/end-subscriptions.ts';
import { listOtherPrices } from '#server/subscriptions/subscriptions.store.ts';
import { tellPrices } from '#server/subscriptions/tell-prices.ts';
import { aViewer, type Someone } from '#test/factories/accounts.ts';
import type { SomeChannel } from '#test/factories/channels.ts';
import { lastMailTo, mailsTo } from '#test/factories/mails.ts';
import { cards } from '#test/factories/sales.ts';
import {
  aMonth,
  aNextMonth,
  aPaidChannel,
  aSubscriber,
  mySubscriptions,
  nextMonthForm,
  payWith,
} from '#test/factories/subscriptions.ts';
import { call, refusal } from '#test/story.ts';
import { acknowledgeOrders } from '../acknowledge-orders.ts';
import { lockForMonth, placeMonth } from './place-month.ts';
import { renewMonths } from './renew-months.ts';

const began = '2026-01-31T11:00:00Z';
const once = '4000 0000 0000 0341';

/** The clock of the product at this instant, as its jobs find it. */
async function at(instant: string): Promise<void> {
  useClock(instant);
  await renewMonths();
  await endSubscriptions();
}

/** Lives from one day to another, the jobs by the hour of each day. */
async function live(from: string, days: number, hours = [5, 11]): Promise<void> {
  const start = Temporal.Instant.from(from);
  for (let day = 0; day < days; day += 1) {
    for (const hour of hours) await at(start.add({ hours: day * 24 + hour }).toString());
  }
}

const only = async (as: Someone) => (await mySubscriptions(as))[0];
const chargesOf = async (as: Someone) =>
  db()
    .selectFrom('orders as o')
    .innerJoin('payments as p', 'p.order_id', 'o.id')
    .select(['o.id', 'o.state', 'p.state as payment', 'p.failure', 'o.total'])
    .where('o.buyer_id', '=', as.id)
    .orderBy('p.created_at')
    .orderBy('o.id')
    .execute();
const paidOf = async (as: Someone) =>
  (await chargesOf(as)).filter(({ payment }) => payment === 'paid').length;

describe('a subscription over fourteen months', () => {
  it('is charged once a month, on the day on which it began or the last one, each with an invoice', async () => {
    useClock(began);
    const { channel, viewer } = await aSubscriber();
    const ends: string[] = [];
    for (let month = 1; month <= 14; month += 1) {
      const validUntil = (await only(viewer))?.validUntil ?? '';
      ends.push(validUntil.slice(0, 10));
      const due = Temporal.Instant.from(validUntil).subtract({ hours: 6 });
      await at(due.subtract({ milliseconds: 1 }).toString());
      expect(await paidOf(viewer)).toBe(month);
      await at(due.toString());
      await at(due.add({ minutes: 5 }).toString());
      expect(await paidOf(viewer)).toBe(month + 1);
    }
    expect(ends).toEqual([
      ...['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31'],
      ...['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31'],
      ...['2027-02-28', '2027-03-31'],
    ]);
    const subscription = await only(viewer);
    expect(subscription).toMatchObject({ status: 'subscribed', paymentDue: false });
    expect(subscription?.invoices).toHaveLength(15);
    await enqueueNow(acknowledgeOrders, {});
    await runKeptJobs();
    const kinds = (await mailsTo(viewer.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'subscription-renewed')).toHaveLength(14);
    const { totals } = await call(salesContract.listSales, { as: channel.owner });
    expect(totals).toMatchObject([{ orders: 15, taken: 15 * 499 }]);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('is charged once after the clock stood still for days, and not for a month that nobody had', async () => {
    useClock(began);
    const { viewer } = await aSubscriber();
    await at('2026-03-03T09:00:00Z');
    await at('2026-03-03T09:05:00Z');
    expect(await paidOf(viewer)).toBe(2);
    expect(await only(viewer)).toMatchObject({ validUntil: '2026-03-31T10:00:00.000Z' });
    await at('2026-06-15T09:00:00Z');
    expect(await paidOf(viewer)).toBe(2);
    expect(await only(viewer)).toMatchObject({ status: 'ended' });
  });

  it('is not charged for a month of which the grace went by, though its order was made in time', async () => {
    useClock(began);
    const { viewer, subscription } = await aSubscriber();
    useClock('2026-02-28T05:00:00Z');
    await inTransaction(async (tx) => {
      const found = await lockForMonth(tx, subscription.id);
      if (!found) throw new Error('nobody subscribed');
      await placeMonth(tx, found);
    });
    useClock('2026-03-08T11:00:00Z');
    expect(await renewMonths()).toBe(0);
    expect(await paidOf(viewer)).toBe(1);
    const tries = await db()
      .selectFrom('subscription_periods')
      .select('next_try_at')
      .where('subscription_id', '=', subscription.id)
      .where('paid_at', 'is', null)
      .execute();
    expect(tries).toEqual([{ next_try_at: null }]);
  });
});

describe('a month that the bank declines', () => {
  it('is tried again after one, three and five days, opens meanwhile, and ends seven days after', async () => {
    useClock(began);
    const { viewer } = await aSubscriber({ card: once });
    await at('2026-02-28T05:00:00Z');
    expect(await only(viewer)).toMatchObject({
      status: 'subscribed',
      paymentDue: true,
      validUntil: '2026-02-28T11:00:00.000Z',
      accessUntil: '2026-03-07T11:00:00.000Z',
    });
    const tries = async () => (await chargesOf(viewer)).length - 1;
    expect(await tries()).toBe(1);
    await at('2026-03-01T04:59:00Z');
    expect(await tries()).toBe(1);
    for (const [day, count] of [
      ['01', 2],
      ['02', 2],
      ['03', 3],
      ['04', 3],
      ['05', 4],
      ['06', 4],
    ] as const) {
      await at(`2026-03-${day}T05:00:00Z`);
      expect([day, await tries()]).toEqual([day, count]);
    }
    await at('2026-03-07T10:59:59Z');
    expect(await only(viewer)).toMatchObject({ status: 'subscribed' });
    await at('2026-03-07T11:00:00Z');
    expect(await only(viewer)).toMatchObject({ status: 'ended', can: { pay: false } });
    const kinds = (await mailsTo(viewer.email)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(4).fill('subscription-failed'), 'subscription-ended']);
    expect(await paidOf(viewer)).toBe(1);
    expect((await checkLedger()).differences).toEqual([]);
  });

  it('is paid by its person with another card, which is the one that is charged from then on', async () => {
    useClock(began);
    const { viewer, subscription } = await aSubscriber({ card: once });
    await live('2026-02-28T00:00:00Z', 2);
    const params = { id: subscription.id };
    const checkout = await call(subscriptionOrdersContract.getMonthCheckout, {
      as: viewer,
      params,
    });
    expect(checkout).toMatchObject({ price: { total: 499 }, startsAt: '2026-02-28T11:00:00.000Z' });
    const asked = { as: viewer, params, body: nextMonthForm(subscription) };
    expect(
      await refusal(subscriptionOrdersContract.orderMonth, {
        ...asked,
        body: nextMonthForm(subscription, 498),
      }),
    ).toMatchObject({ code: 'PRICE_CHANGED' });
    const first = await call(subscriptionOrdersContract.orderMonth, asked);
    const billing = {
      company: 'A Company',
      nif: 'A58818501',
      address: 'Gran Vía 1',
      city: 'Madrid',
      postalCode: '28013',
      country: 'ES',
    };
    const named = { ...asked, body: { ...nextMonthForm(subscription), billing } };
    const order = await call(subscriptionOrdersContract.orderMonth, named);
    expect(order.id).not.toBe(first.id);
    expect(await payWith(viewer, order.id, cards.decline)).toMatchObject({ state: 'pending' });
    expect((await payWith(viewer, order.id)).state).toBe('paid');
    expect(await only(viewer)).toMatchObject({
      status: 'subscribed',
      paymentDue: false,
      validUntil: '2026-03-31T10:00:00.000Z',
      accessUntil: '2026-03-31T10:00:00.000Z',
      lastFour: '4242',
    });
    await live('2026-03-30T00:00:00Z', 3);
    expect(await paidOf(viewer)).toBe(3);
  });

  it('is confirmed by its person where the bank wants to hear of them, and tried by nobody else', async () => {
    useClock(began);
    const { order, viewer } = await aSubscriberWhoConfirms(await aPaidChannel());
    expect(order.state).toBe('paid');
    await live('2026-02-28T00:00:00Z', 6);
    const kinds = (await mailsTo(viewer.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['subscription-confirm']);
    expect(await chargesOf(viewer)).toHaveLength(2);
    const [subscription] = await mySubscriptions(viewer);
    if (!subscription) throw new Error('nobody subscribed');
    const month = await aNextMonth(viewer, subscription);
    await payWith(viewer, month.id, cards.confirm);
    await call(ordersContract.confirmPayment, {
      as: viewer,
      params: { id: month.id },
      body: { approve: true },
    });
    expect(await only(viewer)).toMatchObject({ paymentDue: false });
  });

  it('is not charged any more once its person has cancelled: what is paid is over by then', async () => {
    useClock(began);
    const { viewer, subscription } = await aSubscriber({ card: once });
    await live('2026-02-28T00:00:00Z', 2);
    const params = { id: subscription.id };
    await call(subscriptionsContract.cancelSubscription, { as: viewer, params });
    expect(await only(viewer)).toMatchObject({ status: 'ended' });
    const before = (await chargesOf(viewer)).length;
    await live('2026-03-02T00:00:00Z', 6);
    expect(await chargesOf(viewer)).toHaveLength(before);
  });
});

/** A subscriber whose bank asks them a question each time. */
async function aSubscriberWhoConfirms(channel: SomeChannel) {
  const viewer = await aViewer();
  const { id } = await aMonth(viewer, channel);
  await payWith(viewer, id, cards.confirm);
  const given = { as: viewer, params: { id }, body: { approve: true } };
  return { viewer, order: await call(ordersContract.confirmPayment, given) };
}

describe('another price', () => {
  it('holds from the first month that begins thirty days after it was told, and until then the old one', async () => {
    useClock(began);
    const { channel, viewer } = await aSubscriber();
    await aPaidChannel({ channel, total: 699 });
    useClock('2026-02-20T08:40:00Z');
    await tellPrices();
    await tellPrices();
    const mails = await mailsTo(viewer.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['subscription-price']);
    expect(mails[0]?.body_text).toContain('€6.99');
    expect(await only(viewer)).toMatchObject({
      price: { total: 499 },
      nextPrice: { total: 699, from: '2026-03-22T08:40:00.000Z' },
    });
    await live('2026-02-28T00:00:00Z', 1);
    await live('2026-03-31T00:00:00Z', 1);
    const totals = (await chargesOf(viewer)).map(({ total }) => total);
    expect(totals).toEqual([499, 499, 699]);
    expect(await only(viewer)).toMatchObject({ price: { total: 699 }, nextPrice: null });
  });

  it('that is taken back before it holds is taken back by a letter, and the old one stays', async () => {
    useClock(began);
    const { channel, viewer } = await aSubscriber();
    await aPaidChannel({ channel, total: 699 });
    useClock('2026-02-01T08:40:00Z');
    await tellPrices();
    await aPaidChannel({ channel });
    useClock('2026-02-02T08:40:00Z');
    await tellPrices();
    await tellPrices();
    const mails = await mailsTo(viewer.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['subscription-price', 'subscription-same']);
    expect(mails[1]?.body_text).toContain('€4.99');
    expect(await only(viewer)).toMatchObject({ price: { total: 499 }, nextPrice: null });
    await live('2026-02-28T00:00:00Z', 1);
    await live('2026-03-31T00:00:00Z', 1);
    expect((await chargesOf(viewer)).map(({ total }) => total)).toEqual([499, 499, 499]);
  });

  it('of another tax inside the same sum is written once, in silence, and holds up nobody', async () => {
    useClock(began);
    const { channel, viewer } = await aSubscriber();
    await db()
      .updateTable('channels')
      .set({ subscription_net: 454, subscription_tax: 45, subscription_tax_rate: 1000 })
      .where('id', '=', channel.id)
      .execute();
    await tellPrices();
    expect(await listOtherPrices(db(), null, 500)).toEqual([]);
    expect(await mailsTo(viewer.email)).toEqual([]);
    expect(await only(viewer)).toMatchObject({ price: { total: 499, net: 412 } });
  });

  it('is told to all, also behind one who cannot be told', async () => {
    useClock(began);
    const { channel, viewer } = await aSubscriber();
    const { viewer: other } = await aSubscriber({ channel });
    await aPaidChannel({ channel, total: 699 });
    await sql`create function refuse_mail() returns trigger language plpgsql as
      $$ begin raise exception 'no mail'; end $$`.execute(db());
    const address = sql.lit(viewer.email);
    await sql`create trigger refuse_mail before insert on mails for each row
      when (new.recipient = ${address}) execute function refuse_mail()`.execute(db());
    try {
      await tellPrices();
    } finally {
      await sql`drop trigger refuse_mail on mails`.execute(db());
      await sql`drop function refuse_mail()`.execute(db());
    }
    expect((await mailsTo(other.email)).map(({ kind }) => kind)).toEqual(['subscription-price']);
    await tellPrices();
    expect((await mailsTo(viewer.email)).map(({ kind }) => kind)).toEqual(['subscription-price']);
  });

  it('that nobody was told of is not charged', async () => {
    useClock(began);
    const { channel, viewer } = await aSubscriber();
    await aPaidChannel({ channel, total: 699 });
    await live('2026-02-28T00:00:00Z', 1);
    expect((await chargesOf(viewer)).map(({ total }) => total)).toEqual([499, 499]);
  });
});

describe('a channel that stops', () => {
  it.each(['its subscription', 'itself'])(
    '%s charges nobody any more, and what is paid lasts to its end',
    async (what) => {
      useClock(began);
      const { channel, viewer } = await aSubscriber();
      if (what === 'itself') {
        const params = { slug: channel.slug };
        await call(channelsContract.deactivateChannel, { as: channel.owner, params });
      } else await aPaidChannel({ channel, enabled: false });
      expect(await only(viewer)).toMatchObject({ status: 'subscribed', renews: false });
      await at('2026-02-28T10:59:59Z');
      expect(await only(viewer)).toMatchObject({ status: 'subscribed' });
      await at('2026-02-28T11:00:00Z');
      expect(await only(viewer)).toMatchObject({ status: 'ended' });
      expect(await paidOf(viewer)).toBe(1);
      expect((await lastMailTo(viewer.email)).kind).toBe('subscription-ended');
    },
  );
});
