import { wordsOf } from '#server/platform/words.ts';

/** The words of what is sent: letters, labels, lists, and the line of an order. */
export const say = wordsOf(new URL('./words/', import.meta.url));
