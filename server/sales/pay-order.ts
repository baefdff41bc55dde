import type { Order } from '#contract/orders.ts';
import type { CarriedNotice, PaymentMeans } from '#contract/payments.ts';
import {
  type ChargeScreen,
  charge,
  comeBack,
  confirmPayment,
  demandMeans,
  giveUpPayment,
  isOutrun,
  lockAttempts,
  openingFirst,
  openPayment,
  reconcileOrder,
} from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { checkoutPath, pathWith } from './checkout-path.ts';
import { lacksPaper } from './euro-rate.ts';
import { findChosen, getOrder, getOwnOrder } from './orders.queries.ts';
import { canPay, isHeld } from './orders.rules.ts';
import { findOrder, lockOrder, pendingOrder } from './orders.store.ts';

type Means = Awaited<ReturnType<typeof demandMeans>>;

/**
 * The buyer pays. The answer is the order as it stands after the provider was asked: paid, declined,
 * asked something, sent to the provider's page, or waiting. An attempt that waits for the buyer's
 * answer gives way to a new one; one that waits for the bank does not (ORDER_STATE). Pressing again
 * after a lost answer charges nothing more: the order is answered as the first press left it.
 */
export async function payOrder(actor: Actor, orderId: string, given: PaymentMeans): Promise<Order> {
  const means = await demandMeans(given);
  const opened =
    (await openAtOnce(actor, orderId, means)) ??
    (await open(actor, orderId, means)) ??
    (await openInstead(actor, orderId, means));
  if (opened !== 'paid') {
    await charge(opened, means, means.card ? null : await screenOf(actor, orderId));
  }
  return getOrder(actor, orderId);
}

/** What the provider's page says, and the way back to where the order is gone on with. */
async function screenOf(actor: Actor, orderId: string): Promise<ChargeScreen> {
  const { chosen, number, titles } = await findChosen(actor, orderId);
  // A code may open what is private: the provider learns none, and the page finds the order by its id.
  const lines = chosen.lines.map((line) => ({ ...line, code: null }));
  return {
    // Whoever looks at the provider's own screen finds the order by it, also where the rest is cut.
    title: `${number} · ${titles.join(', ')}`,
    language: actor.language,
    buyerEmail: actor.email,
    backPath: pathWith(checkoutPath({ ...chosen, lines }), { order: orderId }),
  };
}

/**
 * Mostly nothing stands in the way of the first attempt: the order is judged as it is read, and the attempt
 * written by one statement, if it still stands so. Null for all else, which is judged under its locks.
 */
async function openAtOnce(actor: Actor, orderId: string, means: Means) {
  const order = await findOrder(db(), orderId);
  if (order?.buyerId !== actor.id || order.month || !canPay(order, now())) return null;
  if (await lacksPaper(db(), order)) return null;
  const { total: amount, currency } = order;
  return openFirst({ orderId, amount, currency, means });
}

const openFirst = openingFirst(pendingOrder);

/** So often an attempt of theirs may come between two locks of one press. */
const mostOutrun = 3;

/** Opens the attempt; null when another one is under way. */
async function open(actor: Actor, orderId: string, means: Means) {
  for (let turn = 1; turn <= mostOutrun; turn += 1) {
    const opened = await openLocked(actor, orderId, means);
    if (opened !== 'outrun') return opened;
  }
  return refuse('ORDER_STATE');
}

/** The same; `outrun` when another one came between the locks, which are given back. */
const openLocked = (actor: Actor, orderId: string, means: Means) =>
  inTransaction(async (tx) => {
    const attempts = await lockAttempts(tx, orderId);
    const order = await lockOrder(tx, orderId);
    if (!order || order.buyerId !== actor.id) refuse('SERVER_ERROR_NOT_FOUND');
    if (order.state === 'paid') return 'paid';
    if (!canPay(order, now())) refuse('ORDER_STATE');
    if (attempts.live) return null;
    if (await isOutrun(tx, attempts)) return 'outrun';
    // It would have no paper, so that its money would go back.
    if (await lacksPaper(tx, order)) refuse('RATE_MISSING');
    const { total: amount, currency, month } = order;
    return openPayment(tx, { orderId, amount, currency, means, keep: month?.comesAgain ?? false });
  });

async function openInstead(actor: Actor, orderId: string, means: Means) {
  if (!(await reconcileOrder(orderId))) await giveUpPayment(orderId);
  return orRefuse(await open(actor, orderId, means), 'ORDER_STATE');
}

/** The buyer answers the bank's question. */
export async function answerBank(actor: Actor, orderId: string, approve: boolean): Promise<Order> {
  const order = await getOwnOrder(actor, orderId);
  if (!isHeld(order, now())) refuse('ORDER_STATE');
  await confirmPayment(orderId, approve);
  return getOrder(actor, orderId);
}

/** The buyer is back from the provider's page, with what that gave to the browser. */
export async function backFromProvider(
  actor: Actor,
  orderId: string,
  notice: CarriedNotice | undefined,
): Promise<Order> {
  await getOwnOrder(actor, orderId);
  await comeBack(orderId, notice ?? null);
  return getOrder(actor, orderId);
}
