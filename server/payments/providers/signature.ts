import { createHmac } from 'node:crypto';
import { sameSecret } from '#server/platform/secrets.ts';

/** Seconds that a signed message may be old or ahead of our clock. */
export const toleranceSeconds = 300;

const macOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** `t={unix seconds},v1={HMAC-SHA256 over "t.rawBody" in hex}`. */
export const sign = (key: Buffer, rawBody: string, seconds: number): string =>
  `t=${seconds},v1=${macOf(key, `${seconds}.${rawBody}`)}`;

/**
 * Does the header prove that whoever has the key wrote this body within the tolerance? Several `v1`
 * may stand in it while a key is changed: one good one is enough.
 */
export function isSigned(
  key: Buffer,
  { header, rawBody, seconds }: { header: string; rawBody: string; seconds: number },
): boolean {
  if (header.length > 1000) return false;
  const parts = header.split(',').map((part) => part.trim());
  const stamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(stamp)) return false;
  if (Math.abs(seconds - Number(stamp)) > toleranceSeconds) return false;
  const expected = macOf(key, `${stamp}.${rawBody}`);
  return parts.some((part) => part.startsWith('v1=') && sameSecret(part.slice(3), expected));
}
