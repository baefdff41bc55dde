import type { TicketItem } from '#contract/order-items.ts';
import {
  asInvited,
  findProduct,
  isBundle,
  isSent,
  isWorthwhile,
  type Product,
  priceNow,
  saleIsOpen,
  seatsLeft,
} from '#server/catalog/index.ts';

import { feeFor } from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import {
  type CodeFault,
  endTicketsOfOrder,
  type FoundCode,
  findCode,
  grantTicket,
  playbackState,
  priceWith,
  spendsCode,
  type TicketRow,
} from '#server/tickets/index.ts';
import { codeFits, feePlanOf, sourceOf } from '../orders.rules.ts';
import { findPendingOf } from '../pending-orders.queries.ts';
import { isReached } from '../reach.ts';
import type { LineFacts, LineRules, NewLine, PlannedLine, Scarce } from './line.ts';
import { codeOf, seatOf } from './scarce.ts';

/** A ticket for a product: the right to see it, with a seat where there are so many. */
export const ticketLine: LineRules<TicketItem> = {
  async plan({ actor, ticketsFor }, item) {
    const product = orRefuse(await findProduct(db(), item.productSlug));
    // What consists of others gives no ticket of its own.
    if (isBundle(product)) refuse('SERVER_ERROR_NOT_FOUND');
    if (isSent(product)) refuse('VALIDATION', { fields: { kind: 'invalid' } });
    const code = await demandReach(actor, product, item);
    const expired = demandNotOwned(product, await ticketsFor([product.id]));
    return { ...(await ticketFor(product, code, item)), expired };
  },

  holds: codeAndSeat,

  async secure(tx, { id: orderId, buyerId: userId }, line) {
    const { productId, sessionId } = line;
    if (!productId) throw new Error(`line ${line.id} is for no product`);
    const source = sourceOf(line);
    await grantTicket(tx, { userId, productId, sessionId, source, orderId, now: nowText() });
  },

  async release(tx, { id: orderId }, { productId }, reason) {
    await endTicketsOfOrder(tx, orderId, { reason, productId });
  },
};

/** A ticket with its showing and price as they are now. */
export async function ticketFor(
  product: Product,
  code: FoundCode | null,
  wanted: Pick<TicketItem, 'sessionId'>,
): Promise<Omit<PlannedLine, 'expired'>> {
  const session = demandSession(product, wanted.sessionId);
  const price = priceWith(code, priceNow(product, now()));
  const { from: priceFrom, ...amounts } = price;
  const line: NewLine = {
    ...amounts,
    kind: 'ticket',
    priceFrom,
    fee: await ticketFee(product, { total: price.total, session }),
    title: product.title,
    productId: product.id,
    sessionId: session?.id ?? null,
    quantity: 1,
    details: {},
    code: code && spendsCode(product, price) ? code.code : null,
    holdsSeat: session !== null && session.capacity !== null,
  };
  const { channelId, currency } = product;
  const isFull = session !== null && seatsLeft(session) === 0;
  return { line, parts: [], seller: { channelId, currency }, isFull };
}

/** What a ticket takes that others want, whoever it is for. */
export function codeAndSeat({ code, sessionId, holdsSeat }: LineFacts): Scarce[] {
  return [...(code ? [codeOf(code)] : []), ...(holdsSeat && sessionId ? [seatOf(sessionId)] : [])];
}

/** The fee of one ticket, in minor units of the product's currency. */
export const ticketFee = (
  product: Product,
  { total, session }: { total: number; session: { durationMinutes: number } | null },
): Promise<number> =>
  feeFor(db(), {
    plan: feePlanOf(product),
    total,
    currency: product.currency,
    minutes: session?.durationMinutes ?? null,
  });

/**
 * The good code that was typed, if any. What is out of reach does not exist, before anything is said
 * of the code: who guesses addresses with a code learns nothing.
 */
export async function demandReach(
  actor: Actor,
  product: Product,
  wanted: { code: string | null; sessionId: string | null },
): Promise<FoundCode | null> {
  const read = wanted.code ? await readCode(actor, product, wanted) : null;
  const code = typeof read === 'string' ? null : read;
  if (!isReached(actor, product, code !== null)) refuse('SERVER_ERROR_NOT_FOUND');
  if (typeof read === 'string') refuse(read);
  if (!saleIsOpen(asInvited(product, code), now())) refuse('PRODUCT_NOT_FOR_SALE');
  return code;
}

async function readCode(
  actor: Actor,
  product: Product,
  { code, sessionId }: { code: string | null; sessionId: string | null },
): Promise<FoundCode | CodeFault> {
  const pending = await findPendingOf(db(), actor.id, product.id);
  const orderId = pending?.id ?? null;
  const found = await findCode(db(), code ?? '', { now: nowText(), orderId });
  if (typeof found === 'string') return found;
  return codeFits(found, product, sessionId) ? found : 'COUPON_INVALID';
}

/** The showing that was chosen; refuses one that cannot be seen any more. */
export function demandSession(product: Product, sessionId: string | null) {
  if (product.sessions.length === 0 && sessionId === null) return null;
  const session = product.sessions.find(({ id }) => id === sessionId);
  if (!session) {
    refuse('VALIDATION', { fields: { sessionId: sessionId === null ? 'required' : 'invalid' } });
  }
  if (session.cancelledAt !== null) refuse('SESSION_CANCELLED');
  if (!isWorthwhile(product, session, now())) refuse('PRODUCT_NOT_FOR_SALE');
  return session;
}

/** Refuses ALREADY_OWNED; answers the tickets whose time is over, which can be bought again. */
function demandNotOwned(product: Product, tickets: readonly TicketRow[]): TicketRow[] {
  if (isOwned(product, tickets)) refuse('ALREADY_OWNED');
  return ticketsOf(product, tickets);
}

export const ticketsOf = ({ id }: Product, tickets: readonly TicketRow[]): TicketRow[] =>
  tickets.filter(({ productId }) => productId === id);

/** Is one of these tickets for this product, and good? */
export const isOwned = (product: Product, tickets: readonly TicketRow[]): boolean =>
  ticketsOf(product, tickets).some((ticket) => !hasEnded(product, ticket));

/** A rental whose time is over can be bought again. No transmission changes when that is. */
const hasEnded = (product: Product, ticket: TicketRow): boolean =>
  playbackState(product, ticket, null, now()) === 'expired';
