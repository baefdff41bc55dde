import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoChannels, demoShows } from '#server/demo/shows.ts';
import { findWordingFaults, wordingFaults } from './wording.mjs';

const faulty = [
  ['en', 'Loading...', 'three dots are one sign: …'],
  ['en', 'a course …', 'no space before …'],
  ['en', 'Show "Free" as a label', 'quotes are typographic'],
  ['en', "The buyer's card", 'the apostrophe is ’'],
  ['es', 'Tienes un código?', '¿ and ? belong together'],
  ['es', 'Entra!', '¡ and ! belong together'],
  ['es', 'Publicado en “{{site}}”', 'quotes are « »'],
  ['es', 'Elija una fecha', 'the reader is tú'],
  ['es', 'No hay conexión. Inténtelo de nuevo', 'the reader is tú'],
  ['es', 'Escribe su contraseña', 'the reader is tú'],
  ['es', 'Mis Canales', 'only the first word has a capital'],
  ['es', 'Confirma tu email', 'not the word of Spain or of the glossary'],
  ['es', 'Subiendo, {{percent}} %', 'a no-break space stands before %'],
  ['pt', 'Baixar o ficheiro', 'Portuguese of Portugal'],
  ['pt', 'Nome do utilizador', 'Portuguese of Portugal'],
  ['pt', 'Abra no telemóvel', 'Portuguese of Portugal'],
  ['pt', 'Esqueceu a palavra-passe?', 'Portuguese of Portugal'],
  ['pt', 'Correio eletrónico', 'Portuguese of Portugal: ô or ê before m and n'],
  ['pt', 'O vídeo está a carregar', 'Portuguese of Portugal: the gerund'],
  ['pt', 'O teu ingresso', 'the reader is você, in Brazil'],
  ['pt', 'Novos shows ao vivo', 'not the word of the glossary'],
  ['pt', 'Meus Canais', 'only the first word has a capital'],
  ['pt', '«{{title}}» começou', 'quotes are “ ”'],
  ['pt', 'Enviando, {{percent}} %', 'no space before %'],
];

it.each(faulty)('in %s “%s” is found: %s', (language, text, why) => {
  expect(wordingFaults(language, text)).toEqual([why]);
});

const sound = [
  ['en', 'We have closed “{{channel}}”: the organizer’s card…'],
  ['es', '¿Querías decir {{email}}? Acepto las <link>condiciones</link>. ¡Entra!'],
  ['es', 'El {{rate}}\u00a0% de «{{title}}» está en Mi espacio'],
  ['es', 'Se cierran todas sus sesiones cuando el banco confirme'],
  ['pt', 'Os {{rate}}% de “{{title}}” estão em Meu espaço; o ecossistema continua'],
  ['pt', 'Dê ao seu vídeo o nome show.mp4'],
];

it.each(sound)('in %s “%s” is as readers say it', (language, text) => {
  expect(wordingFaults(language, text)).toEqual([]);
});

it('a fault is named with its file, its key and its sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platea-wording-'));
  mkdirSync(join(folder, 'web/catalog/words'), { recursive: true });
  const catalogues = { en: { list: { all: 'All' } }, es: { list: { all: 'Todo' } } };
  for (const [language, words] of Object.entries({ ...catalogues, pt: { all: 'O ecrã' } })) {
    writeFileSync(join(folder, `web/catalog/words/${language}.json`), JSON.stringify(words));
  }
  expect(findWordingFaults(folder)).toEqual([
    'web/catalog/words/pt.json: all “O ecrã”: Portuguese of Portugal',
  ]);
  rmSync(folder, { recursive: true });
});

it('the shows of the demo speak as well as the product does', () => {
  const said = [...demoChannels, ...demoShows].flatMap((one) =>
    [one.short, one.description]
      .filter(Boolean)
      .flatMap((text) => wordingFaults(one.language, text).map((why) => `${text}: ${why}`)),
  );
  expect(said).toEqual([]);
});
