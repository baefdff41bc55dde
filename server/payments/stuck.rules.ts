import type { PaymentProvider } from '#contract/payments.ts';

/**
 * What a payment waits for: an `answer` of a provider that cannot be asked, its `decision`, or
 * `nothing` but the buyer. `minutes`: since when it does not answer, or since it was asked to decide.
 */
export type Waiting = { for: 'answer' | 'decision' | 'nothing'; minutes: number };

const day = 24 * 60;
/**
 * How many minutes a provider needs to decide: the sandbox ten seconds, Stripe up to two weeks by ways
 * such as bank debits. Redsys cannot be asked: who pays there ends after half an hour, and what is charged
 * while its owner is not there waits for its notice, or for whoever looks at the bank's own screen.
 */
const decides: Record<PaymentProvider, number> = { sandbox: 1, stripe: 14 * day, redsys: 30 };

/** So much longer a payment may wait before administrators hear of it. */
const graceMinutes = 2;

export function isStuck(provider: string, waiting: Waiting): boolean {
  if (waiting.for === 'nothing') return false;
  const needs = waiting.for === 'answer' ? 0 : (decides[provider as PaymentProvider] ?? 0);
  return waiting.minutes >= needs + graceMinutes;
}
