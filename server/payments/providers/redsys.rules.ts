import type { PaymentFailure } from '#contract/payments.ts';
import { type CurrencyCode, currencies } from '#contract/shared/currencies.ts';
import type { Language } from '#contract/shared/languages.ts';

/** 4 to 12 characters, the first four digits, the rest letters or digits; used once. */
export const isRedsysOrder = (text: string): boolean => /^\d{4}[A-Za-z0-9]{0,8}$/.test(text);

/** What Redsys calls a currency, and back. */
export const numberOf = (currency: CurrencyCode): string => currencies[currency][0];
export const currencyNumbered = (number: string): CurrencyCode | null =>
  (Object.entries(currencies).find(([, [known]]) => known === number.padStart(3, '0'))?.[0] as
    | CurrencyCode
    | undefined) ?? null;

/** Terminal 1 and 001 are the same. */
export const sameTerminal = (a: string, b: string): boolean => a !== '' && Number(a) === Number(b);

export const languageNumber: Record<Language, string> = { es: '1', en: '2', pt: '9' };

/** Was it paid? `Ds_Response` is a text of four digits: 0000 to 0099 are, all others are not. */
export const isApproved = (response: string): boolean => /^00\d\d$/.test(response);

const failures: Record<string, PaymentFailure> = {
  '0116': 'insufficient_funds',
  '0184': 'not_confirmed',
  // The bank wants its owner to prove who they are: so it answers a charge without them.
  '0195': 'not_confirmed',
  '9915': 'not_confirmed',
};

/** Why it was not, as far as we tell people. */
export const failureOf = (response: string): PaymentFailure =>
  failures[response.padStart(4, '0')] ?? 'card_declined';

/** The bank has given money back. */
export const isGivenBack = (response: string): boolean => response === '0900';

/** No line to the bank came about: nothing was asked. */
const neverAsked: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Was it never asked? Where `fetch` fails otherwise, nobody knows. */
export const wasNeverAsked = (error: unknown): boolean =>
  error instanceof Error && neverAsked.includes((error.cause as { code?: unknown } | null)?.code);
