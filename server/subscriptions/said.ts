import type { Language } from '#contract/shared/languages.ts';
import { wordsOf } from '#server/platform/words.ts';

/** The words that this area says from the server. */
export const say = wordsOf(new URL('./words/', import.meta.url));

/** What papers and orders call a month of a channel. */
export const monthTitle = (language: Language, channel: string): string =>
  say(language, 'line', { channel });
