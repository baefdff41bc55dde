const known = [
  'music',
  'theatre',
  'dance',
  'comedy',
  'talk',
  'workshop',
  'sport',
  'family',
] as const;

type Say = (key: `category.${(typeof known)[number]}`) => string;

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The categories that are offered, in the reader's language. */
export const knownCategories = (t: Say): string[] => known.map((key) => t(`category.${key}`));

/** A category as it is read: one that is known in the reader's language, others as written. */
export function categoryWord(t: Say, category: string): string {
  const key = known.find((one) => same(one, category));
  return key ? t(`category.${key}`) : category;
}

/** A category as it is kept: one that is known by its key, so that each reads it in their language. */
export function categoryKey(t: Say, word: string): string {
  return known.find((one) => same(t(`category.${one}`), word)) ?? word;
}
