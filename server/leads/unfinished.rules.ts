import { Temporal } from 'temporal-polyfill';
import type { LetterKind } from '#contract/leads.ts';

/** The letters about an unfinished checkout, in their order. */
export const unfinishedLetters = ['unfinished_1', 'unfinished_2', 'unfinished_3'] as const;
export type UnfinishedLetter = (typeof unfinishedLetters)[number] & LetterKind;

/** Minutes after the end of the order at which a letter is due. */
const after: Record<UnfinishedLetter, number> = {
  unfinished_1: 15,
  unfinished_2: 6 * 60,
  unfinished_3: 24 * 60,
};
/** For how many minutes a moment that was missed, by a stop of ours, is still worth a letter. */
const worthFor: Record<UnfinishedLetter, number> = {
  unfinished_1: 60,
  unfinished_2: 3 * 60,
  unfinished_3: 6 * 60,
};

/** Ends of the orders of which a letter is due at `now`: later than `after`, and `until` at the latest. */
export function endsDue(letter: UnfinishedLetter, now: string): { after: string; until: string } {
  const until = Temporal.Instant.from(now).subtract({ minutes: after[letter] });
  return {
    after: until.subtract({ minutes: worthFor[letter] }).toString(),
    until: until.toString(),
  };
}

/** The last one may carry a code. */
export const carriesCode = (letter: UnfinishedLetter): boolean => letter === 'unfinished_3';

/** Where the same choice is made again. */
export function checkoutPath(
  slug: string,
  { sessionId, code }: { sessionId: string | null; code: string | null },
): string {
  const search = new URLSearchParams();
  if (sessionId) search.set('session', sessionId);
  if (code) search.set('code', code);
  const asked = search.toString();
  return `/products/${slug}/checkout${asked ? `?${asked}` : ''}`;
}
