import { type CouponForm, type TicketSource, ticketsContract } from '#contract/tickets.ts';
import { db } from '#server/platform/database/index.ts';
import { call } from '#test/story.ts';
import type { SomeProduct } from './catalog.ts';

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

/** A code that its organizer has made for a product: 6.05 € with tax, every date, unless told. */
export async function aCode(
  product: SomeProduct,
  given: Partial<CouponForm> = {},
): Promise<string> {
  const { owner: as, slug } = product;
  const body = { sessionId: null, quantity: 1, net: 500, tax: 105, validUntil: null, ...given };
  const { id } = await call(ticketsContract.makeCoupons, { as, params: { slug }, body });
  const { items } = await call(ticketsContract.listCodes, { as, params: { id } });
  return items[0]?.code ?? '';
}
