import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { eventTypes } from '#contract/integrations.ts';
import { payoutsContract } from '#contract/payouts.ts';
import { BroadcastEnded, BroadcastStarted, ShowRecorded } from '#server/live/index.ts';
import { RefundedElsewhere } from '#server/payments/index.ts';
import { useClock as setClock } from '#server/platform/clock.ts';
import { config, overrideConfig } from '#server/platform/config.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { anAdmin, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aWebhook } from '#test/factories/integrations.ts';
import {
  aDueSale,
  aRun,
  days,
  dropOpenRuns,
  giveBack,
  taken,
  toPaid,
} from '#test/factories/payouts.ts';
import { aGuestIn, aRoom } from '#test/factories/rehearsals.ts';
import { aPaidOrder } from '#test/factories/sales.ts';
import { aReceiver, type Receiver } from '#test/receiver.ts';
import { call } from '#test/story.ts';

const { DEMO, OPERATOR_IBAN } = config();
let receiver: Receiver;
beforeAll(() => overrideConfig({ DEMO: true, OPERATOR_IBAN: 'ES7712341234161234567890' }));
afterAll(() => overrideConfig({ DEMO, OPERATOR_IBAN }));
beforeEach(async () => {
  receiver = await aReceiver();
});
afterEach(() => receiver.close());

const hearsAll = (owner: Someone) => aWebhook(receiver.url, { as: owner, types: [...eventTypes] });
/** What was heard, in the order of the alphabet: the order of delivery is not promised. */
const heard = async () => {
  await runKeptJobs();
  return receiver.got
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
    .map(({ type, data }) => [type, data] as const)
    .sort(([a], [b]) => a.localeCompare(b));
};
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const oneByOne = ([name, value]: [string, unknown]) =>
  [value].flat().map((one): [string, unknown] => [name, one]);
const ticketsOf = async ({ id }: SomeProduct) =>
  (await db().selectFrom('tickets').select('id').where('product_id', '=', id).execute()).map(
    (ticket) => ticket.id,
  );

