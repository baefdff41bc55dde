import { describe, expect, test } from 'vitest';
import { fitText } from './fit-text.rules.ts';

/** Every sign is half as wide as it is high. */
const measure = (text: string, size: number) => [...text].length * size * 0.5;
const box = { width: 100, height: 60, sizes: [20, 10], leading: 1 };

describe('a text in a box', () => {
  test('is as large as it can be', () => {
    expect(fitText('one two', box, measure)).toEqual({
      lines: ['one two'],
      size: 20,
      lineHeight: 20,
    });
  });

  test('is wrapped between words', () => {
    expect(fitText('one two three four', box, measure).lines).toEqual(['one two', 'three four']);
  });

  test('is smaller when it would not fit otherwise', () => {
    const text = 'one two three four five six seven';
    const { lines, size } = fitText(text, box, measure);
    expect([size, lines.join(' ')]).toEqual([10, text]);
  });

  test('loses nothing, however long a word or the whole is', () => {
    const text = `${'x'.repeat(64)} ${'y '.repeat(80)}`.trim();
    const { lines, size } = fitText(text, box, measure);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(lines.filter((line) => measure(line, size) > box.width)).toEqual([]);
  });
});
