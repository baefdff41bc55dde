import type Stripe from 'stripe';
import { now } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { refuse } from '#server/platform/errors.ts';
import { mediaPaySettings } from '../settings/media-pay.queries.ts';
import {
  type ChargeReport,
  type ChargeState,
  type Provider,
  type ProviderSaid,
  ProviderUnset,
} from './provider.ts';
import { toleranceSeconds } from './signature.ts';
import {
  amountFromStripe,
  isCurrency,
  stripeAmount,
  stripeRefund,
} from './stripe-amounts.rules.ts';
import { intentOf, readDispute, readRefunds, hasFailed as refundFailed } from './stripe-back.ts';
import {
  chargeKeptBy,
  findKeptBy,
  forgetCustomer,
  isIntent,
  isOfKept,
  keptOf,
  lastFourOf,
  reportOfIntent,
} from './stripe-kept.ts';
import { beginSetupAt, reportOfSetup, setupExpand } from './stripe-setup.ts';

/** Stripe's own least is half an hour; our hold of the seat is shorter, and late money has its rule. */
const openMinutes = 31;

/**
 * Their answer takes days, and a seat is held for a quarter of an hour. They are left out rather than
 * the others named: which cards and wallets there are stays with the account's own settings.
 */
const slowWays = [
  ...(['acss_debit', 'au_becs_debit', 'bacs_debit', 'nz_bank_account', 'sepa_debit'] as const),
  ...(['us_bank_account', 'customer_balance', 'sofort'] as const),
  ...(['boleto', 'konbini', 'multibanco', 'oxxo'] as const),
];

/** A card alone can be charged later while nobody is there; it is kept for a customer. */
const waysFor = (keep: boolean): Partial<Stripe.Checkout.SessionCreateParams> =>
  keep
    ? { customer_creation: 'always', allowed_payment_method_types: ['card'] }
    : { excluded_payment_method_types: [...slowWays] };

/** Read when somebody pays by it: it is large, and most starts of the server need none of it. */
const library = async () => (await import('stripe')).default;

let client: { made: string; stripe: Stripe } | null = null;

/** The client for the key and the address that are set now. */
async function api(): Promise<Stripe> {
  const { secretKey: key } = (await mediaPaySettings()).stripe;
  if (key === '') throw new ProviderUnset('Stripe has no key here any more');
  const { STRIPE_API, STRIPE_SECONDS } = config();
  const made = [key, STRIPE_API, STRIPE_SECONDS].join();
  if (client?.made === made) return client.stripe;
  const stripe = new (await library())(key, connection());
  client = { made, stripe };
  return stripe;
}

/** Another address than Stripe's own is for tests and for proxies. */
function connection() {
  const { hostname, port, protocol } = new URL(config().STRIPE_API);
  return {
    host: hostname,
    ...(port ? { port } : {}),
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    timeout: config().STRIPE_SECONDS * 1000,
    // The buyer waits meanwhile.
    maxNetworkRetries: 1,
    telemetry: false,
  };
}

const locales = { es: 'es', en: 'en', pt: 'pt-BR' } as const;

type Session = Stripe.Checkout.Session;

/** One payment by Stripe Checkout: a page of theirs, whose session is what we ask about. */
export const stripe: Provider = {
  name: 'stripe',

  async charge({ reference, orderId, amount, currency, screen, keep }) {
    const unit_amount = stripeAmount(amount, currency);
    if (unit_amount === null || !screen) return refuse('PAYMENT_ERROR');
    const { title, language, buyerEmail, backPath } = screen;
    const marks = { reference, orderId };
    const back = `${config().PUBLIC_URL}${backPath}`;
    const session = await (await api()).checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: reference,
        metadata: marks,
        payment_intent_data: {
          metadata: marks,
          ...(keep ? { setup_future_usage: 'off_session' as const } : {}),
        },
        ...waysFor(keep),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount,
              product_data: { name: title },
            },
          },
        ],
        customer_email: buyerEmail,
        locale: locales[language],
        success_url: back,
        cancel_url: back,
        expires_at: Math.floor(now().add({ minutes: openMinutes }).epochMilliseconds / 1000),
      },
      { idempotencyKey: reference },
    );
    if (!session.url) throw new Error('Stripe named no page to pay on');
    return { state: 'confirming', object: session.id, place: { url: session.url, fields: null } };
  },

  chargeKept: (charge, token) => chargeKeptBy(api, charge, token),
  findKept: (charge, token) => findKeptBy(api, charge, token),
  forgetKept: (token) => forgetCustomer(api, token),

  setup: {
    begin: ({ reference, screen }) =>
      screen ? beginSetupAt(api, { reference, screen }) : refuse('PAYMENT_ERROR'),
    async find({ object }) {
      return object === '' ? null : reportOfSetup(await sessionOf(object));
    },
  },

  // The question is asked and answered on Stripe's own page.
  confirm: async () => false,

  async cancel(charge) {
    if (charge.object === '') return true;
    // What was kept is charged at once, or not at all.
    if (isIntent(charge.object)) return false;
    const checkout = (await api()).checkout.sessions;
    const now = await checkout.retrieve(charge.object);
    if (now.status === 'open') await checkout.expire(charge.object).catch(() => undefined);
    return (await checkout.retrieve(charge.object)).status === 'expired';
  },

  async find(charge) {
    if (isIntent(charge.object)) return reportOfIntent(await intentNow(charge.object));
    if (charge.object === '') return null;
    return reportOf(await sessionOf(charge.object));
  },

  async refund(charge, { amount, key }) {
    const intent = isIntent(charge.object)
      ? charge.object
      : (await sessionOf(charge.object)).payment_intent;
    if (!intent) throw new Error(`Stripe took no money for ${charge.reference}`);
    const sent = stripeRefund(amount, charge.currency);
    if (sent === null) throw new Error(`no amount of ${charge.reference} for Stripe: ${amount}`);
    const payment_intent = typeof intent === 'string' ? intent : intent.id;
    const { refunds } = await api();
    // Stripe forgets keys of requests after a day; those that stand in its books it does not.
    const asked = (await refunds.list({ payment_intent, limit: 100 })).data.filter(
      ({ metadata }) => metadata?.key === key,
    );
    if (asked.some((one) => !refundFailed(one))) return;
    const idempotencyKey = asked.length === 0 ? key : `${key}:${asked.length}`;
    // The key goes along, so that we know it again among those that others made there.
    const refund = await refunds.create(
      { payment_intent, amount: sent, metadata: { key } },
      { idempotencyKey },
    );
    if (refundFailed(refund)) throw new Error(`Stripe could not carry out refund ${key}`);
  },

  async prove({ signature, rawBody }) {
    const event = await proven(rawBody, signature);
    return { eventId: event.id, type: event.type, body: event };
  },

  understand: ({ body }) => understand(body as Stripe.Event),
};

