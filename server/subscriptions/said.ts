import type { Language } from '#contract/shared/languages.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { wordsOf } from '#server/platform/words.ts';

/** The words that this area says from the server. */
export const say = wordsOf(new URL('./words/', import.meta.url));

const lines = { month: 'line', year: 'lineYear', once: 'lineOnce' } as const;

/** What papers and orders call a month of a channel, or what was bought of the site. */
export const monthTitle = (
  language: Language,
  channel: string,
  term: SubscriptionTerm = 'month',
): string => say(language, lines[term], { channel });
