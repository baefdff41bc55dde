import type { NewProductType, ProductDefaults } from '#contract/catalog.ts';
import { taxesContract } from '#contract/taxes.ts';
import { api } from '#web/platform/api.ts';

/** What a new product begins with, before its channel and its language are known. */
export type StartValues = ProductDefaults & { taxRate: number };

/** Where nobody said yet from where a channel sells. */
const usualRate = 2100;

/** A page of a product that exists starts nothing: whatever stands there is its own. */
export const startOf = (defaults: ProductDefaults): StartValues => ({
  ...defaults,
  taxRate: defaults.taxRate ?? usualRate,
});

/** The tax of the last product of its kind, else the general rate of where its channel is billed. */
export async function startIn(
  defaults: ProductDefaults,
  { channel, type }: { channel: string | null; type: NewProductType },
): Promise<StartValues> {
  if (defaults.taxRate !== null || channel === null) return startOf(defaults);
  const asked = { params: { slug: channel }, query: { type } };
  const { country, rates } = await api(taxesContract.listUsualTaxRates, asked);
  return { ...defaults, taxRate: rates[0]?.rate ?? (country === '' ? usualRate : 0) };
}
