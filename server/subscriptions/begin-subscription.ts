import type { MonthPrice, SubscriptionTerm } from '#contract/subscriptions.ts';
import { keptMeansOf } from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { cancelAndSay } from './cancel-subscription.ts';
import { isOvertaken } from './change-card.ts';
import { endSubscription } from './end-subscriptions.ts';
import { isOffered } from './offers.queries.ts';
import { findPeriodOf, insertPeriod, notePaid, noteUnpaid } from './periods.store.ts';
import { isOver, monthEnd } from './subscriptions.rules.ts';
import {
  findLiving,
  insertSubscription,
  lockSubscription,
  moveSubscription,
  writeMonth,
  writeUntil,
} from './subscriptions.store.ts';

export type PaidMonth = {
  orderId: string;
  userId: string;
  /** Null: the whole site. */
  channelId: string | null;
  term: SubscriptionTerm;
  price: MonthPrice;
};

/**
 * An order for a month is paid, in the caller's transaction: a subscription begins, or the one whose
 * month it was made for goes on. False when it buys nothing: the person has one by now, it has ended
 * meanwhile, or nothing is offered any more. Whoever took the money gives it back then.
 */
export async function settleMonth(tx: Db, paid: PaidMonth): Promise<boolean> {
  const period = await findPeriodOf(tx, paid.orderId);
  return period ? extend(tx, paid) : begin(tx, paid);
}

async function begin(tx: Db, paid: PaidMonth): Promise<boolean> {
  const { orderId, userId, channelId, term, price } = paid;
  if (!(await isOffered(tx, channelId))) return false;
  const living = await findLiving(tx, { userId, channelId });
  // Over by its rule, though the clock has not been by.
  if (living && isOver(living, { now: now(), isOffered: living.isOffered })) {
    await endSubscription(tx, living);
  }
  const since = nowText();
  const validUntil = monthEnd(since, 1, term);
  const meansId = await keptMeansOf(tx, orderId);
  const given = { userId, channelId, term, since, validUntil, price, meansId };
  const subscriptionId = await insertSubscription(tx, given);
  if (!subscriptionId) return false;
  const month = { startsAt: since, endsAt: validUntil, paidAt: since, nextTryAt: null };
  await insertPeriod(tx, { subscriptionId, number: 1, orderId, ...month });
  return true;
}

/** One that was cancelled while the month was on its way stays so, a month longer. */
async function extend(tx: Db, { orderId, price }: PaidMonth): Promise<boolean> {
  const period = await findPeriodOf(tx, orderId);
  const subscription = period && (await lockSubscription(tx, period.subscriptionId));
  if (!period || !subscription?.isOffered || subscription.state === 'ended') return false;
  const at = nowText();
  if (!(await notePaid(tx, orderId, at))) return false;
  const { id, state, next } = subscription;
  const meansId = await keptMeansOf(tx, orderId);
  const isLate = meansId !== null && (await isOvertaken(tx, subscription, meansId));
  if (state === 'past_due') await moveSubscription(tx, id, { to: 'active', at });
  await writeMonth(tx, id, {
    validUntil: period.endsAt,
    price,
    isNewPrice: next !== null && period.startsAt >= next.from,
    meansId: isLate ? null : meansId,
  });
  return true;
}

/**
 * The money of a month went back whole: a month that runs ends with it, and nothing is charged any more.
 * One that was paid ahead is not had, and what runs lasts to its end. Behind a month that is paid
 * nothing is taken back.
 */
export async function takeBackMonth(tx: Db, orderId: string): Promise<void> {
  const period = await findPeriodOf(tx, orderId);
  const subscription = period && (await lockSubscription(tx, period.subscriptionId));
  if (!period || !subscription || period.endsAt < subscription.validUntil) return;
  if (period.startsAt <= nowText()) {
    await endSubscription(tx, subscription);
    return;
  }
  await noteUnpaid(tx, period);
  await writeUntil(tx, subscription.id, period.startsAt);
  await cancelAndSay(tx, { ...subscription, validUntil: period.startsAt });
}
