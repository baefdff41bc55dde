import { describe, expect, it } from 'vitest';
import { likelyAddress } from './address-hint.ts';

describe('an address that looks mistyped', () => {
  it.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmai.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    [' Ana@GMAIL.co ', 'Ana@gmail.com'],
    ['ana@hotmial.es', 'ana@hotmail.es'],
    ['ana@yaho.com.br', 'ana@yahoo.com.br'],
    ['ana@outlok.com', 'ana@outlook.com'],
  ])('%s was meant as %s', (typed, meant) => {
    expect(likelyAddress(typed)).toBe(meant);
  });

  it.each([
    'ana@gmail.com',
    'ana@mail.com.ar',
    'ana@teatro.es',
    'ana@gmail',
    'ana',
    '@gmial.com',
    '',
  ])('%s is left as it is', (typed) => {
    expect(likelyAddress(typed)).toBeNull();
  });
});
