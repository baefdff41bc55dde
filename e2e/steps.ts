import { expect, it } from 'vitest';

/**
 * Steps of one story, each leaning on the one before: after a broken one the others say so at once.
 * `broke` is called while the browsers still show what went wrong.
 */
export function stepsOfStory(broke: () => Promise<void> = async () => undefined) {
  let broken = false;
  return (what: string, work: () => Promise<void>): void => {
    it(what, async () => {
      if (broken) throw new Error('an earlier step of the story failed');
      broken = true;
      try {
        await work();
        broken = false;
      } finally {
        if (broken) await broke();
      }
      expect(broken).toBe(false);
    }, 400_000);
  };
}
