import { describe, expect, it } from 'vitest';
import { countryOf, type Evidence, type EvidenceKind } from './evidence.rules.ts';

describe('the country of a buyer', () => {
  it.each<[Evidence, string, EvidenceKind[], boolean]>([
    [{ billing: 'DE', account: 'DE', card: 'DE' }, 'DE', ['billing', 'account', 'card'], true],
    [{ billing: 'DE', account: 'DE' }, 'DE', ['billing', 'account'], true],
    [{ billing: 'DE', account: 'FR', card: 'DE' }, 'DE', ['billing', 'card'], true],
    [{ billing: 'DE', account: 'FR', card: 'FR' }, 'FR', ['account', 'card'], true],
    [{ billing: 'DE', account: 'FR', card: 'IT' }, 'DE', ['billing'], false],
    [{ billing: '', account: 'FR' }, 'FR', ['account'], false],
    [{ card: 'IT' }, 'IT', ['card'], false],
    [{ billing: '', account: '', card: '' }, '', [], false],
    [{}, '', [], false],
  ])('of %j is %s', (evidence, country, kinds, isProven) => {
    expect(countryOf(evidence)).toEqual({ country, kinds, isProven });
  });
});
