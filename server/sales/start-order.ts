import type { Order, OrderForm } from '#contract/orders.ts';
import { giveUpPayment } from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { findPeriodOf } from '#server/subscriptions/index.ts';
import { endedByTime, endTicket } from '#server/tickets/index.ts';
import { cancelMoved, expireSome, noteOver } from './close-order.ts';
import { type Change, change, cold, holdsAnything, hot } from './lines/holdings.ts';
import { followedBy } from './lines/subscription-line.ts';
import { findByKey, insertOrder, Overtaken } from './new-orders.store.ts';
import { getOrder } from './orders.queries.ts';
import { isSameChoice } from './orders.rules.ts';
import { listPendingFor, type PendingOrder } from './pending-orders.queries.ts';
import { type Asked, linesOf, type Plan, planOrder, productIdsOf } from './plan-order.ts';
import { completeFreeOrder } from './settle-order.ts';

/**
 * A buyer begins to buy: the order holds prices, codes and seats for fifteen minutes. The same key
 * with the same body answers the same order; another key finds the buyer's order for the same choice,
 * and takes the place of those for another choice of the same products. A free order is paid at once.
 */
export async function startOrder(
  actor: Actor,
  asked: { key: string; form: OrderForm; language: Actor['language'] },
): Promise<Order> {
  // Who brought the buyer is no part of what is bought: no key is refused for it.
  const { ref: _, ...form } = asked.form;
  const digest = digestOf(JSON.stringify(form));
  return getOrder(actor, await startOrReplay(actor, { ...asked, digest }));
}

/**
 * Most keys are new: whether one was used before is asked only when something stands in the way.
 * It always does then, for the database takes a key once.
 */
export async function startOrReplay(actor: Actor, asked: Asked): Promise<string> {
  try {
    return await start(actor, asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const known = await replay(actor, asked.key, asked.digest);
    if (known) return known;
    throw error;
  }
}

async function start(actor: Actor, asked: Asked): Promise<string> {
  if (!asked.form.acceptTerms) refuse('TERMS_NOT_ACCEPTED');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const plan = await planOrder(actor, asked);
    const orderId =
      (hasGift(plan) && (await withExisting(actor, plan))) ||
      ((await placeOrder(plan)) ?? (await withExisting(actor, plan)));
    if (orderId) return orderId;
  }
  return refuse('ORDER_STATE');
}

/**
 * Gifts of one product may be several, so no index says that one waits already: whoever corrects an
 * address would hold two seats.
 */
const hasGift = ({ items }: Plan): boolean => items.some(({ line }) => line.kind === 'gift');

/** The order that was made under this key; refuses when the key came with another body. */
async function replay(actor: Actor, key: string, digest: Buffer): Promise<string | null> {
  const known = await findByKey(db(), actor.id, key);
  if (!known) return null;
  if (!known.digest.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  return known.id;
}

/** Writes the order; null when another one stands in its way. Hot rows come last. */
async function placeOrder(plan: Plan, replaced: string[] = []): Promise<string | null> {
  const lines = linesOf(plan);
  // An order that takes nothing else with it is one statement, and needs no more around it.
  const isAlone =
    replaced.length === 0 && plan.expired.length === 0 && plan.total > 0 && !holdsAnything(lines);
  const write = () =>
    isAlone ? insertOrder(db(), plan) : inTransaction((tx) => writeOrder(tx, plan, replaced));
  try {
    return await written(write, lines);
  } catch (error) {
    if (error instanceof Overtaken) return null;
    throw error;
  }
}

/** What orders hold whose time is over is free by right, though the clock's job has yet to run. */
async function written(
  write: () => Promise<string | null>,
  lines: ReturnType<typeof linesOf>,
): Promise<string | null> {
  try {
    return await write();
  } catch (error) {
    const isFull = error instanceof Refusal && error.code === 'SOLD_OUT';
    if (!isFull || (await expireSome(productIdsOf(lines))) === 0) throw error;
    return write();
  }
}

/**
 * The orders that are replaced end in the same transaction: nobody takes the seat of a buyer who only
 * changes the invoice, and who is refused another date keeps the first one.
 */
async function writeOrder(tx: Db, plan: Plan, replaced: string[]): Promise<string | null> {
  const changes: Change[] = [];
  for (const id of replaced) changes.push(await cancelMoved(tx, id, 'replaced by a new order'));
  const orderId = await insertOrder(tx, plan);
  if (!orderId) throw new Overtaken();
  changes.push({ lines: linesOf(plan), orderId, do: 'take', until: plan.expiresAt });
  await change(tx, cold, changes);
  for (const { id } of plan.expired) await endTicket(tx, id, endedByTime);
  if (plan.total === 0) await completeFreeOrder(tx, orderId);
  for (const ticket of plan.expired) changes.push(...(await noteOver(tx, ticket)));
  await change(tx, hot, changes);
  return orderId;
}

/** A month of a subscription that is over is not the first of another: paid, it would begin nothing. */
async function servesAgain(order: PendingOrder, plan: Plan): Promise<boolean> {
  const choice = { lines: linesOf(plan), billing: plan.buyer.billing };
  if (!isSameChoice(order, choice) || order.expiresAt <= nowText()) return false;
  const hasMonth = order.lines.some(({ kind }) => kind === 'subscription');
  return !hasMonth || (await findPeriodOf(db(), order.id)) === null;
}

/** What stood in the way: the same order, or others that now give way (null: try again). */
async function withExisting(actor: Actor, plan: Plan): Promise<string | null> {
  const same = await replay(actor, plan.key, plan.digest);
  if (same) return same;
  const lines = linesOf(plan);
  const followed = lines.map(followedBy).find((of) => of !== undefined);
  const pending = await listPendingFor(db(), actor.id, productIdsOf(lines), followed);
  const [first] = pending;
  if (!first) return null;
  if (pending.length === 1 && (await servesAgain(first, plan))) return first.id;
  for (const { id } of pending) await giveUpPayment(id);
  return placeOrder(
    plan,
    pending.map(({ id }) => id),
  );
}
