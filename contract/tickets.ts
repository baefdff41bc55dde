import { z } from 'zod';
import { ProductCard, Session } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { codeAsKept } from './shared/codes.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug, SlugParams } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Instant } from './shared/time.ts';

/**
 * What a person may do with a product at this instant; page, player, chat and media all obey it.
 * `no_ticket` buy it · `no_sessions` no date yet · `misconfigured` nothing to show was set up ·
 * `not_yet_available` more than a day to go · `countdown` less than a day to go · `live` on air ·
 * `cancelled` its showing does not take place · `ready` can be watched at any time ·
 * `waiting` of a rehearsal room until somebody sends · `finished` over, nothing to watch · `expired` the right ended.
 */
export const playbackStates = [
  'no_ticket',
  'no_sessions',
  'misconfigured',
  'not_yet_available',
  'countdown',
  'waiting',
  'live',
  'ready',
  'finished',
  'expired',
  'cancelled',
] as const;
export const PlaybackState = z.enum(playbackStates);
export type PlaybackState = z.infer<typeof PlaybackState>;

export const ticketSources = [
  'purchase',
  'code',
  'subscription',
  'bundle',
  'gift',
  'free',
  'invitation',
] as const;
export const TicketSource = z.enum(ticketSources);
export type TicketSource = z.infer<typeof TicketSource>;

