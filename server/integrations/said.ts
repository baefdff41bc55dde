import { wordsOf } from '#server/platform/words.ts';

/** The words of letters and of the widget. */
export const say = wordsOf(new URL('./words/', import.meta.url));
