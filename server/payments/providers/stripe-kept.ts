import type Stripe from 'stripe';
import type { PaymentFailure } from '#contract/payments.ts';
import { refuse } from '#server/platform/errors.ts';
import {
  type Charge,
  type ChargedKept,
  ChargeRefused,
  type ChargeReport,
  type ChargeState,
  type KeptToken,
} from './provider.ts';
import { amountFromStripe, isCurrency, stripeAmount } from './stripe-amounts.rules.ts';

/**
 * Charges of a card that Stripe keeps, while its owner is not there (docs.stripe.com/payments, "Charge
 * a saved payment method"): an intent that is confirmed as it is made. What the bank demands of the
 * owner then is a decline to us: they pay on a page of Stripe, where they are asked.
 */
type Intent = Stripe.PaymentIntent;

/** What we call the charge by: an intent, where others are a session of Checkout. */
export const isIntent = (object: string): boolean => object.startsWith('pi_');

/** A session of Checkout has an intent too; that one is heard of by its session. */
export const isOfKept = ({ metadata }: Intent): boolean => metadata?.kept === 'yes';

/** Customer and card, which Stripe wants to hear together. */
export function keptOf(intent: Intent | null): KeptToken | null {
  const { customer, payment_method: method } = intent ?? {};
  const ids = [customer, method].map((one) => (typeof one === 'string' ? one : one?.id));
  if (!ids.every(Boolean)) return null;
  return { token: ids.join(' '), lastFour: lastFourOf(intent).lastFour ?? '' };
}

export async function chargeKeptBy(
  api: () => Promise<Stripe>,
  { reference, orderId, amount, currency }: Omit<Charge, 'object'>,
  token: string,
): Promise<ChargedKept> {
  const sent = stripeAmount(amount, currency);
  const [customer = '', payment_method = ''] = token.split(' ');
  if (sent === null) return refuse('PAYMENT_ERROR');
  const { paymentIntents } = await api();
  try {
    const intent = await paymentIntents.create(
      {
        amount: sent,
        currency: currency.toLowerCase(),
        customer,
        payment_method,
        off_session: true,
        confirm: true,
        metadata: { reference, orderId, kept: 'yes' },
        expand: ['latest_charge'],
      },
      { idempotencyKey: reference },
    );
    return { object: intent.id, report: reportOfIntent(intent) };
  } catch (error) {
    const declined = declineOf(error);
    if (!declined) throw isRefusal(error) ? new ChargeRefused(error.message) : error;
    const { code, intent } = declined;
    const failure = failureOf(code);
    const report = { reference, orderId, amount, currency, state: 'declined' as const, failure };
    return { ...(intent ? { object: intent } : {}), report };
  }
}

/** Stripe heard it and did not carry it out: the key, the sum or a right of ours is at fault. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'type' in error &&
  ['StripeInvalidRequestError', 'StripeAuthenticationError', 'StripePermissionError'].includes(
    String(error.type),
  );

/** A charge whose answer was lost is among those of the customer, or was never made. */
export async function findKeptBy(
  api: () => Promise<Stripe>,
  { reference }: Pick<Charge, 'reference'>,
  token: string,
): Promise<ChargedKept | null> {
  const [customer = ''] = token.split(' ');
  const { paymentIntents } = await api();
  const made = paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] });
  for await (const intent of made) {
    const isMeant = intent.metadata.reference === reference;
    if (isMeant) return { object: intent.id, report: reportOfIntent(intent) };
  }
  return null;
}

/** The customer was made for one payment: with them go the card, the name and the address at Stripe. */
export async function forgetCustomer(api: () => Promise<Stripe>, token: string): Promise<void> {
  const [customer = ''] = token.split(' ');
  await (await api()).customers.del(customer).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'type' in error &&
  error.type === 'StripeInvalidRequestError' &&
  'code' in error &&
  error.code === 'resource_missing';

/** The bank's no, as the library throws it; null for anything else that went wrong. */
function declineOf(error: unknown): { code: string; intent: string | null } | null {
  if (!(error instanceof Error) || !('type' in error)) return null;
  const { type, code, decline_code, payment_intent } = error as unknown as {
    type: string;
    code?: string;
    decline_code?: string;
    payment_intent?: { id: string };
  };
  // A card or a customer that is gone at Stripe is a card that cannot be charged.
  if (type !== 'StripeCardError' && !isGone(error)) return null;
  const said = code === 'card_declined' ? decline_code : code;
  return { code: said ?? 'card_declined', intent: payment_intent?.id ?? null };
}

function failureOf(code: string): PaymentFailure {
  if (code === 'authentication_required') return 'not_confirmed';
  return code === 'insufficient_funds' ? 'insufficient_funds' : 'card_declined';
}

const states: Record<string, ChargeState> = {
  succeeded: 'approved',
  processing: 'open',
  requires_payment_method: 'declined',
  // Nobody is there to be asked, and nobody will come to this intent.
  requires_action: 'declined',
  requires_confirmation: 'declined',
  canceled: 'declined',
};

/** What an intent of a kept card says; null when it is none of ours. */
export function reportOfIntent(intent: Intent): ChargeReport | null {
  const { reference, orderId } = intent.metadata;
  const currency = intent.currency.toUpperCase();
  if (!reference || !orderId || !isCurrency(currency)) return null;
  const amount = amountFromStripe(intent.amount, currency);
  if (amount === null) return null;
  const state = states[intent.status] ?? 'open';
  const failure = state === 'declined' ? failureOf(reasonOf(intent)) : null;
  return { reference, orderId, amount, currency, state, failure, ...lastFourOf(intent) };
}

function reasonOf({ status, last_payment_error: error }: Intent): string {
  if (status === 'requires_action') return 'authentication_required';
  return error?.decline_code ?? error?.code ?? '';
}

/** The end of the card's number, where Stripe has charged one. */
export function lastFourOf(intent: Intent | null): { lastFour?: string } {
  const charge = intent?.latest_charge;
  const lastFour = typeof charge === 'object' ? charge?.payment_method_details?.card?.last4 : null;
  return lastFour ? { lastFour } : {};
}
