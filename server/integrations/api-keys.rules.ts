import type { ApiKey } from '#contract/api-keys.ts';

/** By this one knows our keys, also where they should not be. */
export const keyPrefix = 'platea_';

export const looksLikeKey = (token: string): boolean => token.startsWith(keyPrefix);

type Dates = { endsAt: string | null; revokedAt: string | null };

/** How a key stands; instants are ISO texts in UTC. The statement of `findKeyOwner` says the same. */
export function keyState({ endsAt, revokedAt }: Dates, now: string): ApiKey['state'] {
  if (revokedAt !== null) return 'revoked';
  return endsAt !== null && endsAt <= now ? 'ended' : 'good';
}

export const keyCan = (state: ApiKey['state']) => ({ revoke: state === 'good' });

/** Enough to know a key again, and of no use to anybody else. */
export const keyHint = (lastFour: string): string => `${keyPrefix}…${lastFour}`;
