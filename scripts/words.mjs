/**
 * The words check: every catalogue has the same keys, placeholders and plurals in each language,
 * nothing is empty, and no key lies unused. (A key that is used and missing is found by the types
 * in the web, and thrown by `wordsOf` on the server.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

export const languages = ['en', 'es', 'pt'];
const plural = /_(zero|one|two|few|many|other)$/;
/** The plural forms without which a counted sentence would sometimes have no words. */
const neededForms = { en: ['one', 'other'], es: ['one', 'other'], pt: ['one', 'other'] };

/**
 * Keys that are put together in a way that the scan below cannot see, by catalogue folder. Keep it
 * short: a template such as t(`state.${state}`) is understood without it.
 */
const builtKeys = {
  'server/platform/http/words': [/^/],
};

/** Faults as sentences; none when all is well. `folder` is looked through for `words/` folders. */
export function findWordFaults(folder = root) {
  const catalogues = ['web', 'server'].flatMap((side) => catalogueFolders(folder, side));
  return catalogues.flatMap((place) => faultsIn(folder, place));
}

/** Every `words/` folder below this side, from the root of the repository. */
export function catalogueFolders(folder, path) {
  const here = join(folder, path);
  if (!existsSync(here)) return [];
  return readdirSync(here, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) =>
      entry.name === 'words'
        ? [`${path}/words`]
        : catalogueFolders(folder, `${path}/${entry.name}`),
    );
}

function faultsIn(folder, place) {
  const texts = {};
  for (const language of languages) {
    const file = join(folder, place, `${language}.json`);
    if (!existsSync(file)) return [`${place}/${language}.json is missing`];
    try {
      texts[language] = flatten(JSON.parse(readFileSync(file, 'utf8')));
    } catch (failure) {
      return [`${place}/${language}.json cannot be read: ${failure.message}`];
    }
  }
  return [...comparisons(place, texts), ...unused(folder, place, texts.en)];
}

/** A catalogue as one level: `{ 'a.b': text }`. */
export function flatten(words, prefix = '') {
  return Object.entries(words).reduce((all, [key, text]) => {
    const path = prefix ? `${prefix}.${key}` : key;
    return Object.assign(all, typeof text === 'object' ? flatten(text, path) : { [path]: text });
  }, {});
}

function comparisons(place, texts) {
  const faults = [];
  const stems = new Set(languages.flatMap((language) => Object.keys(texts[language]).map(stemOf)));
  for (const stem of stems) {
    const forms = Object.fromEntries(
      languages.map((language) => [language, formsOf(texts[language], stem)]),
    );
    const counted = languages.some((language) => hasPlurals(forms[language]));
    for (const language of languages) {
      const where = `${place}/${language}.json: ${stem}`;
      faults.push(...faultsOfKey({ where, forms: forms[language], counted, language }));
    }
    faults.push(...placeholderFaults(place, stem, forms));
  }
  return faults;
}

const stemOf = (key) => key.replace(plural, '');

function formsOf(words, stem) {
  return Object.entries(words).filter(([key]) => key === stem || stemOf(key) === stem);
}

const hasPlurals = (forms) => forms.some(([key]) => /_(one|other)$/.test(key));

function faultsOfKey({ where, forms, counted, language }) {
  if (forms.length === 0) return [`${where} is missing`];
  const empty = forms.filter(([, text]) => typeof text !== 'string' || text.trim() === '');
  if (empty.length > 0) return [`${where} is empty`];
  if (!counted) return [];
  return neededForms[language]
    .filter((form) => !forms.some(([key]) => key.endsWith(`_${form}`)))
    .map((form) => `${where} has no plural form "${form}"`);
}

/** `{{name}}` and `<link>` must be the same in every language; "one" may leave out the count. */
function placeholderFaults(place, stem, forms) {
  const ofLanguage = (language) => {
    const found = forms[language].flatMap(([, text]) => [
      ...String(text).matchAll(/\{\{\s*(\w+)[^}]*\}\}|<\/?(\w+)>/g),
    ]);
    return [...new Set(found.map(([whole]) => whole.replaceAll(/\s/g, '')))].sort().join(' ');
  };
  const wanted = ofLanguage('en');
  return languages
    .filter((language) => forms[language].length > 0 && ofLanguage(language) !== wanted)
    .map(
      (language) =>
        `${place}/${language}.json: ${stem} has the placeholders "${ofLanguage(language)}", English has "${wanted}"`,
    );
}

/** A key is used when its text, or a template that fits it, stands in the code of its area. */
function unused(folder, place, words) {
  const area = place.slice(0, -'/words'.length);
  const side = place.split('/')[0];
  // Pieces of the ground are shown by every area, so their keys may be named anywhere on that side.
  const shared = /^web\/(ui|platform|shells)$/.test(area);
  const code = sourcesBelow(join(folder, shared ? side : area));
  const templates = templatesIn(code);
  const free = builtKeys[place] ?? [];
  return [...new Set(Object.keys(words).map(stemOf))]
    .filter((key) => !free.some((pattern) => pattern.test(key)))
    .filter((key) => !code.includes(`'${key}'`) && !code.includes(`"${key}"`))
    .filter((key) => !templates.some((template) => template.test(key)))
    .map((key) => `${place}/en.json: ${key} is used nowhere in ${area}/`);
}

/** `state.${x}.title` becomes a pattern; a template with nothing fixed in it fits nothing. */
function templatesIn(code) {
  const found = [...code.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)].map(
    ([, template]) => template,
  );
  return [...new Set(found)]
    .filter(
      (template) =>
        template.includes('${') &&
        /[a-z]\w*[._]|[._]\w*[a-z]/i.test(template.replaceAll(/\$\{[^}]*\}/g, '')),
    )
    .map((template) => {
      const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.\\-]/g, '\\$&'));
      return new RegExp(`^${fixed.join('.+')}$`);
    });
}

function sourcesBelow(path) {
  if (!existsSync(path)) return '';
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => {
      const below = join(path, entry.name);
      if (entry.isDirectory()) return sourcesBelow(below);
      return /(?<!\.test)\.tsx?$/.test(entry.name) ? readFileSync(below, 'utf8') : '';
    })
    .join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = findWordFaults();
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