describe('programs are told of', () => {
  it('a sale with its ticket, and a refund with the end of it', async () => {
    const product = await aProduct();
    await hearsAll(product.owner);
    const { order } = await aPaidOrder({ product });
    const { channel, id: productId } = product;
    const [ticketId] = await ticketsOf(product);
    const sold = [
      ['order.paid', { orderId: order.id, productIds: [productId], channelId: channel.id }],
      ['ticket.granted', { ticketId, productId, channelId: channel.id }],
    ];
    expect(await heard()).toEqual(sold);
    receiver.got.length = 0;
    await giveBack(product.owner, order.id);
    const refund = await db()
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(await heard()).toEqual([
      ['order.refunded', { orderId: order.id, refundId: refund.id, channelId: channel.id }],
      ['ticket.ended', { ticketId, productId, reason: 'refunded', channelId: channel.id }],
    ]);
  });

  it('money that went back at the provider’s own desk', async () => {
    const product = await aProduct();
    await hearsAll(product.owner);
    const { order } = await aPaidOrder({ product });
    await heard();
    receiver.got.length = 0;
    const { id: paymentId } = await db()
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const desk = { paymentId, orderId: order.id, amount: 400, currency: 'EUR', object: 're_desk' };
    await inTransaction((tx) => announce(tx, RefundedElsewhere, { ...desk, reason: 'complaint' }));
    const refund = await db()
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const ids = { orderId: order.id, refundId: refund.id, channelId: product.channel.id };
    expect(await heard()).toEqual([['order.refunded', ids]]);
  });

  it('a sale of nothing else than ids', async () => {
    const product = await aProduct();
    await hearsAll(product.owner);
    const { buyer } = await aPaidOrder({ product });
    await heard();
    const bodies = receiver.got.map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies.join()).not.toContain(buyer.id);
    // Looked for among the letters of an id, '1210' is there once in some hundred runs.
    for (const body of bodies) {
      const { type, timestamp, data, ...more } = JSON.parse(body);
      expect([typeof type, timestamp, more]).toEqual([
        'string',
        expect.stringMatching(isInstant),
        {},
      ]);
      for (const [name, value] of Object.entries(data).flatMap(oneByOne)) {
        expect(name).toMatch(/Ids?$/);
        expect(value).toMatch(isId);
      }
    }
    expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(500);
  });

  it('a product that is published and withdrawn, and a session that is cancelled', async () => {
    const product = await aProduct({ status: 'private' });
    await hearsAll(product.owner);
    const ids = { productId: product.id, channelId: product.channel.id };
    const [session] = product.sessions;
    const as = product.owner;
    const params = { slug: product.slug };
    await call(catalogContract.publishProduct, { as, params });
    await call(catalogContract.cancelSession, {
      as,
      params: { ...params, sessionId: session?.id ?? '' },
      body: { reason: 'The singer is ill' },
    });
    await call(catalogContract.withdrawProduct, { as, params });
    expect(await heard()).toEqual([
      ['product.published', ids],
      ['product.withdrawn', ids],
      ['session.cancelled', { sessionId: session?.id, ...ids }],
    ]);
  });

  it('a channel that is published', async () => {
    const channel = await aChannel({ state: 'in_review' });
    await hearsAll(channel.owner);
    await call(channelsContract.approveChannel, {
      as: await anAdmin(),
      params: { slug: channel.slug },
    });
    expect(await heard()).toEqual([['channel.published', { channelId: channel.id }]]);
  });

  it('a broadcast, its end and its recording', async () => {
    const product = await aProduct();
    await hearsAll(product.owner);
    const ids = { productId: product.id, broadcastId: crypto.randomUUID() };
    await inTransaction(async (tx) => {
      await announce(tx, BroadcastStarted, ids);
      await announce(tx, BroadcastEnded, ids);
      await announce(tx, ShowRecorded, { ...ids, sessionId: null });
    });
    const channelId = product.channel.id;
    expect(await heard()).toEqual([
      ['broadcast.ended', { ...ids, channelId }],
      ['broadcast.started', { ...ids, channelId }],
      ['recording.ready', { ...ids, sessionId: null, channelId }],
    ]);
  });

  it('a payout that the bank has carried out, and one that it sent back', async () => {
    await dropOpenRuns();
    setClock(days.bought);
    const { product } = await aDueSale();
    await runKeptJobs();
    const { id } = await hearsAll(product.owner);
    const { run, admin } = await aRun();
    await taken(run, admin, toPaid);
    const channelId = product.channel.id;
    const payout = await db()
      .selectFrom('payouts')
      .select('id')
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow();
    expect(await heard()).toEqual([['payout.paid', { payoutId: payout.id, channelId }]]);
    await call(payoutsContract.returnPayout, {
      as: admin,
      params: { id: payout.id },
      body: { reason: 'Account closed' },
    });
    expect((await heard()).at(-1)).toEqual(['payout.returned', { payoutId: payout.id, channelId }]);
    expect(id).toMatch(/-/);
  });

  it('nothing of a rehearsal', async () => {
    const room = await aRoom();
    await hearsAll(room.owner);
    await aGuestIn(room);
    await inTransaction((tx) =>
      announce(tx, BroadcastStarted, { productId: room.id, broadcastId: crypto.randomUUID() }),
    );
    expect(await heard()).toEqual([]);
  });
});

describe('what is told', () => {
  const counted = async () => {
    const { count } = await db()
      .selectFrom('webhook_messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  it('exists with its jobs if and only if the fact does', async () => {
    const product = await aProduct();
    await hearsAll(product.owner);
    const before = await counted();
    const ids = { productId: product.id, broadcastId: crypto.randomUUID() };
    const failing = inTransaction(async (tx) => {
      await announce(tx, BroadcastStarted, ids);
      throw new Error('not today');
    });
    await expect(failing).rejects.toThrow('not today');
    expect(await counted()).toBe(before);
    await inTransaction((tx) => announce(tx, BroadcastStarted, ids));
    expect(await counted()).toBe(before + 1);
    expect(keptJobs().filter(({ name }) => name === 'send-webhook')).not.toEqual([]);
  });

  it('is written for nobody where nobody wants to hear it', async () => {
    const product = await aProduct();
    const before = await counted();
    const ids = { productId: product.id, broadcastId: crypto.randomUUID() };
    await inTransaction((tx) => announce(tx, BroadcastStarted, ids));
    expect(await counted()).toBe(before);
  });
});
