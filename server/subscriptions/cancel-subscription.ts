import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { WaitResumed } from './announcements.ts';
import { endSubscription } from './end-subscriptions.ts';
import { writeTo } from './letters.ts';
import { getCard } from './my-subscriptions.queries.ts';
import { dropTries, findNewestPeriod, writeNextTry } from './periods.store.ts';
import { renewalFrom, subscriptionCan, waitedForRate } from './subscriptions.rules.ts';
import {
  listLivingOf,
  lockSubscription,
  moveSubscription,
  type SubscriptionRow,
} from './subscriptions.store.ts';

async function lockOwn(tx: Db, actor: Actor, id: string): Promise<SubscriptionRow> {
  const found = await lockSubscription(tx, id);
  return found?.userId === actor.id ? found : refuse('SERVER_ERROR_NOT_FOUND');
}

const canOf = (found: SubscriptionRow) =>
  subscriptionCan(found, { now: now(), isOffered: found.isOffered });

/** A person cancels: nothing is charged any more, and what is paid lasts to its end. */
export async function cancelSubscription(actor: Actor, id: string): Promise<SubscriptionCard> {
  await inTransaction(async (tx) => {
    const found = await lockOwn(tx, actor, id);
    if (!canOf(found).cancel) refuse('SUBSCRIPTION_STATE');
    await cancelAndSay(tx, found);
  });
  return getCard(actor, id);
}

/**
 * The grace is for a payment that is awaited: who cancels has what is paid, and whoever waited for us what
 * they were promised meanwhile. False when it was cancelled.
 */
async function cancel(tx: Db, found: SubscriptionRow): Promise<boolean> {
  const { id, validUntil } = found;
  const accessUntil = found.waitsForRate ? found.accessUntil : validUntil;
  await dropTries(tx, id);
  return moveSubscription(tx, id, { to: 'cancelled', at: nowText(), accessUntil });
}

/** Cancels in the caller's transaction, and writes to its person unless it was cancelled before. */
export async function cancelAndSay(tx: Db, found: SubscriptionRow): Promise<void> {
  if (await cancel(tx, found)) await writeTo(tx, found.id, { kind: 'cancelled' });
}

/** A person takes the cancellation back before it takes effect. What waited for a rate waits again. */
export async function resumeSubscription(actor: Actor, id: string): Promise<SubscriptionCard> {
  await inTransaction(async (tx) => {
    const found = await lockOwn(tx, actor, id);
    if (found.state === 'cancelled' && !found.isOffered) refuse('SUBSCRIPTIONS_OFF');
    if (!canOf(found).resume) refuse('SUBSCRIPTION_STATE');
    const at = nowText();
    const waits = waitedForRate(found);
    const move = { to: 'active' as const, at, ...(waits ? { waitsSince: at } : {}) };
    if (!(await moveSubscription(tx, id, move))) refuse('SUBSCRIPTION_STATE');
    if (waits) await announce(tx, WaitResumed, {});
    const { orderId, paidAt } = await findNewestPeriod(tx, id);
    if (!paidAt) await writeNextTry(tx, orderId, renewalFrom(found.validUntil));
  });
  return getCard(actor, id);
}

/** Who may not log in any more is charged no more. */
export async function cancelSubscriptionsOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  for (const id of await listLivingOf(tx, userId)) {
    const found = await lockSubscription(tx, id);
    if (found && canOf(found).cancel) await cancel(tx, found);
  }
}

/** With an account that is erased its subscriptions end: nobody is there to watch. */
export async function endSubscriptionsOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  for (const id of await listLivingOf(tx, userId)) {
    const found = await lockSubscription(tx, id);
    if (found) await endSubscription(tx, found);
  }
}