/** The right of one person to one product. `expiresAt` is null when it never ends. */
export const Ticket = z.object({
  id: Id,
  source: TicketSource,
  sessionId: Id.nullable(),
  orderId: Id.nullable(),
  grantedAt: Instant,
  expiresAt: Instant.nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

/** Codes as people read them out: three groups of four, without 0/O, 1/I/L, U, V. */
export const couponAlphabet = 'ABCDEFGHJKMNPQRSTWXYZ23456789';
/** What a person types: case, spaces and hyphens do not matter. Leaves as `XXXX-XXXX-XXXX`. */
export const CouponCode = z.string().max(40).transform(codeAsKept);

export const couponCodeStates = ['free', 'reserved', 'used', 'revoked', 'expired'] as const;
export const CouponCodeState = z.enum(couponCodeStates);
export type CouponCodeState = z.infer<typeof CouponCodeState>;

/** A batch of single-use codes for one product, and one session of it unless `session` is null. */
export const Coupon = z.object({
  id: Id,
  productId: Id,
  product: z.object({ slug: z.string(), title: z.string() }),
  session: Session.nullable(),
  quantity: z.number().int(),
  /** The price with the coupon; a total of 0 gives the product away. */
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  currency: Currency,
  validUntil: Instant.nullable(),
  createdAt: Instant,
  /** How many codes are in each state now. */
  counts: z.record(CouponCodeState, z.number().int()),
  can: z.object({ revoke: z.boolean() }),
});
export type Coupon = z.infer<typeof Coupon>;

/** One code of a batch; `usedBy` names the buyer of a used one, for the organizer. */
export const CouponCodeRow = z.object({
  code: z.string(),
  state: CouponCodeState,
  usedAt: Instant.nullable(),
  usedBy: z.object({ name: z.string(), email: z.string() }).nullable(),
  can: z.object({ revoke: z.boolean() }),
});
export type CouponCodeRow = z.infer<typeof CouponCodeRow>;

export const CouponForm = z.strictObject({
  /** Null: valid for every session of the product. */
  sessionId: Id.nullable(),
  quantity: z.number().int().min(1).max(10_000),
  /** Price with the coupon, in minor units of the product's currency. Both 0: a gift. */
  net: Amount,
  tax: Amount,
  validUntil: Instant.nullable(),
});
export type CouponForm = z.infer<typeof CouponForm>;

/**
 * What a code opens: the product (also a private one), for which session, and what is paid with it
 * now: never more than without it.
 */
export const CodeOffer = z.object({
  code: z.string(),
  product: ProductCard,
  session: Session.nullable(),
  price: z.object({
    currency: Currency,
    net: z.number().int(),
    /** Hundredths of a percent. */
    taxRate: z.number().int(),
    tax: z.number().int(),
    total: z.number().int(),
    /** What the code takes off the price of the day. */
    saved: z.number().int(),
  }),
  validUntil: Instant.nullable(),
});
export type CodeOffer = z.infer<typeof CodeOffer>;

const CodeParams = z.object({ code: CouponCode });
const BatchCodeParams = z.object({ id: Id, code: CouponCode });

export const ticketsContract = {
  listCouponsOfProduct: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/coupons',
    who: 'producer',
    scope: 'read:codes',
    summary: 'The coupons of a product, newest first (owner of the channel, administrator)',
    params: SlugParams,
    answer: z.object({ items: z.array(Coupon), can: z.object({ make: z.boolean() }) }),
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  makeCoupons: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/coupons',
    who: 'producer',
    scope: 'write:codes',
    summary: 'Make a batch of single-use codes; the product must be published or private',
    params: SlugParams,
    body: CouponForm,
    answer: Coupon,
    status: 201,
    errors: ['SERVER_ERROR_NOT_FOUND', 'PRODUCT_STATE', 'PAID_CONTENT_OFF'],
  }),
  listCoupons: endpoint({
    method: 'GET',
    path: '/api/desk/coupons',
    who: 'producer',
    scope: 'read:codes',
    summary: 'All coupons of my channels, newest first; `q` looks in product titles',
    query: PageQuery,
    answer: pageOf(Coupon),
  }),
  listProductsForCoupons: endpoint({
    method: 'GET',
    path: '/api/desk/coupons/products',
    who: 'producer',
    summary:
      'Products of my channels for which codes can be made: the newest, or by words of their title',
    query: z.strictObject({ q: z.string().trim().max(100).default('') }),
    answer: z.object({ items: z.array(z.object({ slug: Slug, title: z.string() })) }),
    perMinute: 240,
  }),
  getCoupon: endpoint({
    method: 'GET',
    path: '/api/desk/coupons/:id',
    who: 'producer',
    scope: 'read:codes',
    summary: 'One batch',
    params: IdParams,
    answer: Coupon,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  listCodes: endpoint({
    method: 'GET',
    path: '/api/desk/coupons/:id/codes',
    who: 'producer',
    scope: 'read:codes',
    summary: 'The codes of a batch with their states; `q` is a part of a code',
    params: IdParams,
    query: PageQuery.extend({ state: CouponCodeState.optional() }),
    answer: pageOf(CouponCodeRow),
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  exportCodes: endpoint({
    method: 'GET',
    path: '/api/desk/coupons/:id/codes.csv',
    who: 'producer',
    scope: 'read:codes',
    summary: 'The codes of a batch as a file, with what they are for',
    params: IdParams,
    query: ExportChoice,
    answer: z.unknown(),
    file: 'text/csv; charset=utf-8',
    errors: ['SERVER_ERROR_NOT_FOUND', 'EXPORT_TOO_LONG', 'BUSY'],
  }),
  revokeCoupon: endpoint({
    method: 'POST',
    path: '/api/desk/coupons/:id/revoke',
    who: 'producer',
    scope: 'write:codes',
    summary: 'Revoke every code of the batch that is still free',
    params: IdParams,
    answer: Coupon,
    errors: ['SERVER_ERROR_NOT_FOUND', 'COUPON_STATE'],
  }),
  revokeCode: endpoint({
    method: 'POST',
    path: '/api/desk/coupons/:id/codes/:code/revoke',
    who: 'producer',
    scope: 'write:codes',
    summary: 'Revoke one free code',
    params: BatchCodeParams,
    answer: CouponCodeRow,
    errors: ['SERVER_ERROR_NOT_FOUND', 'COUPON_STATE'],
  }),
  getCode: endpoint({
    method: 'GET',
    path: '/api/codes/:code',
    who: 'public',
    summary: 'What a code opens and at which price; guesses are limited per address',
    params: CodeParams,
    answer: CodeOffer,
    errors: ['COUPON_UNKNOWN', 'COUPON_USED', 'COUPON_INVALID', 'TOO_MANY_REQUESTS'],
    perMinute: 20,
  }),
};
