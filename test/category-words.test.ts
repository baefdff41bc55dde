import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { languages } from '#contract/shared/languages.ts';
import { db } from '#server/platform/database/index.ts';
import { aProduct } from './factories/catalog.ts';
import { call } from './story.ts';

const wordsIn = (language: string): [key: string, word: string][] => {
  const file = new URL(`../web/catalog/words/${language}.json`, import.meta.url);
  const words = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  return words.flatMap(([key, word]) =>
    key.startsWith('category.') ? [[key.slice('category.'.length), word]] : [],
  );
};

describe('a known category', () => {
  it('is found by its name in every language', async () => {
    const lost: string[] = [];
    for (const [key] of wordsIn('en')) {
      const { id } = await aProduct();
      await db()
        .updateTable('products')
        .set({ categories: [key] })
        .where('id', '=', id)
        .execute();
      for (const language of languages) {
        const word = wordsIn(language).find(([one]) => one === key)?.[1] ?? '';
        const { items } = await call(catalogContract.searchProducts, {
          query: { q: word, size: 100 },
        });
        if (!items.some((item) => item.id === id)) lost.push(`${language} ${word}`);
      }
    }
    expect(wordsIn('en').length).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });
});
