import { describe, expect, it } from 'vitest';
import { cleanText, faultOfText, type Pace, publicName, takeTurn } from './messages.rules.ts';

describe('what is kept of what was typed', () => {
  it.each([
    ['  hello  ', 'hello'],
    ['one\ntwo\r\n\tthree', 'one two three'],
    ['bell\u0007 and \u009bcolour', 'bell and colour'],
    ['turned \u202Eround', 'turned round'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['<b>bold</b> & more', '<b>bold</b> & more'],
    ['family 👨‍👩‍👧 stays', 'family 👨‍👩‍👧 stays'],
    ['café', 'café'],
    [`z${'\u0335'.repeat(40)}`, `z${'\u0335'.repeat(4)}`],
    ['a          b', 'a  b'],
    ['\u0000\u0001', ''],
  ])('%j is %j', (typed, kept) => {
    expect(cleanText(typed)).toBe(kept);
  });

  it('is 1 to 500 signs long, however they are coded', () => {
    expect(faultOfText('')).toBe('required');
    expect(faultOfText('x'.repeat(500))).toBeNull();
    expect(faultOfText('x'.repeat(501))).toBe('too_long');
    expect(faultOfText('🎻'.repeat(500))).toBeNull();
    expect(faultOfText('🎻'.repeat(501))).toBe('too_long');
  });
});

describe('an author in public', () => {
  it.each([
    [{ name: 'Ana', surname: 'Prats' }, 'Ana P.'],
    [{ name: ' Ana ', surname: '' }, 'Ana'],
    [{ name: '', surname: 'Prats' }, 'P.'],
  ])('%j is %s', (person, name) => {
    expect(publicName(person)).toBe(name);
  });
});

describe('the pace of one person', () => {
  it('is five at once, then one a second', () => {
    let pace: Pace | null = null;
    const say = (at: number) => {
      const turn = takeTurn(pace, at);
      pace = turn.pace;
      return turn.wait;
    };
    expect([0, 0, 0, 0, 0, 0].map(say)).toEqual([0, 0, 0, 0, 0, 1]);
    expect([400, 1000, 1100, 2000].map(say)).toEqual([1, 0, 1, 0]);
    expect([60_000, 60_000, 60_000, 60_000, 60_000, 60_000].map(say)).toEqual([0, 0, 0, 0, 0, 1]);
  });
});
