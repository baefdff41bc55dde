import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { installationSecret } from './installation-secret.ts';

/** A new random token of 256 bits, in letters that addresses can carry. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a text: how tokens and keys are kept. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameSecret(a: Buffer | string, b: Buffer | string): boolean {
  const left = Buffer.from(a as string);
  const right = Buffer.from(b as string);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A key of 32 bytes for one purpose, derived from the installation's secret (HKDF-SHA256). */
export const keyFor = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationSecret(), '', `platea ${purpose}`, 32));

/** Seals a text with AES-256-GCM under the key of `purpose`; only `unseal` reads it again. */
export function seal(text: string, purpose: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` closed. Throws when it was changed or sealed under another secret. */
export function unseal(sealed: Buffer, purpose: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
