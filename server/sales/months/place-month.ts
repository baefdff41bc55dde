import { now, nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { digestOf } from '#server/platform/secrets.ts';
import {
  dropUnpaid,
  findNewestPeriod,
  findSubscription,
  followedTitleOf,
  graceUntil,
  insertPeriod,
  isLeftToPerson,
  lockSubscription,
  monthEnd,
  monthTitle,
  monthToCharge,
  moveOrderOf,
  type Period,
  priceOfMonth,
  renewalFrom,
  type SubscriptionRow,
  writeNextTry,
} from '#server/subscriptions/index.ts';
import { demandAnyRate } from '../euro-rate.ts';
import { monthLine } from '../lines/subscription-line.ts';
import { insertOrder } from '../new-orders.store.ts';
import { type Buyer, findOrder, lockOrder } from '../orders.store.ts';
import { findBuyerOfOrder } from './months.store.ts';

/** Mostly where the paid one ends; later where months went by that nobody is charged for. */
function startOf(
  { since, term, validUntil }: SubscriptionRow,
  { newest, number }: { newest: Period; number: number },
): string {
  if (newest.paidAt === null && number === newest.number) return newest.startsAt;
  return number === newest.number + 1 && newest.paidAt !== null
    ? validUntil
    : monthEnd(since, number - 1, term);
}

/** The month that is due or comes next, and what it costs. */
export function nextMonth(subscription: SubscriptionRow, newest: Period) {
  const following = newest.paidAt === null ? newest.number : newest.number + 1;
  const { since, term, currency } = subscription;
  const number = monthToCharge(subscription, { next: following, now: now() });
  const startsAt = startOf(subscription, { newest, number });
  return {
    number,
    startsAt,
    endsAt: monthEnd(since, number, term),
    price: { currency, ...priceOfMonth(subscription, startsAt) },
  };
}

/**
 * The subscription, locked to the end of the transaction after the order that waits to pay its month:
 * whoever is told that it was paid comes to them in this order too.
 */
export async function lockForMonth(tx: Db, id: string): Promise<SubscriptionRow | null> {
  if (!(await findSubscription(tx, id))) return null;
  const newest = await findNewestPeriod(tx, id);
  if (newest.paidAt === null) await lockOrder(tx, newest.orderId);
  return lockSubscription(tx, id);
}

/** With the grace; whoever waited for us has all of it from now on, or had it from when there was a rate. */
function graceOf({ state, waitsForRate, validUntil, accessUntil }: SubscriptionRow): string {
  if (waitsForRate) return graceUntil(nowText());
  return state === 'past_due' ? accessUntil : graceUntil(validUntil);
}

/** With the grace, or with its month: whoever pays after that pays the month that runs then. */
const endOfOrder = (subscription: SubscriptionRow, endsAt: string): string => {
  const grace = graceOf(subscription);
  return grace < endsAt ? grace : endsAt;
};

/**
 * The order for the next month of a subscription that the caller has locked: the one that waits, or a
 * new one. The key of the month decides who makes it. `buyer` left out: as in the month before. Refuses
 * RATE_MISSING; throws `Overtaken` when another order of the person for the same is on its way.
 */
export async function placeMonth(
  tx: Db,
  subscription: SubscriptionRow,
  given: { buyer?: Buyer; key?: string; digest?: Buffer } = {},
): Promise<{ orderId: string; total: number }> {
  const { id, userId: buyerId, channelId, term, currency, validUntil, waitsForRate } = subscription;
  await demandAnyRate(tx, { channelId, currency });
  const newest = await findNewestPeriod(tx, id);
  // Locked by `lockForMonth`; one that came since is only read, for orders are locked before subscriptions.
  const waiting = newest.paidAt === null ? await findOrder(tx, newest.orderId) : null;
  if (waiting?.state === 'pending' && waiting.expiresAt > nowText()) {
    return { orderId: waiting.id, total: waiting.total };
  }
  const { number, price, startsAt, endsAt } = nextMonth(subscription, newest);
  const before = await findBuyerOfOrder(tx, newest.orderId);
  const title = monthTitle(before.language, await followedTitleOf(tx, channelId), term);
  const key = given.key ?? `month ${id} ${number} ${crypto.randomUUID()}`;
  const placed = await insertOrder(tx, {
    ...{ buyerId, channelId, currency, language: before.language, key },
    buyer: given.buyer ?? before.buyer,
    digest: given.digest ?? digestOf(key),
    at: nowText(),
    expiresAt: endOfOrder(subscription, endsAt),
    items: [{ line: await monthLine(tx, price, { channelId, term, title }), parts: [] }],
  });
  const orderId = orRefuse(placed, 'ORDER_STATE');
  const isLeft = isLeftToPerson(subscription, newest);
  const nextTryAt = isLeft ? null : renewalFrom(validUntil);
  if (newest.paidAt === null && newest.number === number) {
    await moveOrderOf(tx, newest, orderId);
    if (waitsForRate && !isLeft) await writeNextTry(tx, orderId, nowText());
  } else {
    await dropUnpaid(tx, id);
    const period = { subscriptionId: id, number, orderId, startsAt, endsAt, nextTryAt };
    if (!(await insertPeriod(tx, period))) throw new Error(`month ${number} of ${id} is taken`);
  }
  return { orderId, total: price.total };
}
