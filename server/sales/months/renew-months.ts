import {
  canChargeKept,
  chargeKept,
  isOutrun,
  lockAttempts,
  openKeptPayment,
} from '#server/payments/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import {
  askForMonth,
  claimTry,
  dropTry,
  findPeriodOf,
  findSubscription,
  isDue,
  isLeftToPerson,
  isOver,
  listDue,
  listTries,
  lockSubscription,
  renewalHours,
  type SubscriptionRow,
} from '#server/subscriptions/index.ts';
import { lacksRate } from '../euro-rate.ts';
import { Overtaken } from '../new-orders.store.ts';
import { isHeld } from '../orders.rules.ts';
import { lockOrder } from '../orders.store.ts';
import { keepWaiting, listStirring, listUnpayable } from './await-rates.ts';
import { clearWay } from './clear-way.ts';
import { lockForMonth, placeMonth } from './place-month.ts';

/** So long a try belongs to whoever took it, should its answer be lost with them. */
const leaseHours = 1;

/**
 * Makes the orders of months that are due, and charges what is to be tried now: each once, however many
 * do this at the same time. One that fails is said in the log and holds up no other; of each list at most
 * so many. Answers how many were charged.
 */
export async function renewMonths(most = 500): Promise<number> {
  const by = instantText(now().add({ hours: renewalHours }));
  await placeAll(await listDue(db(), by, most));
  await placeAll(await listUnpayable(by, most));
  const waited = await placeAll(await listStirring(most));
  let charged = 0;
  for (const orderId of [...(await listTries(db(), nowText(), most)), ...waited]) {
    if (await alone({ orderId }, () => tryMonth(orderId))) charged += 1;
  }
  return charged;
}

/** Answers the orders of those that are due. */
async function placeAll(ids: string[]): Promise<string[]> {
  const placed: string[] = [];
  for (const id of ids) {
    const orderId = await alone({ subscriptionId: id }, () => placeIfDue(id));
    if (orderId) placed.push(orderId);
  }
  return placed;
}

async function alone<T>(about: object, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log().error({ err: error, ...about }, 'a month was not renewed');
    return null;
  }
}

/**
 * Another order of the person for the same, which is no month of this subscription, makes way: it would
 * keep this one from being charged.
 */
async function placeIfDue(id: string): Promise<string | null> {
  try {
    return await inTransaction((tx) => placeDue(tx, id));
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    const found = await findSubscription(db(), id);
    if (found) await clearWay(found);
    return await inTransaction((tx) => placeDue(tx, id));
  }
}

async function placeDue(tx: Db, id: string): Promise<string | null> {
  const found = await lockForMonth(tx, id);
  if (!found || !goesOn(found)) return null;
  const isToCharge = isDue(found, now());
  if (!(await lacksRate(tx, found))) {
    return isToCharge ? (await placeMonth(tx, found)).orderId : null;
  }
  // Nor can its person pay what is due.
  if (isToCharge || found.state === 'past_due') await keepWaiting(tx, found);
  return null;
}

/** Also where the clock stood still: nobody had the month of which the grace is over. */
const goesOn = (subscription: SubscriptionRow): boolean =>
  ['active', 'past_due'].includes(subscription.state) &&
  subscription.isOffered &&
  !isOver(subscription, { now: now(), isOffered: true });

/** Charges one month by what was kept; false when there was nothing to charge. */
async function tryMonth(orderId: string): Promise<boolean> {
  const opened = await inTransaction((tx) => openTry(tx, orderId));
  if (!opened) return false;
  await chargeKept(opened.payment, opened.meansId);
  return true;
}

/**
 * Payments are locked before their order, that before the subscription, and that before its month: so
 * does whoever is told that one of them was paid.
 */
async function openTry(tx: Db, orderId: string) {
  const attempts = await lockAttempts(tx, orderId);
  const order = await lockOrder(tx, orderId);
  const period = await findPeriodOf(tx, orderId);
  const subscription = period && (await lockSubscription(tx, period.subscriptionId));
  // One that came meanwhile is under way, or was: the next run sees how it ended.
  if (attempts.live || (await isOutrun(tx, attempts))) return null;
  if (!subscription || order?.state !== 'pending') return null;
  if (!goesOn(subscription) || !isHeld(order, now())) {
    await dropTry(tx, orderId);
    return null;
  }
  if (await lacksRate(tx, order)) {
    await keepWaiting(tx, subscription);
    return null;
  }
  const { id: subscriptionId, meansId } = subscription;
  const { total: amount, currency } = order;
  const isLeft = isLeftToPerson(subscription, period);
  // Asked by somebody else meanwhile.
  if (isLeft && !subscription.waitsForRate) return null;
  if (isLeft || !meansId || !(await canChargeKept(tx, { meansId, amount, currency }))) {
    await askForMonth(tx, { orderId, subscriptionId });
    return null;
  }
  const until = instantText(now().add({ hours: leaseHours }));
  if (!(await claimTry(tx, orderId, { at: nowText(), until }))) return null;
  const payment = await openKeptPayment(tx, { orderId, amount, currency, meansId });
  return { payment, meansId };
}
