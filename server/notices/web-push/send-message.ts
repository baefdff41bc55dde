import { Temporal } from 'temporal-polyfill';
import { peopleByIds } from '#server/accounts/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { defineJob, enqueueMany, type JobKind } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { ClosedNetwork } from '#server/platform/open-lookup.ts';
import { notificationsByIds } from '../notices.queries.ts';
import {
  type Addressed,
  dropGone,
  findSubscription,
  subscriptionsOf,
} from '../push-subscriptions.store.ts';
import { inLanguage } from '../said.ts';
import { clipped, isPushed, lifeOf, verdictOf } from './endpoint.rules.ts';
import { post } from './post.ts';
import { sealFor, senderHeader } from './sealed.ts';

type Message = { notificationId: string; subscriptionId: string };

/** One notification to one browser. What failed for a while is tried again by the queue. */
const sendMessage: JobKind<Message> = defineJob<Message>('send-push-message', send, {
  concurrency: 4,
});

/**
 * Sends what was kept for these persons to their browsers, by jobs of the same transaction: one
 * statement where nobody has any, two where somebody has.
 */
export async function pushToBrowsers(
  tx: Db,
  type: string,
  rows: readonly [id: string, userId: string][],
): Promise<void> {
  if (!isPushed(type) || rows.length === 0) return;
  const browsers = Map.groupBy(
    await subscriptionsOf(
      tx,
      rows.map(([, userId]) => userId),
    ),
    ({ userId }) => userId,
  );
  const messages = rows.flatMap(([notificationId, userId]) =>
    (browsers.get(userId) ?? []).map(({ id }) => ({ notificationId, subscriptionId: id })),
  );
  await enqueueMany(tx, sendMessage, messages);
}

async function send({ notificationId, subscriptionId }: Message): Promise<void> {
  const [row] = await notificationsByIds(db(), [notificationId]);
  const browser = await findSubscription(db(), subscriptionId, nowText());
  // Read meanwhile, logged out meanwhile, or somebody else's browser by now.
  if (!row || row.readOn !== null || !browser || browser.userId !== row.userId) return;
  const { seconds, urgent } = lifeOf(row.type);
  const left = seconds - ageOf(row.timestamp);
  if (left <= 0) return;
  const person = (await peopleByIds(db(), [browser.userId])).get(browser.userId);
  const language = person?.language ?? 'en';
  const { subject, content, payload } = inLanguage(row, language);
  const shown = {
    title: clipped(subject, 80),
    body: clipped(content, 200),
    path: typeof payload.path === 'string' ? payload.path : '/',
    tag: row.id,
    language,
  };
  await deliver(browser, { subscriptionId, shown, seconds: left, isUrgent: urgent });
}

const nowSeconds = (): number => Math.floor(now().epochMilliseconds / 1000);

const ageOf = (timestamp: string): number =>
  Math.round(Temporal.Instant.from(timestamp).until(now()).total('seconds'));

type Sending = {
  subscriptionId: string;
  shown: Record<string, string>;
  seconds: number;
  isUrgent: boolean;
};

async function deliver(browser: Addressed, sending: Sending): Promise<void> {
  const { subscriptionId, shown, seconds } = sending;
  const { endpoint } = browser;
  const posted = {
    endpoint,
    headers: {
      authorization: senderHeader(endpoint, `mailto:${config().SUPPORT_EMAIL}`, nowSeconds()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(seconds),
      urgency: sending.isUrgent ? 'high' : 'normal',
    },
    body: sealFor(browser, JSON.stringify(shown)),
  };
  const status = await post(posted).catch((error: unknown) => {
    if (error instanceof ClosedNetwork) return 410;
    throw error;
  });
  const verdict = verdictOf(status);
  if (verdict === 'later') throw new Error(`the push service answered ${status}`);
  if (verdict === 'gone') await dropGone(db(), subscriptionId);
  if (verdict === 'refused') log().warn({ status, subscriptionId }, 'a push message was refused');
}
