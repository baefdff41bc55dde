import { describe, expect, it } from 'vitest';
import type { ProductType } from '#contract/shared/product-kinds.ts';
import type { UsualTaxRate } from '#contract/taxes.ts';
import { fittingRates } from './sold.rules.ts';

const spain: UsualTaxRate[] = [
  { rate: 2100, kinds: ['standard'] },
  { rate: 1000, kinds: ['reduced'] },
  { rate: 400, kinds: ['super_reduced'] },
];

describe('what is offered as the rate', () => {
  it.each<[string, ProductType[], number[]]>([
    ['of a show', ['broadcast'], [2100, 1000]],
    ['of what plays at an hour', ['live'], [2100, 1000]],
    ['of a film', ['vod'], [2100]],
    ['of a thing', ['physical'], [2100]],
    ['of shows together', ['broadcast', 'live'], [2100, 1000]],
    ['of a show with a film', ['broadcast', 'vod'], [2100]],
    ['of a bundle of which nobody chose the parts yet', [], [2100]],
  ])('%s fits it', (_, types, offered) => {
    expect(fittingRates(spain, types).map(({ rate }) => rate)).toEqual(offered);
  });

  it('names no kind that does not fit, also where two are of one height', () => {
    expect(fittingRates([{ rate: 1300, kinds: ['reduced2', 'parking'] }], ['broadcast'])).toEqual([
      { rate: 1300, kinds: ['reduced2'] },
    ]);
  });
});
