import { createCipheriv, createHmac } from 'node:crypto';
import type { redsysVersions } from '#contract/media-pay.ts';
import { sameSecret } from '#server/platform/secrets.ts';

/**
 * How Redsys signs (pagosonline.redsys.es, "Firmar una operación"): each order has a key of its own,
 * made from the shop's by a cipher, and with it the text of the parameters is signed as it is sent.
 */
export type RedsysVersion = (typeof redsysVersions)[number];

/** The order's key under the first generation: 3DES without padding, filled up with zero bytes. */
export function keyBy3Des(secret: string, order: string): Buffer {
  const text = Buffer.from(order, 'utf8');
  const filled = Buffer.concat([text, Buffer.alloc((8 - (text.length % 8)) % 8)]);
  const key = Buffer.from(secret, 'base64');
  const cipher = createCipheriv('des-ede3-cbc', key, Buffer.alloc(8)).setAutoPadding(false);
  return Buffer.concat([cipher.update(filled), cipher.final()]);
}

/** The order's key under the second: AES-128 keyed by the text of the secret; the key is its base64. */
export function keyByAes(secret: string, order: string): string {
  const key = Buffer.from(secret.slice(0, 16).padEnd(16, '0'), 'utf8');
  const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16));
  return Buffer.concat([cipher.update(order, 'utf8'), cipher.final()]).toString('base64');
}

type Signed = { secret: string; order: string; parameters: string };

/** The signature of the text of the parameters, in the letters that this version sends. */
export function signRedsys(version: RedsysVersion, { secret, order, parameters }: Signed): string {
  if (version === 'HMAC_SHA256_V1') {
    return createHmac('sha256', keyBy3Des(secret, order)).update(parameters).digest('base64');
  }
  return createHmac('sha512', keyByAes(secret, order)).update(parameters).digest('base64url');
}

/** Was it signed so? Redsys answers in either alphabet of base64; the bytes are compared. */
export function isSignedByRedsys(
  version: RedsysVersion,
  signed: Signed & { signature: string },
): boolean {
  const expected = Buffer.from(signRedsys(version, signed), 'base64');
  return sameSecret(Buffer.from(signed.signature, 'base64'), expected);
}
