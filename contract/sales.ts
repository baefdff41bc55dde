import { z } from 'zod';
import { PriceNow, ProductCard, SaleState, Session, SessionParams } from './catalog.ts';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import {
  CarriedNotice,
  InvoiceBrief,
  NextStep,
  PaymentAttempt,
  PaymentMeans,
  PaymentMethods,
} from './payments.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug, SlugParams } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Line } from './shared/text.ts';
import { CalendarDay, Instant } from './shared/time.ts';
import { CodeOffer, CouponCode, PlaybackState, Ticket } from './tickets.ts';

export const orderStates = [
  'pending',
  'paid',
  'refunded',
  'partly_refunded',
  'failed',
  'expired',
  'cancelled',
] as const;
export const OrderState = z.enum(orderStates);
export type OrderState = z.infer<typeof OrderState>;

/** Minutes for which an order holds its price, its code and its seat. */
export const orderHoldMinutes = 15;

/** Who the invoice is made out to; every field may stay empty. */
export const BillingForm = z.strictObject({
  company: Line(160).default(''),
  nif: Line(32).default(''),
  address: Line(200).default(''),
  city: Line(100).default(''),
  postalCode: Line(20).default(''),
  /** ISO 3166 alpha-2. */
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'invalid')
    .default(''),
});
export type BillingForm = z.infer<typeof BillingForm>;

export const OrderForm = z.strictObject({
  productSlug: Slug,
  /** The session chosen; null for a product without sessions. */
  sessionId: Id.nullable(),
  code: CouponCode.nullable().default(null),
  /** The total on the buyer's screen, in minor units: another price is PRICE_CHANGED. */
  expectedTotal: Amount,
  acceptTerms: z.boolean(),
  /** Left out: the billing data of the buyer's account. */
  billing: BillingForm.optional(),
});
export type OrderForm = z.infer<typeof OrderForm>;

