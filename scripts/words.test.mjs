import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWordFaults } from './words.mjs';

const code = `
  t('title'); t('seats', { count }); t('hello', { name }); t('terms');
  t(\`state.\${state}\`); const label = 'nav.home';
`;
const english = {
  title: 'Shows',
  seats_one: '{{count}} seat',
  seats_other: '{{count}} seats',
  hello: 'Hello, {{name}}',
  terms: 'I accept the <link>terms</link>',
  'nav.home': 'Home',
  state: { draft: 'Draft', published: 'Published' },
};

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platea-words-'));
  write('web/catalog/parts/list.tsx', code);
  for (const language of ['en', 'es', 'pt']) words(language, english);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file, text) {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const words = (language, content) =>
  write(`web/catalog/words/${language}.json`, JSON.stringify(content));

const without = (key) =>
  Object.fromEntries(Object.entries(english).filter(([name]) => name !== key));

describe('the words check', () => {
  it('is silent when all three languages say the same and all is used', () => {
    expect(findWordFaults(folder)).toEqual([]);
  });

  it('misses a key in one language', () => {
    words('pt', without('title'));
    expect(findWordFaults(folder)).toEqual(['web/catalog/words/pt.json: title is missing']);
  });

  it('misses a language', () => {
    rmSync(join(folder, 'web/catalog/words/es.json'));
    expect(findWordFaults(folder)).toEqual(['web/catalog/words/es.json is missing']);
  });

  it('finds an empty sentence', () => {
    words('es', { ...english, title: ' ' });
    expect(findWordFaults(folder)).toEqual(['web/catalog/words/es.json: title is empty']);
  });

  it('finds a plural form that is not there', () => {
    words('es', without('seats_one'));
    expect(findWordFaults(folder)).toEqual([
      'web/catalog/words/es.json: seats has no plural form "one"',
    ]);
  });

  it('lets a language have more plural forms', () => {
    words('pt', { ...english, seats_many: '{{count}} de lugares' });
    expect(findWordFaults(folder)).toEqual([]);
  });

  it('finds a placeholder or a link that differs', () => {
    words('es', { ...english, hello: 'Hola, {{nombre}}' });
    words('pt', { ...english, terms: 'Aceito os termos' });
    expect(findWordFaults(folder)).toEqual([
      'web/catalog/words/es.json: hello has the placeholders "{{nombre}}", English has "{{name}}"',
      'web/catalog/words/pt.json: terms has the placeholders "", English has "</link> <link>"',
    ]);
  });

  it('finds words that nobody says', () => {
    for (const language of ['en', 'es', 'pt']) words(language, { ...english, extra: 'Extra' });
    expect(findWordFaults(folder)).toEqual([
      'web/catalog/words/en.json: extra is used nowhere in web/catalog/',
    ]);
  });
});
