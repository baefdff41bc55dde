import { readFileSync } from 'node:fs';

type Words = { [key: string]: string | Words };
const catalogues = new Map<string, Words>();

/** The words that a person reads on the screen, from the catalogue of an area. */
export function say(
  area: string,
  key: string,
  values: Record<string, string | number> = {},
  language = 'en',
): string {
  const file = `web/${area}/words/${language}.json`;
  if (!catalogues.has(file)) catalogues.set(file, JSON.parse(readFileSync(file, 'utf8')));
  const words = catalogues.get(file) ?? {};
  const found =
    words[key] ??
    key
      .split('.')
      .reduce<string | Words | undefined>(
        (at, name) => (typeof at === 'object' ? at[name] : undefined),
        words,
      );
  if (typeof found !== 'string') throw new Error(`no words for ${area} ${key}`);
  return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
