import { z } from 'zod';
import { Session } from './catalog.ts';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { OrderItem } from './order-items.ts';
import { CarriedNotice, InvoiceBrief, NextStep, PaymentAttempt, PaymentMeans } from './payments.ts';
import { Currency } from './shared/currencies.ts';
import { Id, IdParams } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { OrderNumber } from './shared/order-numbers.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Refund, RefundRequest } from './shared/refunds.ts';
import { Line } from './shared/text.ts';
import { Instant } from './shared/time.ts';

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

/** What a line of an order can be. */
export const orderLineKinds = [
  'ticket',
  'bundle',
  'subscription',
  'physical',
  'shipping',
  'gift',
  'donation',
  'support',
] as const;
export type OrderLineKind = (typeof orderLineKinds)[number];

/** Minutes for which an order holds its prices, its codes and its seats. */
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

/**
 * The same with an order. `named`: the buyer wants the invoice made out in this name; then, and as
 * soon as a name or a tax ID is given, nothing of it may be empty.
 */
export const OrderBilling = BillingForm.extend({ named: z.boolean().optional() });
export type OrderBilling = z.infer<typeof OrderBilling>;

/** The most that one order has of chosen things. */
export const mostItems = 20;

export const OrderForm = z.strictObject({
  /** All of one seller and one currency, and nothing twice. */
  items: z.array(OrderItem).min(1).max(mostItems),
  /** The sum on the buyer's screen, in minor units: another one is PRICE_CHANGED. */
  expectedTotal: Amount,
  acceptTerms: z.boolean(),
  /** Left out: the billing data of the buyer's account. */
  billing: OrderBilling.optional(),
  /** The affiliate's code that the browser has kept for this channel; what is none is passed over. */
  ref: Line(100).optional().catch(undefined),
});
export type OrderForm = z.infer<typeof OrderForm>;

/** One thing bought. Amounts in minor units, `quantity` of them together. */
export const OrderLine = z.object({
  id: Id,
  kind: z.enum(orderLineKinds),
  quantity: z.number().int(),
  /** Null for what is not a product: a donation, a subscription, shipping. */
  productId: Id.nullable(),
  productSlug: z.string().nullable(),
  title: z.string(),
  session: Session.nullable(),
  net: z.number().int(),
  /** Of a bundle the parts have rates, each its own. */
  taxRate: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  /** Of it given back. */
  refunded: z.number().int(),
  priceFrom: z.enum(['product', 'offer', 'coupon']),
  code: z.string().nullable(),
  /** The line of the bundle whose part this is: its money is inside that of the bundle. */
  bundleLineId: Id.nullable(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/**
 * One order whole, for its buyer, the organizer and administrators. Amounts are minor units.
 * `fee` and `buyer` are null for the buyer's eyes (they are the seller's business).
 */
export const Order = z.object({
  id: Id,
  /** By what people name it. */
  number: OrderNumber,
  state: OrderState,
  /** Who sells; null: the platform itself. */
  channel: ChannelBrief.nullable(),
  currency: Currency,
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  fee: z.number().int().nullable(),
  refunded: z.number().int(),
  lines: z.array(OrderLine),
  /** Where and when its things are picked up, in the seller's words; null where nothing is. */
  pickup: z.string().nullable(),
  payment: PaymentAttempt.nullable(),
  refunds: z.array(Refund),
  invoices: z.array(InvoiceBrief),
  buyer: z
    .object({ name: z.string(), surname: z.string(), email: z.string(), country: z.string() })
    .nullable(),
  /** Who brought the buyer; the seller's business alone. */
  affiliate: z.object({ name: z.string(), code: z.string() }).nullable(),
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
    /** May give back a part, and say who bears it. */
    refundPart: z.boolean(),
    /** May ask for the money back. */
    askRefund: z.boolean(),
    invoice: z.boolean(),
    /** The page of what was bought opens to everybody. */
    share: z.boolean(),
  }),
});
export type Order = z.infer<typeof Order>;

export const OrderBrief = z.object({
  id: Id,
  number: OrderNumber,
  state: OrderState,
  /** Who sells; null: the platform itself. */
  channel: ChannelBrief.nullable(),
  /** What was chosen, parts of bundles apart. */
  lines: z.array(OrderLine.pick({ kind: true, title: true, productSlug: true })),
  currency: Currency,
  total: z.number().int(),
  refunded: z.number().int(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  /** In the order in which they were issued: of what was sold, then of what went back. */
  invoices: z.array(InvoiceBrief),
  /** What I asked for last. */
  request: RefundRequest.nullable(),
  /** The page of this site on which it is paid; null when it cannot be. */
  checkout: z.string().nullable(),
  can: z.object({
    pay: z.boolean(),
    cancel: z.boolean(),
    invoice: z.boolean(),
    askRefund: z.boolean(),
  }),
});
export type OrderBrief = z.infer<typeof OrderBrief>;

const lost = 'SERVER_ERROR_NOT_FOUND';

export const ordersContract = {
  startOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    who: 'user',
    summary:
      'Begin to buy: holds prices, codes and seats for 15 minutes; what is free is paid at once',
    idempotent: true,
    body: OrderForm,
    answer: Order,
    status: 201,
    errors: [
      lost,
      'PRODUCT_NOT_FOR_SALE',
      'SOLD_OUT',
      'SESSION_CANCELLED',
      'ALREADY_OWNED',
      'PRICE_CHANGED',
      'RATE_MISSING',
      'TERMS_NOT_ACCEPTED',
      'COUPON_UNKNOWN',
      'COUPON_USED',
      'COUPON_INVALID',
      'SUBSCRIPTIONS_OFF',
      'ALREADY_SUBSCRIBED',
      'OWN_CHANNEL',
      'ORDER_STATE',
      'IDEMPOTENCY_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    perAccount: 60,
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
    errors: [lost, 'ORDER_STATE', 'RATE_MISSING', 'PAYMENT_ERROR'],
    perAccount: 60,
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
  resendLetter: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:id/letter',
    who: 'producer',
    summary:
      'Send the letter of a paid order to its buyer once more: what is still valid, with its papers',
    params: IdParams,
    answer: z.object({ sentTo: z.string() }),
    errors: [lost, 'ORDER_STATE', 'TOO_MANY_REQUESTS'],
    perMinute: 10,
  }),
  decideCharge: endpoint({
    method: 'POST',
    path: '/api/manage/orders/:id/charge',
    who: 'admin',
    summary:
      'Say what the screen of a bank that cannot be asked shows of a charge whose answer was lost',
    params: IdParams,
    body: z.strictObject({ took: z.boolean() }),
    answer: Order,
    errors: [lost, 'ORDER_STATE'],
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
  listMyOrders: endpoint({
    method: 'GET',
    path: '/api/me/orders',
    who: 'user',
    summary: 'My orders, newest first',
    query: PageQuery,
    answer: pageOf(OrderBrief),
  }),
};
