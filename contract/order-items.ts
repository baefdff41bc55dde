import { z } from 'zod';
import { Id, Slug } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { CouponCode } from './tickets.ts';

/** A ticket for a product, as the checkout asks for it. */
export const TicketItem = z.strictObject({
  kind: z.literal('ticket'),
  productSlug: Slug,
  /** The session chosen; null for a product without sessions. */
  sessionId: Id.nullable(),
  code: CouponCode.nullable().default(null),
  /** The total on the buyer's screen, in minor units: another price is PRICE_CHANGED. */
  expectedTotal: Amount,
});
export type TicketItem = z.infer<typeof TicketItem>;

/** A bundle: its parts, with their showings, are those that it has on that day. */
export const BundleItem = TicketItem.omit({ sessionId: true }).extend({
  kind: z.literal('bundle'),
});
export type BundleItem = z.infer<typeof BundleItem>;

/** What can be chosen, by `kind`: another kind is another schema here. */
export const OrderItem = z.discriminatedUnion('kind', [TicketItem, BundleItem]);
export type OrderItem = z.infer<typeof OrderItem>;
