import { type BillingForm, type Order, type OrderForm, orderHoldMinutes } from '#contract/sales.ts';
import { taxIdCanExist } from '#contract/shared/tax-ids.ts';
import {
  findProduct,
  holdSeat,
  isWorthwhile,
  type Product,
  priceNow,
  saleIsOpen,
} from '#server/catalog/index.ts';
import { feeFor, giveUpPayment } from '#server/payments/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import {
  type CodeFault,
  endTicket,
  type FoundCode,
  findCode,
  playbackState,
  priceWith,
  reserveCode,
  spendsCode,
  type TicketRow,
} from '#server/tickets/index.ts';
import { findBuyer } from './buyers.queries.ts';
import { cancelUnpaid, expireOrders, giveSeatsBack } from './close-order.ts';
import { getOrder } from './orders.queries.ts';
import { codeFits, feePlanOf, isSameChoice } from './orders.rules.ts';
import {
  type Buyer,
  findByKey,
  findPendingOf,
  insertOrder,
  type NewOrder,
} from './orders.store.ts';
import { isReached } from './reach.ts';
import { completeFreeOrder } from './settle-order.ts';

export type Asked = { key: string; form: OrderForm; language: Actor['language'] };
type Digested = Asked & { digest: Buffer };

/**
 * A buyer begins to buy: the order holds price, code and seat for fifteen minutes. The same key
 * with the same body answers the same order; another key finds the buyer's order for this product
 * if it is for the same choice, and takes its place if not. A free order is paid at once.
 */
export async function startOrder(actor: Actor, asked: Asked): Promise<Order> {
  const digest = digestOf(JSON.stringify(asked.form));
  return getOrder(actor, await startOrReplay(actor, { ...asked, digest }));
}

/**
 * Most keys are new: whether one was used before is asked only when something stands in the way.
 * It always does then, for the database takes a key once.
 */
async function startOrReplay(actor: Actor, asked: Digested): Promise<string> {
  try {
    return await start(actor, asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const known = await replay(actor, asked.key, asked.digest);
    if (known) return known;
    throw error;
  }
}

async function start(actor: Actor, asked: Digested): Promise<string> {
  if (!asked.form.acceptTerms) refuse('TERMS_NOT_ACCEPTED');
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const plan = await planOrder(actor, asked);
    const orderId = (await placeOrder(plan)) ?? (await withExisting(actor, plan));
    if (orderId) return orderId;
  }
  return refuse('ORDER_STATE');
}

