import { namesIn } from '#contract/shared/formatters.ts';

/** What a language is called where the name stands alone: it begins as a sentence does. */
export function languageName(code: string, language: string): string {
  const name = namesIn(language, { type: 'language' }).of(code) ?? code;
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(language) + rest.join('');
}
