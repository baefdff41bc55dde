import { z } from 'zod';
import { ProductCard, Session } from './catalog.ts';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { BundleItem, PhysicalItem, SubscriptionItem, TicketItem } from './order-items.ts';
import { BillingForm } from './orders.ts';
import { PaymentMethods } from './payments.ts';
import { Currency } from './shared/currencies.ts';
import { errorCodes } from './shared/errors.ts';
import { Id, IdParams, Slug } from './shared/ids.ts';
import { Instant } from './shared/time.ts';
import { Quantity } from './shipping.ts';
import { SubscriptionTerm } from './subscriptions.ts';
import { CouponCode } from './tickets.ts';

/** The most that a cart keeps, of all sellers together. */
export const mostInCart = 50;

/** What is put in: what an order asks for, at whatever price. */
export const CartForm = z.discriminatedUnion('kind', [
  TicketItem.omit({ expectedTotal: true }),
  BundleItem.omit({ expectedTotal: true }),
  // Without a number: as many as are in it already, else one.
  PhysicalItem.omit({ expectedTotal: true }).partial({ quantity: true }),
  // As it is sold when it is paid: by the month, by the year, or for good.
  SubscriptionItem.omit({ expectedTotal: true, term: true }),
]);
export type CartForm = z.infer<typeof CartForm>;

export const CartPatch = z.strictObject({
  sessionId: Id.nullable().optional(),
  code: CouponCode.nullable().optional(),
  /** Of a thing; of anything else there is always one. */
  quantity: Quantity.optional(),
});
export type CartPatch = z.infer<typeof CartPatch>;

/** As `OrderItem`, of which it is one; a code stands there as it is kept. */
const kept = { code: z.string().nullable() };
const WishedItem = z.discriminatedUnion('kind', [
  TicketItem.extend(kept),
  BundleItem.extend(kept),
  PhysicalItem,
  SubscriptionItem,
]);

/** What a subscription opens and when it goes on, were it paid now. */
const WishedSubscription = z.object({
  term: SubscriptionTerm,
  /** How many products it opens today. */
  products: z.number().int(),
  /** Null: never, it is had for good. */
  renewsAt: Instant.nullable(),
});
export type WishedSubscription = z.infer<typeof WishedSubscription>;

/** One thing in the cart, as it could be had now. Amounts in minor units. */
export const CartLine = z.object({
  id: Id,
  kind: z.enum(['ticket', 'bundle', 'physical', 'subscription']),
  title: z.string(),
  /** Null of a subscription, which is to the channel of its group. */
  product: ProductCard.nullable(),
  session: Session.nullable(),
  quantity: z.number().int(),
  /** How many of it can be had now; null where there is always one, or where it cannot be had at all. */
  most: z.number().int().nullable(),
  code: z.string().nullable(),
  /** Of a subscription that can be had. */
  subscription: WishedSubscription.nullable(),
  /** A subscription in the same cart opens what this is paid for: that to its channel, or to the site. */
  openedBy: z.enum(['channel', 'site']).nullable(),
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  /** What it cost when it was put in, where that was something else; null where it still does. */
  costBefore: z.number().int().nullable(),
  /** Why it cannot be had now; null when it can. */
  fault: z.enum(errorCodes).nullable(),
  /** What an order asks for; null for what cannot be had. */
  item: WishedItem.nullable(),
  addedAt: Instant,
});
export type CartLine = z.infer<typeof CartLine>;

/** What is paid as one order: of one seller, in one currency. The sums are of what can be had. */
export const CartGroup = z.object({
  /** Who sells; null: the platform itself. */
  channel: ChannelBrief.nullable(),
  currency: Currency,
  lines: z.array(CartLine),
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  /**
   * `buy`: something of it is to be had, and no more than an order has lines · `give`: there is room for
   * a donation and for support beside it, and somebody to give to · `useCode`: something of it may have a code.
   */
  can: z.object({ buy: z.boolean(), give: z.boolean(), useCode: z.boolean() }),
});
export type CartGroup = z.infer<typeof CartGroup>;

export const Cart = z.object({ groups: z.array(CartGroup), count: z.number().int() });
export type Cart = z.infer<typeof Cart>;

const GroupQuery = z.object({
  /** Left out: what the platform sells. */
  seller: Slug.optional(),
  currency: Currency,
});

/** Everything the checkout of a group shows before there is an order. */
export const CartCheckout = z.object({
  group: CartGroup,
  billing: BillingForm,
  methods: PaymentMethods,
});
export type CartCheckout = z.infer<typeof CartCheckout>;

const lost = 'SERVER_ERROR_NOT_FOUND';

export const cartContract = {
  getCart: endpoint({
    method: 'GET',
    path: '/api/me/cart',
    who: 'user',
    summary: 'My cart by seller and currency, priced anew, with what has changed',
    answer: Cart,
  }),
  countCart: endpoint({
    method: 'GET',
    path: '/api/me/cart/count',
    who: 'user',
    summary: 'How many things are in my cart',
    answer: z.object({ count: z.number().int() }),
  }),
  getCartCheckout: endpoint({
    method: 'GET',
    path: '/api/me/cart/checkout',
    who: 'user',
    summary: 'Everything the checkout of one group of my cart shows',
    query: GroupQuery,
    answer: CartCheckout,
    errors: [lost],
  }),
  addToCart: endpoint({
    method: 'POST',
    path: '/api/me/cart/items',
    who: 'user',
    summary:
      'Put something in, or in place of what is there of the same product; holds nothing. Of a thing without a number as many as are there',
    body: CartForm,
    answer: Cart,
    status: 201,
    errors: [
      lost,
      'PRODUCT_NOT_FOR_SALE',
      'SOLD_OUT',
      'SESSION_CANCELLED',
      'ALREADY_OWNED',
      'COUPON_UNKNOWN',
      'COUPON_USED',
      'COUPON_INVALID',
      'SUBSCRIPTIONS_OFF',
      'ALREADY_SUBSCRIBED',
      'OWN_CHANNEL',
    ],
    perMinute: 60,
  }),
  useCodeInCart: endpoint({
    method: 'POST',
    path: '/api/me/cart/codes',
    who: 'user',
    summary:
      'Use a code for that in my cart which it is for; refuses one that is for nothing there',
    body: z.strictObject({ code: CouponCode }),
    answer: Cart,
    status: 201,
    errors: [
      'PRODUCT_NOT_FOR_SALE',
      'SOLD_OUT',
      'SESSION_CANCELLED',
      'COUPON_UNKNOWN',
      'COUPON_USED',
      'COUPON_INVALID',
    ],
    perMinute: 30,
  }),
  changeCart: endpoint({
    method: 'PATCH',
    path: '/api/me/cart/items/:id',
    who: 'user',
    summary: 'Another date, code or, of a thing, number of something in my cart',
    params: IdParams,
    body: CartPatch,
    answer: Cart,
    errors: [lost, 'SOLD_OUT', 'SESSION_CANCELLED', 'COUPON_UNKNOWN', 'COUPON_USED'],
    perMinute: 60,
  }),
  removeFromCart: endpoint({
    method: 'DELETE',
    path: '/api/me/cart/items/:id',
    who: 'user',
    summary: 'Take something out of my cart',
    params: IdParams,
    answer: Cart,
    errors: [lost],
  }),
};
