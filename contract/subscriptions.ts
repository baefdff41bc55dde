import { z } from 'zod';
import { ProductType } from './catalog.ts';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { InvoiceBrief, PaymentMeans, PaymentMethods, PaymentPlace } from './payments.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug, SlugParams } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Instant } from './shared/time.ts';

/** As people know it; a payment that is due (`paymentDue`) leaves it `subscribed` for a week. */
export const subscriptionStatuses = ['subscribed', 'cancelled', 'ended'] as const;
export const SubscriptionStatus = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Channels are followed by the month; the whole site by the month, by the year, or for good. */
export const subscriptionTerms = ['month', 'year', 'once'] as const;
export const SubscriptionTerm = z.enum(subscriptionTerms);
export type SubscriptionTerm = z.infer<typeof SubscriptionTerm>;

/** What a term costs, in minor units. */
export const MonthPrice = z.object({
  currency: Currency,
  net: z.number().int(),
  /** Hundredths of a percent. */
  taxRate: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
});
export type MonthPrice = z.infer<typeof MonthPrice>;

/** One subscription as its person sees it. */
export const SubscriptionCard = z.object({
  id: Id,
  /** Null: the whole site. */
  channel: ChannelBrief.nullable(),
  term: SubscriptionTerm,
  status: SubscriptionStatus,
  paymentDue: z.boolean(),
  /** Its next month waits for the site, which has no rate of its currency; it stays open. */
  waitsForRate: z.boolean(),
  since: Instant,
  /** Null: for good. */
  validUntil: Instant.nullable(),
  /** Until when it opens what it opens: later than `validUntil` while a payment is due, or waits. */
  accessUntil: Instant.nullable(),
  price: MonthPrice,
  /** The price that was announced, and from when it holds. */
  nextPrice: z.object({ total: z.number().int(), from: Instant }).nullable(),
  /** Of the card that is charged; empty when each month is paid by hand. */
  lastFour: z.string(),
  /** It goes on by itself when the month is over. */
  renews: z.boolean(),
  /** What is charged next to a card, and when; null where nothing is, or a payment is due already. */
  nextCharge: z.object({ at: Instant, total: z.number().int() }).nullable(),
  /** Newest first. */
  invoices: z.array(z.object({ orderId: Id, invoice: InvoiceBrief })),
  can: z.object({
    cancel: z.boolean(),
    resume: z.boolean(),
    /** Resuming has the payment charged that waited for a rate, at once where there is one by now. */
    resumeToPay: z.boolean(),
    /** Pay the month that is due or comes next, which also changes the card. */
    pay: z.boolean(),
    /** Change the card without paying, or give one: not all providers keep a card so. */
    changeCard: z.boolean(),
  }),
});
export type SubscriptionCard = z.infer<typeof SubscriptionCard>;

/** What is needed to change the card of a subscription. */
export const CardCheckout = z.object({ subscription: SubscriptionCard, methods: PaymentMethods });
export type CardCheckout = z.infer<typeof CardCheckout>;

/**
 * How the card stands that was asked for. `open`: it is given at `place`, if anywhere · `kept`: it is the
 * one of the subscription now · `declined`: the bank says no · `over`: the time to give it has gone by.
 */
export const CardChange = z.object({
  state: z.enum(['open', 'kept', 'declined', 'over']),
  place: PaymentPlace.nullable(),
  subscription: SubscriptionCard,
});
export type CardChange = z.infer<typeof CardChange>;

/** What the subscription of a channel, or of the site, is to the person asking. */
export const SubscriptionOffer = z.object({
  /** Null: the whole site. */
  channel: ChannelBrief.nullable(),
  /** Null: none is offered now. */
  price: MonthPrice.nullable(),
  term: SubscriptionTerm,
  /** How many products it opens today. */
  products: z.number().int(),
  /** Mine, if it lives. */
  mine: SubscriptionCard.nullable(),
  can: z.object({ subscribe: z.boolean() }),
});
export type SubscriptionOffer = z.infer<typeof SubscriptionOffer>;

/** One subscriber as the organizer sees them. */
export const Subscriber = z.object({
  id: Id,
  /** Null: the whole site. */
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }).nullable(),
  term: SubscriptionTerm,
  person: z.object({ name: z.string(), surname: z.string(), email: z.string() }),
  status: SubscriptionStatus,
  paymentDue: z.boolean(),
  /** Its next month waits for a rate of its currency to the euro. */
  waitsForRate: z.boolean(),
  since: Instant,
  /** Null: for good. */
  validUntil: Instant.nullable(),
  currency: Currency,
  total: z.number().int(),
  /** Months, or years, that were paid. */
  months: z.number().int(),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** Over everything that the filters match, one row a currency. */
export const SubscribersTotal = z.object({
  currency: Currency,
  /** Those that go on. */
  subscribed: z.number().int(),
  /** Those that were cancelled and still run. */
  cancelled: z.number().int(),
  /** What a month of those that go on brings, fee and tax inside; of a year a twelfth. */
  monthly: z.number().int(),
});
export type SubscribersTotal = z.infer<typeof SubscribersTotal>;

