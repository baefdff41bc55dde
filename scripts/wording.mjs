/**
 * How the product speaks: what a reader of Spain (tú) or Brazil (você) would stumble over and a
 * machine can see. A sentence that passes is not yet a good one; it is only free of these faults.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';
import { catalogueFolders, flatten, languages } from './words.mjs';

/** Every pattern with what is wrong about it. `not` takes away what only looks like the fault. */
const everywhere = [
  { bad: /\.\.\./, why: 'three dots are one sign: …' },
  { bad: /\s…/, why: 'no space before …' },
  { bad: /"/, why: 'quotes are typographic' },
  { bad: /\p{L}'\p{L}/u, why: 'the apostrophe is ’' },
  { bad: / {2}|^ | $/, why: 'a space too many' },
];

/** Names that keep their capitals inside a short label. */
const names =
  /Mi espacio|Mis datos|Meu espaço|Meus dados|Unión Europea|União Europeia|OBS Studio|Twitter|Larix|OBS/g;
const capitals = {
  bad: /^(?!.*[.:,])\S+(?: \S+){0,2} \p{Lu}\p{Ll}+/u,
  not: names,
  most: 4,
  why: 'only the first word has a capital',
};

const words = (list) => new RegExp(`(?<![\\p{L}-])(?:${list})(?![\\p{L}-])`, 'iu');
const begins = (list) => new RegExp(`(?:^|[.!?:;] |[¿¡«“])(?:${list})(?!\\p{L})`, 'u');

const spanish = [
  capitals,
  { bad: /[“”]/, why: 'quotes are « »' },
  { bad: words('usted|ustedes'), why: 'the reader is tú' },
  {
    bad: begins(
      'Acepte|Añada|Busque|Compruebe|Confirme|Copie|Cree|Descargue|Elija|Escriba|Escríbanos|Espere|' +
        'Haga|Inicie|Inténtelo|Introduzca|Mire|Pegue|Ponga|Pruebe|Pulse|Recargue|Rellene|' +
        'Revise|Seleccione|Tenga|Utilice|Use|Vaya|Vea|Vuelva',
    ),
    why: 'the reader is tú',
  },
  { bad: /(?<!\p{L})sus? (?:contraseña|cuenta|navegador|tarjeta)/iu, why: 'the reader is tú' },
  {
    bad: words(
      'boletos?|celular|checkout|clickear|computadora|e-?mails?|links?|password|reembols\\p{L}*|' +
        'remover|removid[oa]|soportad[oa]|tickets?|tiquetes?',
    ),
    why: 'not the word of Spain or of the glossary',
  },
  { bad: /(?<!\u00a0)%/, why: 'a no-break space stands before %' },
];

const portuguese = [
  capitals,
  { bad: /[«»]/, why: 'quotes are “ ”' },
  {
    bad: words('tu|te|ti|contigo|teus?|tuas?|vós|vossos?|vossas?|convosco|connosco'),
    why: 'the reader is você, in Brazil',
  },
  {
    bad: words(
      'aceder|actual\\p{L}*|acç\\p{L}*|autocarro|bilhetes?|comboio|contactos?|definições|' +
        'descarreg\\p{L}*|direcç\\p{L}*|ecrãs?|em direto|equipas?|espetador(?:es)?|facto|ficheiros?|' +
        'gerir|ligação|moradas?|palavras?-passe|percentagem|planear|rato|receção|regist(?:o|os|ar|e-se)|' +
        'sítios?|subscri\\p{L}*|telemóve(?:l|is)|utilizador(?:es|a)?|óptim\\p{L}*',
    ),
    why: 'Portuguese of Portugal',
  },
  { bad: /\p{L}[óé][mn][aeiou]/u, why: 'Portuguese of Portugal: ô or ê before m and n' },
  {
    bad: /(?<!\p{L})(?:está|estão|estamos|estou|estava|continua) a \p{L}+[aei]r(?!\p{L})/iu,
    why: 'Portuguese of Portugal: the gerund',
  },
  {
    bad: words('shows?|tickets?|taxas? de serviço'),
    not: /show\.mp4/g,
    why: 'not the word of the glossary',
  },
  { bad: /[\s\u00a0]%/, why: 'no space before %' },
];

const english = [{ bad: /[«»]/, why: 'quotes are “ ”' }];

const rules = { en: english, es: spanish, pt: portuguese };

/** What is wrong about how this sentence is put, as short reasons; none when nothing is seen. */
export function wordingFaults(language, text) {
  const said = text.replaceAll(/\{\{\s*\w+\s*\}\}/g, '0').replaceAll(/<\/?\w+>/g, '');
  const faults = [...everywhere, ...rules[language]]
    .filter(({ most = Infinity }) => said.split(' ').length <= most)
    .filter(({ bad, not }) => bad.test(not ? said.replaceAll(not, '') : said))
    .map(({ why }) => why);
  if (language === 'es') faults.push(...openings(said));
  return [...new Set(faults)];
}

/** In Spanish a question and an exclamation are opened as well as closed. */
function openings(text) {
  return [
    ['¿', '?'],
    ['¡', '!'],
  ]
    .filter(([open, close]) => text.split(open).length !== text.split(close).length)
    .map(([open, close]) => `${open} and ${close} belong together`);
}

/** Faults of every catalogue below `folder`, as sentences; none when all is well. */
export function findWordingFaults(folder = root) {
  const files = ['web', 'server']
    .flatMap((side) => catalogueFolders(folder, side))
    .flatMap((place) => languages.map((language) => ({ place, language })));
  return files.flatMap(({ place, language }) => {
    const file = `${place}/${language}.json`;
    const said = Object.entries(flatten(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
    return said.flatMap(([key, text]) =>
      wordingFaults(language, text).map((why) => `${file}: ${key} “${text}”: ${why}`),
    );
  });
}
