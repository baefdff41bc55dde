import { fact } from '#server/platform/facts.ts';

export type TicketFact = { ticketId: string; userId: string; productId: string };

export const TicketGranted = fact<TicketFact>('ticket granted');
export const TicketEnded = fact<TicketFact & { reason: string }>('ticket ended');
