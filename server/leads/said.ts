import { wordsOf } from '#server/platform/words.ts';

/** The words of leads and lines: letters, pages behind links, files. */
export const say = wordsOf(new URL('./words/', import.meta.url));
