import { Temporal } from 'temporal-polyfill';
import { testEvent } from '#contract/integrations.ts';
import { instantText, now, nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueue, type JobKind } from '#server/platform/jobs.ts';
import { type Answered, callReceiver } from './call-receiver.ts';
import {
  countSending,
  countWaiting,
  failWaiting,
  findEndpointOf,
  type HeldDelivery,
  holdDelivery,
  insertTry,
  lockDelivery,
  putOff,
  settleDelivery,
  takeNext,
} from './deliveries.store.ts';
import { messageName } from './message.rules.ts';
import { signatureOf } from './signature.ts';
import { tellOfEnd } from './tell-of-webhooks.ts';
import {
  arrived,
  holdSeconds,
  isGone,
  isSilent,
  longestLine,
  mostAtOnce,
  nextTry,
  restSeconds,
} from './webhooks.rules.ts';
import {
  type HeldWebhook,
  lockWebhook,
  moveWebhook,
  noteHealth,
  secretsOf,
} from './webhooks.store.ts';

type Payload = { deliveryId: string };

/**
 * Sends one message to one receiver. It may run twice, and early: what is to be done stands in the rows.
 * A receiver holds two of these at most, and none for a minute after it was too slow.
 */
export const sendWebhook: JobKind<Payload> = defineJob<Payload>('send-webhook', send, {
  concurrency: 8,
});

type Begun = { delivery: HeldDelivery; url: string; secrets: string[] };

async function send({ deliveryId }: Payload): Promise<void> {
  const begun = await inTransaction((tx) => begin(tx, deliveryId));
  if (!begun) return;
  const { delivery, url, secrets } = begun;
  const startedAt = nowMs();
  const answered = await callReceiver({
    url,
    headers: headersFor(delivery, secrets),
    body: delivery.body,
  });
  const tookMs = Math.max(0, nowMs() - startedAt);
  await inTransaction((tx) => note(tx, delivery, { ...answered, tookMs }));
}

function headersFor({ messageId, body }: HeldDelivery, secrets: string[]): Record<string, string> {
  const id = messageName(messageId);
  const timestamp = Math.floor(nowMs() / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Platea-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body }, secrets),
  };
}

/** Takes a delivery in hand; null when there is nothing to do now. The receiver is locked first. */
async function begin(tx: Db, deliveryId: string): Promise<Begun | null> {
  const endpointId = await findEndpointOf(tx, deliveryId);
  const webhook = endpointId && (await lockWebhook(tx, endpointId));
  const delivery = webhook && (await lockDelivery(tx, deliveryId));
  if (!webhook || !delivery || !isDue(delivery)) return null;
  const secrets = await secretsOf(tx, webhook.id, nowText());
  if (webhook.state !== 'on' || !webhook.isHeard || secrets.length === 0) {
    await settleDelivery(tx, deliveryId, { to: 'failed', at: nowText() });
    return null;
  }
  const until = await busyUntil(tx, webhook);
  if (until) {
    await putOff(tx, deliveryId, instantText(until));
    return null;
  }
  await holdDelivery(tx, deliveryId, instantText(now().add({ seconds: holdSeconds })));
  return { delivery, url: webhook.url, secrets };
}

function isDue({ state, nextAt, sendingUntil }: HeldDelivery): boolean {
  if (state !== 'waiting' || nextAt === null) return false;
  return nextAt <= nowText() && (sendingUntil === null || sendingUntil <= nowText());
}

/**
 * Until when a receiver has no room for another one; null: it has. Whoever waits stands in line: the try
 * that ends calls the next (`callNext`), and if that was lost the clock does.
 */
async function busyUntil(tx: Db, webhook: HeldWebhook): Promise<Temporal.Instant | null> {
  if (webhook.restsUntil && webhook.restsUntil > nowText()) {
    return Temporal.Instant.from(webhook.restsUntil).add({
      milliseconds: Math.round(Math.random() * 10_000),
    });
  }
  const sending = await countSending(tx, webhook.id, nowText());
  if (sending < roomOf(webhook)) return null;
  const waiting = await countWaiting(tx, webhook.id, longestLine * mostAtOnce);
  return now().add({ milliseconds: Math.round((waiting / mostAtOnce) * 1000) });
}

