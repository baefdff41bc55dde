import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BillingForm, Order, OrderBilling } from './orders.ts';
import { PaymentMethods } from './payments.ts';
import { IdParams, SlugParams } from './shared/ids.ts';
import { Amount } from './shared/money.ts';
import { Instant } from './shared/time.ts';
import { MonthPrice, SubscriptionCard, SubscriptionOffer } from './subscriptions.ts';

/** What is needed to pay, besides what is bought. */
const Paying = { billing: BillingForm, methods: PaymentMethods };

export const SubscribeCheckout = z.object({ offer: SubscriptionOffer, ...Paying });
export type SubscribeCheckout = z.infer<typeof SubscribeCheckout>;

/** The month of a subscription that is due or comes next. */
export const MonthCheckout = z.object({
  subscription: SubscriptionCard,
  price: MonthPrice,
  startsAt: Instant,
  endsAt: Instant,
  ...Paying,
});
export type MonthCheckout = z.infer<typeof MonthCheckout>;

export const MonthForm = z.strictObject({
  /** The total on the buyer's screen, in minor units: another price is PRICE_CHANGED. */
  expectedTotal: Amount,
  acceptTerms: z.boolean(),
  /** Left out: the billing data of the buyer's account. */
  billing: OrderBilling.optional(),
});
export type MonthForm = z.infer<typeof MonthForm>;

export const NextMonthForm = MonthForm.extend({
  /** When the month on the buyer's screen begins: once that is paid, none is ordered in its place. */
  startsAt: Instant,
});
export type NextMonthForm = z.infer<typeof NextMonthForm>;

const lost = 'SERVER_ERROR_NOT_FOUND';
export const monthOrderErrors = [
  lost,
  'SUBSCRIPTIONS_OFF',
  'PRICE_CHANGED',
  'RATE_MISSING',
  'TERMS_NOT_ACCEPTED',
  'ORDER_STATE',
  'IDEMPOTENCY_KEY_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

export const subscriptionOrdersContract = {
  getSubscribeCheckout: endpoint({
    method: 'GET',
    path: '/api/channels/:slug/subscription/checkout',
    who: 'user',
    summary: 'Everything that the page shows on which one subscribes to a channel',
    params: SlugParams,
    answer: SubscribeCheckout,
    errors: [lost],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/channels/:slug/subscription',
    who: 'user',
    summary: 'Order the first month of a channel: it begins when that is paid (POST …/payment)',
    idempotent: true,
    params: SlugParams,
    body: MonthForm,
    answer: Order,
    status: 201,
    errors: [...monthOrderErrors, 'ALREADY_SUBSCRIBED', 'OWN_CHANNEL'],
    perMinute: 60,
  }),
  getMonthCheckout: endpoint({
    method: 'GET',
    path: '/api/me/subscriptions/:id/month',
    who: 'user',
    summary: 'The month of my subscription that is due or comes next',
    params: IdParams,
    answer: MonthCheckout,
    errors: [lost, 'SUBSCRIPTION_STATE'],
  }),
  orderMonth: endpoint({
    method: 'POST',
    path: '/api/me/subscriptions/:id/month',
    who: 'user',
    summary: 'Order that month, to be paid by hand; what it is paid with is charged from then on',
    idempotent: true,
    params: IdParams,
    body: NextMonthForm,
    answer: Order,
    status: 201,
    errors: [...monthOrderErrors, 'SUBSCRIPTION_STATE'],
    perMinute: 60,
  }),
};
