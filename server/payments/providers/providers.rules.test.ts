import { describe, expect, it } from 'vitest';
import { passesLuhn, sandboxCards } from '#contract/payments.ts';
import { cardIsValid, decisionFor, outcomeOf } from './sandbox-cards.rules.ts';

describe('the cards of the sandbox', () => {
  it('are well-formed numbers, one for each outcome', () => {
    expect(sandboxCards.map(({ number }) => passesLuhn(number))).toEqual(Array(7).fill(true));
    expect(new Set(sandboxCards.map(({ outcome }) => outcome)).size).toBe(7);
  });

  it('decide by their number; what the bank does not know it declines', () => {
    expect(outcomeOf('4242424242424242')).toBe('approve');
    expect(outcomeOf('5555555555554444')).toBe('decline');
    expect(decisionFor('lost')).toEqual({ state: 'approved', failure: null, silent: true });
  });

  it.each([
    ['11/26', true],
    ['12/26', true],
    ['01/27', true],
    ['10/26', false],
    ['12/25', false],
    ['11 / 26', true],
  ])('that end %s are good in November 2026: %s', (expiry, good) => {
    expect(cardIsValid(expiry, { year: 2026, month: 11 })).toBe(good);
  });
});
