import { readFileSync } from 'node:fs';
import i18next, { type i18n } from 'i18next';
import { type Language, languages } from '#contract/shared/languages.ts';
import { config } from './config.ts';

type Values = Record<string, string | number>;
const catalogues = new Map<string, Promise<i18n> | i18n>();

/**
 * The words that an area says from the server (mails, papers, errors).
 * `folder` is the area's `words/` folder as URL: `new URL('./words/', import.meta.url)`.
 * The answer speaks: `say('es', 'greeting', { name })`. A missing key throws: it is a fault of ours.
 * `{{site}}` stands for the name of the site.
 */
export function wordsOf(folder: URL): (language: Language, key: string, values?: Values) => string {
  const catalogue = loadCatalogue(folder);
  return (language, key, values = {}) => {
    // Nothing is written as nothing: to ask first whether there are words would be looking twice.
    const asked = { lng: language, site: config().SITE_NAME, ...values, defaultValue: '' };
    const said = catalogue.t(key, asked);
    if (said === '') throw new Error(`no words for ${key} in ${language}`);
    return said;
  };
}

function loadCatalogue(folder: URL): i18n {
  const known = catalogues.get(folder.href);
  if (known) return known as i18n;
  const catalogue = i18next.createInstance();
  const resources = Object.fromEntries(
    languages.map((language) => [
      language,
      { translation: JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) },
    ]),
  );
  void catalogue.init({
    resources,
    initAsync: false,
    fallbackLng: false,
    keySeparator: '.',
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  });
  catalogues.set(folder.href, catalogue);
  return catalogue;
}
