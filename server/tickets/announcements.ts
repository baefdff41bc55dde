import { fact } from '#server/platform/facts.ts';

export const TicketEnded = fact<{
  ticketId: string;
  userId: string;
  productId: string;
  reason: string;
}>('ticket ended');