type Health = Pick<HeldWebhook, 'failingSince' | 'restsUntil'>;

/** How many at once; one that has failed is tried with one at a time. */
const roomOf = ({ failingSince }: Pick<Health, 'failingSince'>): number =>
  failingSince ? 1 : mostAtOnce;

/** A try has ended: whoever stands first in line is next, when the receiver has rested. */
async function callNext(tx: Db, endpointId: string, health: Health): Promise<void> {
  const at = nowText();
  const { restsUntil } = health;
  const due = restsUntil && restsUntil > at ? restsUntil : at;
  const limit = roomOf(health) - (await countSending(tx, endpointId, at));
  for (const deliveryId of await takeNext(tx, endpointId, { now: at, due, limit })) {
    const seconds = Math.ceil(now().until(Temporal.Instant.from(due)).total('seconds'));
    await enqueue(tx, sendWebhook, { deliveryId }, seconds > 0 ? { startAfter: seconds } : {});
  }
}

async function tryLater(tx: Db, deliveryId: string, at: Temporal.Instant): Promise<void> {
  await putOff(tx, deliveryId, instantText(at));
  const seconds = Math.ceil(now().until(at).total('seconds'));
  await enqueue(tx, sendWebhook, { deliveryId }, { startAfter: Math.max(1, seconds) });
}

type Result = Answered & { tookMs: number };

/** Writes down what came of a try, and decides how it goes on. */
async function note(tx: Db, sent: HeldDelivery, result: Result): Promise<void> {
  const webhook = await lockWebhook(tx, sent.endpointId);
  const delivery = webhook && (await lockDelivery(tx, sent.id));
  // Deleted, or settled by somebody else, while it was on its way.
  if (!webhook || !delivery || delivery.state !== 'waiting' || delivery.tries !== sent.tries)
    return;
  const at = nowText();
  const number = delivery.tries + 1;
  await insertTry(tx, { ...result, deliveryId: delivery.id, number, at });
  if (arrived(result)) {
    await settleDelivery(tx, delivery.id, { to: 'delivered', at });
    const health = { failingSince: null, restsUntil: null };
    await noteHealth(tx, webhook.id, health);
    return callNext(tx, webhook.id, health);
  }
  await goOn(tx, { webhook, delivery: { ...delivery, tries: number }, result });
}

type Failed = { webhook: HeldWebhook; delivery: HeldDelivery; result: Result };

async function goOn(tx: Db, { webhook, delivery, result }: Failed): Promise<void> {
  const at = nowText();
  const isTest = delivery.type === testEvent;
  const failingSince = webhook.failingSince ?? (isTest ? null : at);
  const end = endOf({ failingSince, result });
  if (end) {
    await moveWebhook(tx, webhook.id, end);
    await failWaiting(tx, webhook.id, at);
    return tellOfEnd(tx, webhook, end);
  }
  const rests = result.fault === 'timeout';
  const restsUntil = rests ? instantText(now().add({ seconds: restSeconds })) : webhook.restsUntil;
  await noteHealth(tx, webhook.id, { failingSince, restsUntil });
  const { tries } = delivery;
  const next = nextTry({ tries, isTest }, { now: now(), chance: Math.random() });
  if (next) await tryLater(tx, delivery.id, next);
  else await settleDelivery(tx, delivery.id, { to: 'failed', at });
  await callNext(tx, webhook.id, { failingSince, restsUntil });
}

function endOf({ failingSince, result }: { failingSince: string | null; result: Result }) {
  if (isGone(result)) return 'gone';
  if (!failingSince) return null;
  return isSilent(Temporal.Instant.from(failingSince), now()) ? 'silent' : null;
}