/** Events come in any order: what counts is how things stand now. */
async function understand({ type, data: { object } }: Stripe.Event): Promise<ProviderSaid> {
  if (object.object === 'payment_intent' && isOfKept(object)) {
    const report = reportOfIntent(await intentNow(object.id));
    return report ? { about: 'charge', report } : { about: 'nothing' };
  }
  if (object.object === 'checkout.session') {
    const session = await sessionOf(object.id);
    const setup = reportOfSetup(session);
    if (setup) return { about: 'setup', report: setup };
    const report = reportOf(session);
    // The account may sell elsewhere too: what has no order of ours is none of our business.
    return report ? { about: 'charge', report } : { about: 'nothing' };
  }
  if (object.object === 'dispute') return readDispute(await api(), object.id);
  const intent = type.includes('refund') ? intentOf(object) : null;
  return intent ? readRefunds(await api(), intent) : { about: 'nothing' };
}

async function proven(rawBody: string, signature: string): Promise<Stripe.Event> {
  const { signingKey } = (await mediaPaySettings()).stripe;
  if (signingKey === '') return refuse('PAYMENT_SIGNATURE');
  const { webhooks } = await library();
  try {
    return webhooks.constructEvent(rawBody, signature, signingKey, toleranceSeconds);
  } catch {
    return refuse('PAYMENT_SIGNATURE');
  }
}

const sessionOf = async (id: string): Promise<Session> =>
  (await api()).checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge', setupExpand],
  });

const intentNow = async (id: string): Promise<Stripe.PaymentIntent> =>
  (await api()).paymentIntents.retrieve(id, { expand: ['latest_charge'] });

const states: Record<NonNullable<Session['status']>, ChargeState> = {
  open: 'confirming',
  // Paid for, by a way that takes days: `payment_status` says when.
  complete: 'open',
  expired: 'declined',
};

/** What a session says; null when it is none of ours. */
function reportOf(session: Session): ChargeReport | null {
  const { orderId } = session.metadata ?? {};
  const currency = session.currency?.toUpperCase();
  const reference = session.client_reference_id;
  if (!orderId || !reference || !isCurrency(currency)) return null;
  const amount = amountFromStripe(session.amount_total ?? 0, currency);
  if (amount === null) return null;
  const state = session.payment_status === 'paid' ? 'approved' : stateOf(session);
  const failure = state === 'declined' ? failureOf(session) : null;
  const { payment_intent: intent } = session;
  const lastFour = typeof intent === 'object' ? lastFourOf(intent) : {};
  const kept = state === 'approved' && typeof intent === 'object' ? keptOf(intent) : null;
  return { reference, orderId, amount, currency, state, failure, ...lastFour, kept };
}

/** A complete session whose intent has no way of paying any more was refused by the bank. */
function stateOf(session: Session): ChargeState {
  const state = states[session.status ?? 'open'] ?? 'confirming';
  return state === 'open' && hasFailed(session) ? 'declined' : state;
}

const failureOf = (session: Session) => (hasFailed(session) ? 'card_declined' : 'not_confirmed');

const hasFailed = ({ payment_intent: intent }: Session): boolean =>
  typeof intent === 'object' && intent?.status === 'requires_payment_method';
