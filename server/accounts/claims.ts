import { Temporal } from 'temporal-polyfill';
import { instantText, now } from '#server/platform/clock.ts';
import { seal, unseal } from '#server/platform/secrets.ts';

const purpose = 'sign-up claims';
/** As long as the first link of a sign-up. */
const hours = 24;

/**
 * What the browser that signs up keeps. Worth nothing by itself: with the link of the letter, which
 * only the owner of the address has, it says that both are the same person.
 */
export function claimOf(userId: string): string {
  const until = instantText(now().add({ hours }));
  return seal(`${userId} ${until}`, purpose).toString('base64url');
}

export function isClaimOf(userId: string, claim: string | undefined): boolean {
  if (!claim) return false;
  try {
    const [claimed, until = ''] = unseal(Buffer.from(claim, 'base64url'), purpose).split(' ');
    return claimed === userId && Temporal.Instant.compare(until, now()) > 0;
  } catch {
    return false;
  }
}
