import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { TicketEnded, TicketGranted } from './announcements.ts';
import { insertTicket, markEnded, type NewTicket } from './tickets.store.ts';

/**
 * Gives a person the right to a product in the caller's transaction; answers the ticket's id.
 * Refuses ALREADY_OWNED when there is a good ticket (the database decides).
 */
export async function grantTicket(tx: Db, ticket: NewTicket): Promise<string> {
  const ticketId = (await insertTicket(tx, ticket)) ?? refuse('ALREADY_OWNED');
  await announce(tx, TicketGranted, { ticketId, productId: ticket.productId });
  return ticketId;
}

/** Ends one ticket; false, and nothing is done, when it has ended already. */
export async function endTicket(tx: Db, ticketId: string, reason: string): Promise<boolean> {
  const ended = await markEnded(tx, { ticketId }, { reason, at: nowText() });
  for (const ticket of ended) await announce(tx, TicketEnded, { ...ticket, reason });
  return ended.length > 0;
}

/** Ends every good ticket of a product: nobody is let in to it any more. */
export async function endTicketsOfProduct(
  tx: Db,
  productId: string,
  reason: string,
): Promise<void> {
  const ended = await markEnded(tx, { productId }, { reason, at: nowText() });
  for (const ticket of ended) await announce(tx, TicketEnded, { ...ticket, reason });
}

/** Ends every ticket that came from an order, or that for one of its products. */
export async function endTicketsOfOrder(
  tx: Db,
  orderId: string,
  { reason, productId }: { reason: string; productId: string | null },
): Promise<void> {
  const ended = await markEnded(tx, { orderId, productId }, { reason, at: nowText() });
  for (const ticket of ended) await announce(tx, TicketEnded, { ...ticket, reason });
}
