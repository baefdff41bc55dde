import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { Monetization } from './shared/monetization.ts';

export const redsysVersions = ['HMAC_SHA256_V1', 'HMAC_SHA512_V2'] as const;

const Secret = (shape: RegExp) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || shape.test(text), 'invalid');
/** Where Redsys has its forms: for money, and for trying. */
export const redsysOrigins = ['https://sis.redsys.es', 'https://sis-t.redsys.es:25443'];
/** Nobody else is given the buyers; this machine may stand in for the bank. */
const PointOfSale = z
  .string()
  .trim()
  .max(300)
  .refine((text) => {
    const url = URL.parse(text);
    const isHere = url?.protocol === 'http:' && url.hostname === '127.0.0.1';
    return text === '' || isHere || redsysOrigins.includes(url?.origin ?? '');
  }, 'invalid');

const redsysFields = {
  /** Address of the payment form (`…/sis/realizarPago`); empty: this way of paying is off. */
  url: PointOfSale,
  merchant: z.string().trim().max(9).regex(/^\d*$/),
  terminal: z.string().trim().max(3).regex(/^\d*$/),
  currency: Currency,
  version: z.enum(redsysVersions),
};
const publicKey = z
  .string()
  .trim()
  .max(300)
  .regex(/^(pk_(test|live)_\w+)?$/);

/** The ways of paying as administrators see them. A secret is told by whether it is there. */
export const MediaPay = z.object({
  redsys: z.object({ ...redsysFields, hasKey: z.boolean(), isOn: z.boolean() }),
  stripe: z.object({
    publicKey,
    hasSecretKey: z.boolean(),
    hasSigningKey: z.boolean(),
    isOn: z.boolean(),
  }),
  /** Where the providers send their notices; to be entered at Stripe by hand. */
  notify: z.object({ stripe: z.string(), redsys: z.string() }),
  /** No way of paying was ever set, or this is a trial: the bank inside the product takes payments. */
  sandbox: z.boolean(),
  monetize: Monetization,
});
export type MediaPay = z.infer<typeof MediaPay>;

/** Saved as a whole. A secret that is left out stays as it is, an empty one is erased. */
export const MediaPayForm = z.strictObject({
  redsys: z.strictObject({
    ...redsysFields,
    key: Secret(/^[A-Za-z0-9+/]{32}$/).optional(),
  }),
  stripe: z.strictObject({
    publicKey,
    secretKey: Secret(/^(sk|rk)_(test|live)_\w{8,250}$/).optional(),
    signingKey: Secret(/^whsec_[\w+/=]{8,250}$/).optional(),
  }),
  /** Left out, it stays as it is. */
  monetize: Monetization.optional(),
});
export type MediaPayForm = z.infer<typeof MediaPayForm>;

export const mediaPayContract = {
  getStripeKey: endpoint({
    method: 'GET',
    path: '/api/config/payments/stripe',
    who: 'public',
    summary: 'The public key of Stripe; null while one cannot pay by it',
    answer: z.object({ publicKey: z.string().nullable() }),
  }),
  getMediaPay: endpoint({
    method: 'GET',
    path: '/api/config/modules/media-pay',
    who: 'admin',
    summary: 'The providers of payment, without their secrets',
    answer: MediaPay,
  }),
  saveMediaPay: endpoint({
    method: 'PUT',
    path: '/api/config/modules/media-pay',
    who: 'admin',
    summary: 'Save the providers; a secret left out stays, an empty one is erased',
    body: MediaPayForm,
    answer: MediaPay,
    errors: ['ADMIN.PAGE.SAVE_ERROR', 'RATE_MISSING'],
  }),
};
