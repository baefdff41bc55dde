import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('the name of a language begins with a capital letter where it stands alone', () => {
  expect(['es', 'en', 'pt'].map((code) => languageName(code, 'es'))).toEqual([
    'Español',
    'Inglés',
    'Portugués',
  ]);
  expect(languageName('es', 'en')).toBe('Spanish');
});
