import type Stripe from 'stripe';
import { now } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import type { AskedSetup, ChargeScreen, KeptToken, SetupReport, SetupState } from './provider.ts';

/**
 * A card that its owner gives to Stripe without paying: Checkout in setup mode
 * (docs.stripe.com/payments/checkout/save-and-reuse). The customer is made for this card, as for a
 * payment whose card is kept, and goes with it.
 */
type Session = Stripe.Checkout.Session;

/** Stripe's own least is half an hour. */
const openMinutes = 31;
const locales = { es: 'es', en: 'en', pt: 'pt-BR' } as const;

export async function beginSetupAt(
  api: () => Promise<Stripe>,
  { reference, screen }: { reference: string; screen: ChargeScreen },
): Promise<AskedSetup> {
  const { language, buyerEmail, backPath } = screen;
  const back = `${config().PUBLIC_URL}${backPath}`;
  const { checkout } = await api();
  const session = await checkout.sessions.create(
    {
      mode: 'setup',
      client_reference_id: reference,
      metadata: { reference },
      allowed_payment_method_types: ['card'],
      customer_creation: 'always',
      customer_email: buyerEmail,
      locale: locales[language],
      success_url: back,
      cancel_url: back,
      expires_at: Math.floor(now().add({ minutes: openMinutes }).epochMilliseconds / 1000),
    },
    { idempotencyKey: reference },
  );
  if (!session.url) throw new Error('Stripe named no page to give a card on');
  return { object: session.id, url: session.url, report: null };
}

/** What is to be read of a session with it. */
export const setupExpand = 'setup_intent.payment_method';

/** What a session in setup mode says; null when it is none of ours. */
export function reportOfSetup(session: Session): SetupReport | null {
  const reference = session.client_reference_id;
  if (session.mode !== 'setup' || !reference) return null;
  const kept = session.status === 'complete' ? keptOf(session) : null;
  return { reference, state: kept ? 'kept' : stateOf(session), kept };
}

/** Complete without a card that can be charged: the bank said no after all. */
function stateOf({ status, setup_intent: intent }: Session): SetupState {
  if (status === 'expired') return 'over';
  const isRefused = typeof intent === 'object' && intent?.status === 'requires_payment_method';
  return status === 'complete' && isRefused ? 'declined' : 'open';
}

function keptOf({ customer, setup_intent: intent }: Session): KeptToken | null {
  if (typeof intent !== 'object' || intent?.status !== 'succeeded') return null;
  const { payment_method: method } = intent;
  const ids = [customer, method].map((one) => (typeof one === 'string' ? one : one?.id));
  if (!ids.every(Boolean)) return null;
  const lastFour = typeof method === 'object' ? method?.card?.last4 : null;
  return { token: ids.join(' '), lastFour: lastFour ?? '' };
}
