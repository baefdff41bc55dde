import type { TicketSource } from '#contract/tickets.ts';
import { db } from '#server/platform/database/index.ts';

/** A good ticket, granted on the first of January 2026 unless told. */
export async function aTicket(given: {
  userId: string;
  productId: string;
  sessionId?: string | null;
  source?: TicketSource;
  grantedAt?: string;
}): Promise<{ id: string }> {
  return db()
    .insertInto('tickets')
    .values({
      user_id: given.userId,
      product_id: given.productId,
      session_id: given.sessionId ?? null,
      source: given.source ?? 'gift',
      granted_at: given.grantedAt ?? '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
