import { wordsOf } from '#server/platform/words.ts';

/** The words that this area says from the server. */
export const say = wordsOf(new URL('./words/', import.meta.url));
