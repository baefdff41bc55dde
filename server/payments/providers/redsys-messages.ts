import { z } from 'zod';
import { redsysVersions } from '#contract/media-pay.ts';
import type { CarriedNotice } from '#contract/payments.ts';
import { refuse } from '#server/platform/errors.ts';
import type { MediaPaySettings } from '../settings/media-pay.store.ts';
import { isRedsysOrder } from './redsys.rules.ts';
import { isSignedByRedsys, signRedsys } from './redsys-signature.ts';

type Shop = MediaPaySettings['redsys'];

/** A message of ours, as form fields or as JSON: the parameters and their signature. */
export function writeRedsys(shop: Shop, order: string, values: Record<string, string>) {
  const { version, key: secret } = shop;
  const letters = version === 'HMAC_SHA256_V1' ? 'base64' : 'base64url';
  const parameters = Buffer.from(JSON.stringify(values), 'utf8').toString(letters);
  return {
    Ds_SignatureVersion: version,
    Ds_MerchantParameters: parameters,
    Ds_Signature: signRedsys(version, { secret, order, parameters }),
  };
}

const Text = z.union([z.string(), z.number()]).transform(String);
export const RedsysAnswer = z.object({
  Ds_Order: z.string().refine(isRedsysOrder),
  Ds_Amount: Text,
  Ds_Currency: Text,
  Ds_MerchantCode: Text,
  Ds_Terminal: Text,
  Ds_Response: Text,
  Ds_TransactionType: Text.default('0'),
  Ds_AuthorisationCode: Text.default(''),
  Ds_MerchantData: Text.default(''),
  Ds_Card_Number: Text.default(''),
  /** The bank's name for a card that it keeps, and for the payment in which its owner agreed. */
  Ds_Merchant_Identifier: Text.default(''),
  Ds_Merchant_Cof_Txnid: Text.default(''),
});
export type RedsysAnswer = z.infer<typeof RedsysAnswer>;

const Version = z.enum(redsysVersions);

/**
 * What Redsys says, proven: either generation of signatures counts, whichever the shop signs with.
 * Refuses PAYMENT_SIGNATURE and CALLBACK_INVALID.
 */
export function readRedsys(shop: Shop, notice: CarriedNotice): RedsysAnswer {
  const version = Version.safeParse(notice.Ds_SignatureVersion).data;
  const said = RedsysAnswer.safeParse(decoded(notice.Ds_MerchantParameters));
  if (!version || shop.key === '') return refuse('PAYMENT_SIGNATURE');
  if (!said.success) return refuse('CALLBACK_INVALID');
  const isProven = isSignedByRedsys(version, {
    secret: shop.key,
    order: said.data.Ds_Order,
    parameters: notice.Ds_MerchantParameters,
    signature: notice.Ds_Signature,
  });
  return isProven ? said.data : refuse('PAYMENT_SIGNATURE');
}

/** The values of the parameters, each of which may be coded for addresses. */
function decoded(parameters: string): unknown {
  try {
    const values: unknown = JSON.parse(Buffer.from(parameters, 'base64').toString('utf8'));
    if (typeof values !== 'object' || values === null) return null;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
  } catch {
    return null;
  }
}

function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The three fields of a form that Redsys posts. A plus may have come as the space that it codes. */
export function noticeFrom(rawBody: string): CarriedNotice {
  const form = new URLSearchParams(rawBody);
  const field = (name: string) => (form.get(name) ?? '').replaceAll(' ', '+');
  return {
    Ds_SignatureVersion: field('Ds_SignatureVersion'),
    Ds_MerchantParameters: field('Ds_MerchantParameters'),
    Ds_Signature: field('Ds_Signature'),
  };
}
