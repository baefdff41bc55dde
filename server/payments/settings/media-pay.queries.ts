import type { MediaPay } from '#contract/media-pay.ts';
import type { PaymentMethods } from '#contract/payments.ts';
import { sandboxCards } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Monetization } from '#contract/shared/monetization.ts';
import { nowMs } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { forgetBy } from '#server/platform/remembered.ts';
import { isOn, providersFor, providersOn } from './media-pay.rules.ts';
import { loadMediaPay, type MediaPaySettings } from './media-pay.store.ts';

const freshMs = 2000;
let kept: { settings: MediaPaySettings; at: number } | null = null;
let generation = 0;
forgetBy(forgetMediaPay);

/**
 * The settings of the providers, at most two seconds old: every payment asks for them, and another
 * process may have saved them meanwhile. A transaction asks by its own connection: all that there are may
 * be held by others who wait for a second one.
 */
export async function mediaPaySettings(from: Db = db()): Promise<MediaPaySettings> {
  if (kept && Math.abs(nowMs() - kept.at) < freshMs) return kept.settings;
  const startedIn = generation;
  const settings = await loadMediaPay(from);
  // What was saved while it was read may not be in it.
  if (startedIn === generation) kept = { settings, at: nowMs() };
  return settings;
}

/** The next question reads the database again. */
export function forgetMediaPay(): void {
  generation += 1;
  kept = null;
}

/** What is sold on this site, as administrators have decided. */
export const monetization = async (from?: Db): Promise<Monetization> =>
  (await mediaPaySettings(from)).monetize;

const methodsOf = (providers: PaymentMethods['providers']): PaymentMethods => {
  const sandbox = providers.includes('sandbox');
  return { providers, sandbox, cards: sandbox ? sandboxCards : [] };
};

/** How one can pay here at all. */
export const paymentMethods = async (): Promise<PaymentMethods> =>
  methodsOf(providersOn(await mediaPaySettings()));

/** How one can pay this sum (minor units). */
export const paymentMethodsFor = async (sum: {
  amount: number;
  currency: CurrencyCode;
}): Promise<PaymentMethods> => methodsOf(providersFor(await mediaPaySettings(), sum));

/** The public key of Stripe; null while one cannot pay by it. */
export async function stripePublicKey(): Promise<string | null> {
  const settings = await mediaPaySettings();
  return isOn.stripe(settings) ? settings.stripe.publicKey : null;
}

/** The settings as administrators see them: of a secret only that it is there. */
export async function getMediaPay(): Promise<MediaPay> {
  const settings = await loadMediaPay(db());
  const { key, ...redsys } = settings.redsys;
  const { publicKey, secretKey, signingKey } = settings.stripe;
  const notify = (provider: string) => `${config().PUBLIC_URL}/api/payments/${provider}/notify`;
  return {
    redsys: { ...redsys, hasKey: key !== '', isOn: isOn.redsys(settings) },
    stripe: {
      publicKey,
      hasSecretKey: secretKey !== '',
      hasSigningKey: signingKey !== '',
      isOn: isOn.stripe(settings),
    },
    notify: { stripe: notify('stripe'), redsys: notify('redsys') },
    sandbox: providersOn(settings).includes('sandbox'),
    monetize: settings.monetize,
  };
}
