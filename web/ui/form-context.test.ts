import { describe, expect, test } from 'vitest';
import { saysTheSame } from './form-context.ts';

describe('a field that repeats another one', () => {
  test('an address is the same whatever its case and the spaces around it', () => {
    expect(saysTheSame(' Vera@Platea.example', 'vera@platea.example ', false)).toBe(true);
    expect(saysTheSame('vera@platea.example', 'vero@platea.example', false)).toBe(false);
  });

  test('of a password every letter counts', () => {
    expect(saysTheSame('Curtain-up-1!', 'Curtain-up-1!', true)).toBe(true);
    expect(saysTheSame('curtain-up-1!', 'Curtain-up-1!', true)).toBe(false);
    expect(saysTheSame('Curtain-up-1! ', 'Curtain-up-1!', true)).toBe(false);
  });

  test('a field that repeats none says what itself says', () => {
    for (const value of ['', 'x', 3, null, true]) {
      expect(saysTheSame(value, value, false)).toBe(true);
    }
  });
});