export const SubscribersQuery = PageQuery.extend({
  channel: Slug.optional(),
  status: SubscriptionStatus.optional(),
});
export type SubscribersQuery = z.infer<typeof SubscribersQuery>;
const SubscribersPage = pageOf(Subscriber).extend({ totals: z.array(SubscribersTotal) });

/** A product of a channel, and whether the subscription opens it. */
export const SubscriptionProduct = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  type: ProductType,
  included: z.boolean(),
  /** False: limited seats, a thing that is sent, or not public. */
  can: z.object({ include: z.boolean() }),
});
export type SubscriptionProduct = z.infer<typeof SubscriptionProduct>;

const lost = 'SERVER_ERROR_NOT_FOUND';
const exportErrors = ['EXPORT_TOO_LONG', 'BUSY'] as const;

export const subscriptionsContract = {
  getSubscriptionOffer: endpoint({
    method: 'GET',
    path: '/api/channels/:slug/subscription',
    who: 'user',
    summary: 'What the subscription of a channel costs and opens, and mine if there is one',
    params: SlugParams,
    answer: SubscriptionOffer,
    errors: [lost],
  }),
  listMySubscriptions: endpoint({
    method: 'GET',
    path: '/api/me/subscriptions',
    who: 'user',
    summary: 'My subscriptions to channels and to the site, newest first',
    query: PageQuery,
    answer: pageOf(SubscriptionCard),
  }),
  cancelSubscription: endpoint({
    method: 'POST',
    path: '/api/me/subscriptions/:id/cancellation',
    who: 'user',
    summary: 'Cancel: nothing is charged any more, and it lasts until it is paid for',
    params: IdParams,
    answer: SubscriptionCard,
    errors: [lost, 'SUBSCRIPTION_STATE'],
  }),
  resumeSubscription: endpoint({
    method: 'DELETE',
    path: '/api/me/subscriptions/:id/cancellation',
    who: 'user',
    summary: 'Take a cancellation back before it takes effect',
    params: IdParams,
    answer: SubscriptionCard,
    errors: [lost, 'SUBSCRIPTION_STATE', 'SUBSCRIPTIONS_OFF'],
  }),
  getCardCheckout: endpoint({
    method: 'GET',
    path: '/api/me/subscriptions/:id/card',
    who: 'user',
    summary: 'How I can change the card of my subscription without paying',
    params: IdParams,
    answer: CardCheckout,
    errors: [lost, 'SUBSCRIPTION_STATE'],
  }),
  changeCard: endpoint({
    method: 'POST',
    path: '/api/me/subscriptions/:id/card',
    who: 'user',
    summary: 'Give another card, which is charged from the next month on; nothing is charged now',
    params: IdParams,
    body: PaymentMeans,
    answer: CardChange,
    errors: [lost, 'SUBSCRIPTION_STATE', 'PAYMENT_ERROR'],
    perMinute: 6,
  }),
  comeBackWithCard: endpoint({
    method: 'POST',
    path: '/api/me/subscriptions/:id/card/return',
    who: 'user',
    summary: 'Back from the provider’s page: what became of the card that was asked for last',
    params: IdParams,
    answer: CardChange,
    errors: [lost],
    perMinute: 30,
  }),
  listSubscribers: endpoint({
    method: 'GET',
    path: '/api/desk/subscribers',
    who: 'producer',
    summary: 'Who subscribes to my channels, newest first, with totals; `q` is a name or e-mail',
    query: SubscribersQuery,
    answer: SubscribersPage,
    errors: [lost],
  }),
  exportSubscribers: endpoint({
    method: 'GET',
    path: '/api/desk/exports/subscribers',
    who: 'producer',
    summary: 'The whole list of my subscribers that matches, as CSV or XLSX',
    query: SubscribersQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost, ...exportErrors],
    perMinute: 30,
  }),
  listAllSubscribers: endpoint({
    method: 'GET',
    path: '/api/manage/subscribers',
    who: 'admin',
    summary: 'Who subscribes to which channel, newest first, with totals',
    query: SubscribersQuery,
    answer: SubscribersPage,
  }),
  exportAllSubscribers: endpoint({
    method: 'GET',
    path: '/api/manage/exports/subscribers',
    who: 'admin',
    summary: 'The whole list of subscribers that matches, as CSV or XLSX',
    query: SubscribersQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: [...exportErrors],
    perMinute: 30,
  }),
  listSubscriptionProducts: endpoint({
    method: 'GET',
    path: '/api/desk/channels/:slug/subscription-products',
    who: 'producer',
    summary: 'The published products of my channel, and which of them its subscription opens',
    params: SlugParams,
    answer: z.object({ items: z.array(SubscriptionProduct) }),
    errors: [lost],
  }),
  markSubscriptionProduct: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/subscription',
    who: 'producer',
    summary: 'Take a product of mine into the subscription of its channel, or out of it',
    params: SlugParams,
    body: z.strictObject({ included: z.boolean() }),
    answer: SubscriptionProduct,
    errors: [lost, 'PRODUCT_STATE'],
  }),
};
