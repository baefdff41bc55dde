import { afterEach, describe, expect, test } from 'vitest';
import { useClock } from '#server/platform/clock.ts';
import { keptAnswers, outdateAnswers } from './kept-answers.ts';

function counted() {
  let made = 0;
  const make = async () => {
    made += 1;
    return made;
  };
  return { make, count: () => made };
}

describe('answers made of public things', () => {
  afterEach(() => useClock(null));

  test('are made once for all who ask at the same time', async () => {
    const get = keptAnswers<number>(3);
    const { make } = counted();
    expect(await Promise.all([get('a', make), get('a', make)])).toEqual([1, 1]);
  });

  test('are made again when something has changed, and after a quarter of an hour', async () => {
    const get = keptAnswers<number>(3);
    const { make } = counted();
    useClock('2026-05-01T10:00:00Z');
    await get('a', make);
    outdateAnswers();
    expect(await get('a', make)).toBe(2);
    useClock('2026-05-01T10:14:59Z');
    expect(await get('a', make)).toBe(2);
    useClock('2026-05-01T10:15:00Z');
    expect(await get('a', make)).toBe(3);
  });

  test('that failed are not kept', async () => {
    const get = keptAnswers<number>(3);
    await expect(get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await get('a', async () => 7)).toBe(7);
  });

  test('never stay more than so many', async () => {
    const get = keptAnswers<number>(2);
    const { make } = counted();
    for (const key of ['a', 'b', 'c', 'b', 'c']) await get(key, make);
    expect(await get('a', make)).toBe(4);
  });
});
