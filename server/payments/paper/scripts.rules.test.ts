import { describe, expect, it } from 'vitest';
import { cleanText, runsOf } from './scripts.rules.ts';

describe('a text on paper', () => {
  it('is cut into runs that one font file can draw', () => {
    expect(runsOf('Łódź 12 €')).toEqual([
      { script: 'latin-ext', text: 'Ł' },
      { script: 'latin', text: 'ód' },
      { script: 'latin-ext', text: 'ź' },
      { script: 'latin', text: ' 12 €' },
    ]);
    expect(runsOf('Αθήνα Ж')).toEqual([
      { script: 'greek', text: 'Αθήνα' },
      { script: 'latin', text: ' ' },
      { script: 'cyrillic', text: 'Ж' },
    ]);
    expect(runsOf('夜')).toEqual([{ script: 'latin', text: '?' }]);
  });

  it('keeps words that run to the left together', () => {
    expect(runsOf('محمد عبد الله')).toEqual([{ script: 'arabic', text: 'محمد عبد الله' }]);
    expect(runsOf('Sr. دانا Paz')).toEqual([
      { script: 'latin', text: 'Sr. ' },
      { script: 'arabic', text: 'دانا' },
      { script: 'latin', text: ' Paz' },
    ]);
  });

  it('draws the number of a house to the left of its street where that is the way to read', () => {
    expect(runsOf('הרצל 12 דירה 4')).toEqual([
      { script: 'latin', text: '4 ' },
      { script: 'hebrew', text: 'דירה' },
      { script: 'latin', text: ' 12 ' },
      { script: 'hebrew', text: 'הרצל' },
    ]);
  });

  it('draws pictures whole, and nothing that turns the order of the rest', () => {
    expect(runsOf('👩‍👩‍👧 🇧🇷')).toEqual([
      { script: 'emoji', text: '👩‍👩‍👧' },
      { script: 'latin', text: ' ' },
      { script: 'emoji', text: '🇧🇷' },
    ]);
    expect(cleanText('\u202egro.elpmaxe@ana\n\t x\u0000')).toBe('gro.elpmaxe@ana x');
  });

  it('keeps the blank that binds', () => {
    expect(cleanText('1.234,50\u00a0€  a')).toBe('1.234,50\u00a0€ a');
  });
});