/** The order that was made under this key; refuses when the key came with another body. */
async function replay(actor: Actor, key: string, digest: Buffer): Promise<string | null> {
  const known = await findByKey(db(), actor.id, key);
  if (!known) return null;
  if (!known.digest.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  return known.id;
}

type Plan = NewOrder & { expired: TicketRow | null };

/** Everything that can be known before anything is written; refuses what cannot be bought. */
async function planOrder(actor: Actor, asked: Digested): Promise<Plan> {
  const { form, key, digest } = asked;
  const product = orRefuse(await findProduct(db(), form.productSlug));
  const code = await demandReach(actor, product, form);
  const { buyer: person, ticket } = orRefuse(await findBuyer(db(), actor.id, product.id));
  if (ticket && !hasEnded(product, ticket)) refuse('ALREADY_OWNED');
  const session = demandSession(product, form.sessionId);
  const price = priceWith(code, priceNow(product, now()));
  const { total, from: priceFrom, ...rest } = price;
  if (total !== form.expectedTotal) refuse('PRICE_CHANGED');
  const buyer = form.billing ? { ...person, billing: billingFrom(form.billing) } : person;
  if (total > 0) demandTaxId(buyer);
  const { currency } = product;
  const minutes = session?.durationMinutes ?? null;
  const fee = await feeFor(db(), { plan: feePlanOf(product), total, currency, minutes });
  return {
    buyerId: actor.id,
    channelId: product.channelId,
    productId: product.id,
    currency,
    language: asked.language,
    buyer,
    key,
    digest,
    at: nowText(),
    expiresAt: instantText(now().add({ minutes: orderHoldMinutes })),
    line: {
      ...rest,
      total,
      priceFrom,
      fee,
      title: product.title,
      sessionId: session?.id ?? null,
      code: code && spendsCode(product, price) ? code.code : null,
      holdsSeat: session !== null && session.capacity !== null,
    },
    expired: ticket,
  };
}

/**
 * The good code that was typed, if any. What is out of reach does not exist, before anything is said
 * of the code: who guesses addresses with a code learns nothing.
 */
async function demandReach(
  actor: Actor,
  product: Product,
  form: OrderForm,
): Promise<FoundCode | null> {
  const read = form.code ? await readCode(actor, product, form) : null;
  const code = typeof read === 'string' ? null : read;
  if (!isReached(actor, product, code !== null)) refuse('SERVER_ERROR_NOT_FOUND');
  if (typeof read === 'string') refuse(read);
  if (!saleIsOpen(product, now())) refuse('PRODUCT_NOT_FOR_SALE');
  return code;
}

async function readCode(
  actor: Actor,
  product: Product,
  form: OrderForm,
): Promise<FoundCode | CodeFault> {
  const pending = await findPendingOf(db(), actor.id, product.id);
  const orderId = pending?.id ?? null;
  const found = await findCode(db(), form.code ?? '', { now: nowText(), orderId });
  if (typeof found === 'string') return found;
  return codeFits(found, product, form.sessionId) ? found : 'COUPON_INVALID';
}

function demandSession(product: Product, sessionId: string | null) {
  if (product.sessions.length === 0 && sessionId === null) return null;
  const session = product.sessions.find(({ id }) => id === sessionId);
  if (!session) {
    refuse('VALIDATION', { fields: { sessionId: sessionId === null ? 'required' : 'invalid' } });
  }
  if (session.cancelledAt !== null) refuse('SESSION_CANCELLED');
  if (!isWorthwhile(product, session, now())) refuse('PRODUCT_NOT_FOR_SALE');
  return session;
}

/** A rental whose time is over can be bought again. No transmission changes when that is. */
const hasEnded = (product: Product, ticket: TicketRow): boolean =>
  playbackState(product, ticket, null, now()) === 'expired';

/** No invoice is made out to a tax id that its country has not; of nothing there is no invoice. */
function demandTaxId({ billing, country }: Buyer): void {
  const { nif } = billing;
  if (nif === '' || taxIdCanExist(nif, billing.country || country)) return;
  refuse('VALIDATION', { fields: { 'billing.nif': 'tax_id' } });
}

function billingFrom(given: BillingForm): Buyer['billing'] {
  const { company, nif, address, city, postalCode, country } = given;
  return { company, nif, address, city, postalCode, country };
}

/** Writes the order; null when another one stands in its way. The hot row of the seat comes last. */
async function placeOrder(plan: Plan, replaced: string | null = null): Promise<string | null> {
  // An order that takes nothing else with it is one statement, and needs no more around it.
  const { code, holdsSeat, total } = plan.line;
  const isAlone = !replaced && !plan.expired && !code && !holdsSeat && total > 0;
  const write = () =>
    isAlone ? insertOrder(db(), plan) : inTransaction((tx) => writeOrder(tx, plan, replaced));
  try {
    return await write();
  } catch (error) {
    const isFull = error instanceof Refusal && error.code === 'SOLD_OUT' && plan.line.sessionId;
    // Seats of orders whose time is over are free by right, though the clock's job has yet to run.
    if (isFull && (await expireOrders(plan.line.sessionId ?? undefined)) > 0) return write();
    throw error;
  }
}

/**
 * The order that is replaced ends in the same transaction: nobody takes the seat of a buyer who only
 * changes the invoice, and who is refused another date keeps the first one.
 */
async function writeOrder(tx: Db, plan: Plan, replaced: string | null): Promise<string | null> {
  if (replaced && !(await cancelUnpaid(tx, replaced, 'replaced by a new order'))) return null;
  const orderId = await insertOrder(tx, plan);
  if (!orderId) return null;
  const { code, holdsSeat, sessionId, total } = plan.line;
  if (plan.expired) await endTicket(tx, plan.expired.id, 'expired');
  if (code) {
    const reservation = { code, orderId, until: plan.expiresAt, now: plan.at };
    if (!(await reserveCode(tx, reservation))) refuse('COUPON_USED');
  }
  if (total === 0) await completeFreeOrder(tx, orderId);
  if (plan.expired?.orderId) await giveSeatsBack(tx, plan.expired.orderId);
  if (holdsSeat && sessionId) await holdSeat(tx, sessionId);
  return orderId;
}

/** What stood in the way: the same order, or another one that now gives way (null: try again). */
async function withExisting(actor: Actor, plan: Plan): Promise<string | null> {
  const same = await replay(actor, plan.key, plan.digest);
  if (same) return same;
  const pending = await findPendingOf(db(), actor.id, plan.productId);
  if (!pending) return null;
  const choice = { ...plan.line, billing: plan.buyer.billing };
  if (isSameChoice(pending, choice) && pending.expiresAt > nowText()) return pending.id;
  await giveUpPayment(pending.id);
  return placeOrder(plan, pending.id);
}
