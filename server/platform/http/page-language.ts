import { defaultLanguage, isLanguage, type Language } from '#contract/shared/languages.ts';

type Asked = { query?: string | null; cookie?: string; acceptLanguage?: string };

/** The language of a public page: its address, else the cookie, else the browser, else English. */
export function pageLanguage({ query, cookie, acceptLanguage }: Asked): Language {
  if (isLanguage(query)) return query;
  const kept = /(?:^|;\s*)lang=(\w+)/.exec(cookie ?? '')?.[1];
  if (isLanguage(kept)) return kept;
  return preferredLanguage(acceptLanguage ?? '');
}

function preferredLanguage(header: string): Language {
  const wishes = header
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const quality = options.map((option) => /^\s*q=([\d.]+)/.exec(option)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    });
  const best = wishes
    .filter(({ language, quality }) => isLanguage(language) && quality > 0)
    .sort((a, b) => b.quality - a.quality)[0];
  return isLanguage(best?.language) ? best.language : defaultLanguage;
}
