import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret as receivers keep it: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * The signature of a message by each of these secrets, as Standard Webhooks writes it: what is signed is
 * id, time (seconds) and body with dots between. https://www.standardwebhooks.com, version 1
 */
export function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets
    .map((secret) => Buffer.from(secret.slice(prefix.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    .join(' ');
}
