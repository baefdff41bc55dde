import { wordsOf } from '#server/platform/words.ts';

/** The words of affiliates: files. */
export const say = wordsOf(new URL('./words/', import.meta.url));
