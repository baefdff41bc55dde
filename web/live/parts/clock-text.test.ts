import { describe, expect, it } from 'vitest';
import { clockText, secondsOf } from './clock-text.ts';

describe('a time in a recording', () => {
  it.each([
    [0, '0:00'],
    [7, '0:07'],
    [59.96, '1:00'],
    [247.5, '4:07.5'],
    [3847, '1:04:07'],
    [-3, '0:00'],
  ])('%d seconds read %s', (seconds, text) => {
    expect(clockText(seconds, 'en')).toBe(text);
  });

  it.each([
    ['en', '2:29.7'],
    ['es', '2:29,7'],
    ['pt', '2:29,7'],
  ])('has the decimal mark of its language: %s', (language, text) => {
    expect(clockText(149.7, language)).toBe(text);
    expect(secondsOf(text)).toBe(149.7);
  });

  it.each([
    ['67', 67],
    [' 4:07 ', 247],
    ['4:7', 247],
    ['1:04:07.5', 3847.5],
    ['0:02,5', 2.5],
    ['4:60', null],
    ['4.5:00', null],
    ['1:2:3:4', null],
    ['', null],
    ['soon', null],
    ['-4', null],
  ])('%j is understood as %j', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });
});
