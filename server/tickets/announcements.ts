import { fact } from '#server/platform/facts.ts';

/** Somebody has the right to a product from now on. */
export const TicketGranted = fact<{ ticketId: string; productId: string }>('ticket granted');
export const TicketEnded = fact<{
  ticketId: string;
  userId: string;
  productId: string;
  reason: string;
}>('ticket ended');
