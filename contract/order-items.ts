import { z } from 'zod';
import { Email } from './accounts.ts';
import { Currency } from './shared/currencies.ts';
import { Id, Slug } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { PostalAddress } from './shared/postal-address.ts';
import { Line, Lines } from './shared/text.ts';
import { Instant } from './shared/time.ts';
import { Quantity } from './shipping.ts';
import { SubscriptionTerm } from './subscriptions.ts';
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

/** Whom a gift is for, and when they hear of it. */
export const GiftTo = z.strictObject({
  email: Email,
  name: Line(80).min(1),
  message: Lines(500).default(''),
  /** When the letter leaves, before the show begins; null: at once. */
  sendAt: Instant.nullable().default(null),
});
export type GiftTo = z.infer<typeof GiftTo>;

/** A ticket that the buyer pays and somebody else gets: it may be in an order several times. */
export const GiftItem = TicketItem.extend({ kind: z.literal('gift'), to: GiftTo });
export type GiftItem = z.infer<typeof GiftItem>;

/** What somebody gives to an artist, without anything in return. */
export const DonationItem = z.strictObject({
  kind: z.literal('donation'),
  channelSlug: Slug,
  /** The page where it was given; null: that of the channel. */
  productSlug: Slug.nullable().default(null),
  /** That on the giver's screen: another one is PRICE_CHANGED. */
  currency: Currency,
  /** What they chose to give, in minor units. */
  expectedTotal: Amount,
});
export type DonationItem = z.infer<typeof DonationItem>;

/** What somebody adds for the platform itself; never alone. */
export const SupportItem = DonationItem.omit({ channelSlug: true, productSlug: true }).extend({
  kind: z.literal('support'),
});
export type SupportItem = z.infer<typeof SupportItem>;
/** So many of a thing that is sent or picked up. */
export const PhysicalItem = z.strictObject({
  kind: z.literal('physical'),
  productSlug: Slug,
  quantity: Quantity,
  /** Of all of them, in minor units. */
  expectedTotal: Amount,
});
export type PhysicalItem = z.infer<typeof PhysicalItem>;

/** Where the things of an order go: after them, and once. */
export const ShippingItem = z.strictObject({
  kind: z.literal('shipping'),
  /** Null: they are picked up. */
  address: PostalAddress.nullable(),
  expectedTotal: Amount,
});
export type ShippingItem = z.infer<typeof ShippingItem>;

/** What begins a subscription: the first month of a channel, or a term of the whole site. */
export const SubscriptionItem = z.strictObject({
  kind: z.literal('subscription'),
  /** Null: to the whole site. */
  channelSlug: Slug.nullable(),
  /** By what it goes on is on the buyer's screen as well as the price: another one is PRICE_CHANGED. */
  term: SubscriptionTerm,
  expectedTotal: Amount,
});
export type SubscriptionItem = z.infer<typeof SubscriptionItem>;

/** What can be chosen, by `kind`: another kind is another schema here. */
export const OrderItem = z.discriminatedUnion('kind', [
  TicketItem,
  BundleItem,
  SubscriptionItem,
  GiftItem,
  DonationItem,
  SupportItem,
  PhysicalItem,
  ShippingItem,
]);
export type OrderItem = z.infer<typeof OrderItem>;
