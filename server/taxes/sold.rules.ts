import { isDatedType, type ProductType } from '#contract/shared/product-kinds.ts';
import type { RateKind } from '#contract/shared/tax-places.ts';
import type { UsualTaxRate } from '#contract/taxes.ts';

/** What a country may let live culture have; everything else that is sold here has the general rate. */
const ofCulture: readonly RateKind[] = ['standard', 'reduced', 'reduced1', 'reduced2'];
const general: readonly RateKind[] = ['standard'];

/**
 * Which of a country's rates fit what is sold: reduced ones only what is shown at an hour, which may be
 * live culture. `types` are those of the parts, of a bundle; a rate fits all of them, or it fits not. What
 * the law has besides (books, the press) is typed by whoever sells it.
 */
export function fittingRates(
  rates: readonly UsualTaxRate[],
  types: readonly ProductType[],
): UsualTaxRate[] {
  const isShown = types.length > 0 && types.every(isDatedType);
  const fit = isShown ? ofCulture : general;
  return rates.flatMap(({ rate, kinds }) => {
    const fitting = kinds.filter((kind) => fit.includes(kind));
    return fitting.length > 0 ? [{ rate, kinds: fitting }] : [];
  });
}
