import { nowMs } from '../clock.ts';
import { forgetBy } from '../remembered.ts';

/** Grows whenever something that the public sees has changed, here or in another process. */
let generation = 0;
forgetBy(() => outdateAnswers());

/** What was made of public things before is old from now on. */
export const outdateAnswers = (): void => {
  generation += 1;
};

/**
 * Keeps what is made of public things (lists for search engines, feeds) until one of them changes, a
 * quarter of an hour at most. Two who ask for what is not there wait for one making. `most` is how
 * many stay at once.
 */
export function keptAnswers<T>(most: number) {
  const kept = new Map<string, { answer: Promise<T>; generation: number; until: number }>();
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known && known.generation === generation && known.until > nowMs()) return known.answer;
    const answer = make();
    const made = { answer, generation, until: nowMs() + 15 * 60_000 };
    kept.delete(key);
    kept.set(key, made);
    if (kept.size > most) kept.delete(kept.keys().next().value as string);
    // A fault is nobody's answer: whoever asks next starts anew.
    answer.catch(() => kept.get(key) === made && kept.delete(key));
    return answer;
  };
}
