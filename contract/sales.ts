import { z } from 'zod';
import { PriceNow, ProductCard, SaleState, Session, SessionParams } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { BillingForm, OrderState, orderLineKinds } from './orders.ts';
import { PaymentMethods } from './payments.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { OrderNumber } from './shared/order-numbers.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Dispute, RefundRequest } from './shared/refunds.ts';
import { CalendarDay, Instant } from './shared/time.ts';
import { CodeOffer, CouponCode, PlaybackState, Ticket } from './tickets.ts';

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
  /** `buy` also when there is a ticket and its time is over; `gift` is for somebody else. */
  can: z.object({ buy: z.boolean(), gift: z.boolean(), watch: z.boolean(), edit: z.boolean() }),
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
  /** `gift` also to who has a ticket: it is for somebody else. */
  can: z.object({ buy: z.boolean(), gift: z.boolean() }),
});
export type Checkout = z.infer<typeof Checkout>;

/** One thing sold, as the organizer sees it: a line of an order, of a bundle each of its parts. */
export const Sale = z.object({
  /** The order, and by what people name it. */
  id: Id,
  number: OrderNumber,
  lineId: Id,
  kind: z.enum(orderLineKinds),
  quantity: z.number().int(),
  /** The bundle with which it was sold: money goes back for the whole of that. */
  bundle: z.object({ lineId: Id, title: z.string() }).nullable(),
  /** Of the order; of a line whose money went back, that. */
  state: OrderState,
  product: z.object({ id: Id.nullable(), slug: z.string().nullable(), title: z.string() }),
  /** Who sold; null: the platform itself. */
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }).nullable(),
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
  /** Of the total: given to the artist, to the platform. */
  donation: z.number().int(),
  support: z.number().int(),
  /** What the platform keeps of it as its fee, after refunds; before it is paid, what that will be. */
  fee: z.number().int(),
  /** What the platform bore of its refunds and lost disputes, beyond its fee. */
  covered: z.number().int(),
  refunded: z.number().int(),
  /** total − refunded − fee − support + covered: what the organizer gets (tax inside); 0 until it is paid. */
  organizer: z.number().int(),
  priceFrom: z.enum(['product', 'offer', 'coupon']),
  code: z.string().nullable(),
  /** Who brought the buyer. */
  affiliate: z.object({ id: Id, name: z.string(), code: z.string() }).nullable(),
  invoiceNumber: z.string().nullable(),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  eventAt: Instant.nullable(),
  /** The newest. */
  dispute: Dispute.nullable(),
  /** What the buyer asked for last. */
  request: RefundRequest.nullable(),
  can: z.object({
    refund: z.boolean(),
    refundPart: z.boolean(),
    invoice: z.boolean(),
    /** May ask administrators to grant what the buyer asks for. */
    recommend: z.boolean(),
    /** May refuse it. */
    refuse: z.boolean(),
    /** Money of the order was to go back and did not arrive: may do something about it. */
    settleRefund: z.boolean(),
    /** May have its letter sent to the buyer once more. */
    resend: z.boolean(),
    /** Only its bank's own screen tells whether it was charged: may say so. */
    decideCharge: z.boolean(),
  }),
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
  /** What the platform bore of refunds and lost disputes, beyond its fees. */
  covered: z.number().int(),
  /** taken − refunded − fees − support − site + covered: what the organizer gets (the tax is inside, they owe it). */
  organizer: z.number().int(),
  /** Of that given to them; and what was given to the platform. Both after refunds. */
  donations: z.number().int(),
  support: z.number().int(),
  /** What the platform sold itself, tax inside. */
  site: z.number().int(),
});
export type SalesTotal = z.infer<typeof SalesTotal>;

export const SalesQuery = PageQuery.extend({
  channel: Slug.optional(),
  product: Slug.optional(),
  /** Left out: everything that was paid, refunded ones included. */
  state: OrderState.optional(),
  affiliate: Id.optional(),
  /** Days of payment, in Europe/Madrid, both included. */
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});
export type SalesQuery = z.infer<typeof SalesQuery>;

const SalesPage = pageOf(Sale).extend({ totals: z.array(SalesTotal) });

const SalesShownQuery = SalesQuery.pick({ channel: true, product: true });
/** How the channel and the product of the question are called; null for none, or one that is not there. */
export const SalesShown = z.object({
  channel: z.string().nullable(),
  product: z.string().nullable(),
});
export type SalesShown = z.infer<typeof SalesShown>;

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
  getCancellation: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/sessions/:sessionId/cancellation',
    who: 'producer',
    summary: 'How many tickets and how much money cancelling a showing takes back, or has',
    params: SessionParams,
    answer: Cancellation,
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
  listSales: endpoint({
    method: 'GET',
    path: '/api/desk/sales',
    who: 'producer',
    scope: 'read:sales',
    summary:
      'The sales of my channels with their totals; `q` looks in product, name, e-mail, or is an order',
    query: SalesQuery,
    answer: SalesPage,
    errors: [lost],
  }),
  nameMySalesShown: endpoint({
    method: 'GET',
    path: '/api/desk/sales/shown',
    who: 'producer',
    summary: 'How my channel and product are called to which a list of my sales is narrowed down',
    query: SalesShownQuery,
    answer: SalesShown,
  }),
  nameSalesShown: endpoint({
    method: 'GET',
    path: '/api/manage/sales/shown',
    who: 'admin',
    summary: 'How the channel and the product are called to which a list of sales is narrowed down',
    query: SalesShownQuery,
    answer: SalesShown,
  }),
  exportSales: endpoint({
    method: 'GET',
    path: '/api/desk/exports/sales',
    who: 'producer',
    scope: 'read:sales',
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