export const OrderLine = z.object({
  productId: Id,
  productSlug: z.string(),
  title: z.string(),
  session: Session.nullable(),
  net: z.number().int(),
  taxRate: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  priceFrom: z.enum(['product', 'offer', 'coupon']),
  code: z.string().nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** `failed`: the provider did not do it within three days; what is left can be asked for anew. */
export const Refund = z.object({
  id: Id,
  amount: z.number().int(),
  state: z.enum(['requested', 'done', 'failed']),
  reason: z.string(),
  requestedAt: Instant,
  doneAt: Instant.nullable(),
});
export type Refund = z.infer<typeof Refund>;

/**
 * One order whole, for its buyer, the organizer and administrators. Amounts are minor units.
 * `fee` and `buyer` are null for the buyer's eyes (they are the seller's business).
 */
export const Order = z.object({
  id: Id,
  state: OrderState,
  channel: ChannelBrief,
  currency: Currency,
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  fee: z.number().int().nullable(),
  refunded: z.number().int(),
  lines: z.array(OrderLine),
  payment: PaymentAttempt.nullable(),
  refunds: z.array(Refund),
  invoices: z.array(InvoiceBrief),
  buyer: z
    .object({ name: z.string(), surname: z.string(), email: z.string(), country: z.string() })
    .nullable(),
  createdAt: Instant,
  expiresAt: Instant,
  paidAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  serverNow: Instant,
  next: NextStep,
  can: z.object({
    pay: z.boolean(),
    cancel: z.boolean(),
    refund: z.boolean(),
    /** May give back a part, and the platform's fee with it. */
    refundPart: z.boolean(),
    invoice: z.boolean(),
    /** The page of what was bought opens to everybody. */
    share: z.boolean(),
  }),
});
export type Order = z.infer<typeof Order>;

export const OrderBrief = z.object({
  id: Id,
  state: OrderState,
  channel: ChannelBrief,
  title: z.string(),
  productSlug: z.string(),
  /** With these two the checkout finds the order again. */
  sessionId: Id.nullable(),
  code: z.string().nullable(),
  currency: Currency,
  total: z.number().int(),
  refunded: z.number().int(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  invoice: InvoiceBrief.nullable(),
  can: z.object({ pay: z.boolean(), cancel: z.boolean(), invoice: z.boolean() }),
});
export type OrderBrief = z.infer<typeof OrderBrief>;

/** A ticket with the product it opens and what can be done with it now. */
export const TicketCard = z.object({
  ticket: Ticket,
  product: ProductCard,
  /** The session of the ticket, else the product's next one. */
  session: Session.nullable(),
  state: PlaybackState,
  /** When the countdown ends; null when there is none, also when its hour has come. */
  opensAt: Instant.nullable(),
  /** That hour is five minutes past, and nothing is on air. */
  late: z.boolean(),
  can: z.object({ watch: z.boolean() }),
});
export type TicketCard = z.infer<typeof TicketCard>;

/** A showing to the person asking: `open` when they can have a ticket for it now. */
export const SessionOnSale = Session.extend({ open: z.boolean() });
export type SessionOnSale = z.infer<typeof SessionOnSale>;

/** What a product is to the person asking: the personal part of a public page. */
export const MineOfProduct = z.object({
  ticket: Ticket.nullable(),
  state: PlaybackState,
  serverNow: Instant,
  /** When the countdown ends; null when there is none. */
  opensAt: Instant.nullable(),
  /** Its hour is five minutes past, and nothing is on air. */
  late: z.boolean(),
  /** Seats as they are now, by session: the page itself may be a minute old. */
  sessions: z.array(SessionOnSale),
  price: PriceNow,
  sale: SaleState,
  /** `buy` also when there is a ticket and its time is over. */
  can: z.object({ buy: z.boolean(), watch: z.boolean(), edit: z.boolean() }),
});
export type MineOfProduct = z.infer<typeof MineOfProduct>;

/** Everything the checkout shows before an order exists. */
export const Checkout = z.object({
  product: ProductCard,
  sessions: z.array(SessionOnSale),
  /** How the sale stands; with a code for one showing, that of this showing. */
  sale: SaleState,
  salesStartsAt: Instant.nullable(),
  price: PriceNow,
  /** With `code` given and good: what it changes. */
  offer: CodeOffer.nullable(),
  /** Why the code given cannot be used; null when none was given or it is good. */
  codeFault: z.enum(['COUPON_UNKNOWN', 'COUPON_USED', 'COUPON_INVALID']).nullable(),
  billing: BillingForm,
  methods: PaymentMethods,
  /** Null also when its time is over: then it can be bought again. */
  ticket: Ticket.nullable(),
  serverNow: Instant,
  can: z.object({ buy: z.boolean() }),
});
export type Checkout = z.infer<typeof Checkout>;

/** One sale as the organizer sees it. */
export const Sale = z.object({
  id: Id,
  state: OrderState,
  product: z.object({ id: Id, slug: z.string(), title: z.string() }),
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }),
  customer: z.object({
    name: z.string(),
    surname: z.string(),
    email: z.string(),
    country: z.string(),
  }),
  currency: Currency,
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  fee: z.number().int(),
  refunded: z.number().int(),
  priceFrom: z.enum(['product', 'offer', 'coupon']),
  code: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  eventAt: Instant.nullable(),
  can: z.object({ refund: z.boolean(), refundPart: z.boolean(), invoice: z.boolean() }),
});
export type Sale = z.infer<typeof Sale>;

/** Sums of the ledger over everything the filters match, one row a currency. */
export const SalesTotal = z.object({
  currency: Currency,
  /** Paid orders, refunded ones included. */
  orders: z.number().int(),
  /** What buyers paid. */
  taken: z.number().int(),
  refunded: z.number().int(),
  tax: z.number().int(),
  fees: z.number().int(),
  /** What the organizer gets: taken − refunded − fees (the tax is inside, the organizer owes it). */
  organizer: z.number().int(),
});
export type SalesTotal = z.infer<typeof SalesTotal>;

export const SalesQuery = PageQuery.extend({
  channel: Slug.optional(),
  product: Slug.optional(),
  /** Left out: everything that was paid, refunded ones included. */
  state: OrderState.optional(),
  /** Days of payment, in Europe/Madrid, both included. */
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});
export type SalesQuery = z.infer<typeof SalesQuery>;

const SalesPage = pageOf(Sale).extend({ totals: z.array(SalesTotal) });

export const RefundForm = z.strictObject({
  /** Left out: all that is left. Organizers give back the whole only. */
  amount: Amount.min(1).optional(),
  reason: Line(300).min(1),
  /** Administrators: the platform gives its fee back too (the fault was ours). */
  returnFee: z.boolean().default(false),
});
export type RefundForm = z.infer<typeof RefundForm>;

/** What the cancellation of a showing takes back, or has taken back. Sums in minor units. */
export const Cancellation = z.object({
  /** Good tickets that end with it. */
  tickets: z.number().int(),
  currency: Currency,
  /** Paid, and not asked to be given back yet. */
  toReturn: z.number().int(),
  onTheWay: z.number().int(),
  returned: z.number().int(),
  /** Orders whose money the bank did not give back. */
  failed: z.number().int(),
  /** When everything was done; null: not yet, or it is not cancelled. */
  doneAt: Instant.nullable(),
});
export type Cancellation = z.infer<typeof Cancellation>;

export const SubscriptionCard = z.object({
  id: Id,
  channel: ChannelBrief,
  status: z.enum(['subscribed', 'cancelled']),
  since: Instant,
  validUntil: Instant,
  currency: Currency,
  total: z.number().int(),
});
export type SubscriptionCard = z.infer<typeof SubscriptionCard>;

const lost = 'SERVER_ERROR_NOT_FOUND';

export const salesContract = {
  getMine: endpoint({
    method: 'GET',
    path: '/api/products/:slug/mine',
    who: 'user',
    summary: 'My ticket for a product, what I can do with it, and the seats as they are now',
    params: SlugParams,
    answer: MineOfProduct,
    errors: [lost],
  }),
  getCheckout: endpoint({
    method: 'GET',
    path: '/api/products/:slug/checkout',
    who: 'user',
    summary: 'Everything the checkout shows; a private product needs a ticket or a good code',
    params: SlugParams,
    query: z.object({ code: CouponCode.optional() }),
    answer: Checkout,
    errors: [lost],
    perMinute: 60,
  }),
  startOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    who: 'user',
    summary: 'Begin to buy: holds price, code and seat for 15 minutes; a free one is paid at once',
    idempotent: true,
    body: OrderForm,
    answer: Order,
    status: 201,
    errors: [
      lost,
      'PRODUCT_NOT_FOR_SALE',
      'SOLD_OUT',
      'ALREADY_OWNED',
      'PRICE_CHANGED',
      'TERMS_NOT_ACCEPTED',
      'COUPON_UNKNOWN',
      'COUPON_USED',
      'COUPON_INVALID',
      'ORDER_STATE',
      'IDEMPOTENCY_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    perMinute: 60,
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/orders/:id',
    who: 'user',
    summary: 'One order: the buyer, the owner of the channel, administrators. Poll it while `wait`',
    params: IdParams,
    answer: Order,
    errors: [lost],
  }),
  payOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:id/payment',
    who: 'user',
    summary: 'Pay; a decline is an answer (`payment.failure`), and another card or way may follow',
    params: IdParams,
    body: PaymentMeans,
    answer: Order,
    errors: [lost, 'ORDER_STATE', 'PAYMENT_ERROR'],
    perMinute: 60,
  }),
  confirmPayment: endpoint({
    method: 'POST',
    path: '/api/orders/:id/payment/confirm',
    who: 'user',
    summary: "Answer the sandbox bank's question",
    params: IdParams,
    body: z.strictObject({ approve: z.boolean() }),
    answer: Order,
    errors: [lost, 'ORDER_STATE'],
  }),
  comeBack: endpoint({
    method: 'POST',
    path: '/api/orders/:id/payment/back',
    who: 'user',
    summary: "Back from the provider's page: it is asked at once what became of the payment",
    params: IdParams,
    body: z.strictObject({ notice: CarriedNotice.optional() }),
    answer: Order,
    errors: [lost, 'PAYMENT_SIGNATURE', 'CALLBACK_INVALID'],
    perMinute: 30,
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    who: 'user',
    summary: 'Give up an order that is not paid; seat and code are free at once',
    params: IdParams,
    answer: Order,
    errors: [lost, 'ORDER_STATE'],
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:id/refund',
    who: 'producer',
    summary:
      'Give the money back: administrators whole or part, organizers whole; whole ends the ticket',
    idempotent: true,
    params: IdParams,
    body: RefundForm,
    answer: Order,
    errors: [
      lost,
      'REFUND_STATE',
      'FORBIDDEN',
      'IDEMPOTENCY_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  getCancellation: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/sessions/:sessionId/cancellation',
    who: 'producer',
    summary: 'How many tickets and how much money cancelling a showing takes back, or has',
    params: SessionParams,
    answer: Cancellation,
    errors: [lost],
  }),
  getInvoiceFile: endpoint({
    method: 'GET',
    path: '/api/orders/:id/invoice.pdf',
    who: 'user',
    summary: 'The invoice of an order as PDF, or one of its others by `invoice`',
    params: IdParams,
    query: z.object({ invoice: Id.optional() }),
    answer: z.unknown(),
    file: 'application/pdf',
    errors: [lost],
  }),
  listMyTickets: endpoint({
    method: 'GET',
    path: '/api/me/tickets',
    who: 'user',
    summary: 'My tickets as cards, what can be watched first',
    query: PageQuery,
    answer: pageOf(TicketCard).extend({ serverNow: Instant }),
  }),
  listMyOrders: endpoint({
    method: 'GET',
    path: '/api/me/orders',
    who: 'user',
    summary: 'My orders, newest first',
    query: PageQuery,
    answer: pageOf(OrderBrief),
  }),
  listMySubscriptions: endpoint({
    method: 'GET',
    path: '/api/me/subscriptions',
    who: 'user',
    summary: 'My subscriptions to channels',
    query: PageQuery,
    answer: pageOf(SubscriptionCard),
  }),
  listSales: endpoint({
    method: 'GET',
    path: '/api/desk/sales',
    who: 'producer',
    summary:
      'The sales of my channels with their totals; `q` looks in product, name, e-mail, or is an order',
    query: SalesQuery,
    answer: SalesPage,
    errors: [lost],
  }),
  exportSales: endpoint({
    method: 'GET',
    path: '/api/desk/exports/sales',
    who: 'producer',
    summary: 'The whole list of my sales that matches, as CSV or XLSX',
    query: SalesQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost, 'EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  exportAllSales: endpoint({
    method: 'GET',
    path: '/api/manage/exports/sales',
    who: 'admin',
    summary: 'The whole list of sales that matches, as CSV or XLSX',
    query: SalesQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  listAllSales: endpoint({
    method: 'GET',
    path: '/api/manage/sales',
    who: 'admin',
    summary: 'The sales of all channels with their totals',
    query: SalesQuery,
    answer: SalesPage,
    errors: [lost],
  }),
};
