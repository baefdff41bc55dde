import type { PricePreview, PriceQuery } from '#contract/prices.ts';
import { feePlanNames } from '#contract/prices.ts';
import { feeFor } from '#server/payments/index.ts';
import { db } from '#server/platform/database/index.ts';
import { priceFrom, sharesOf } from './prices.rules.ts';

/** What a ticket at this price brings under each plan, as an order would have it now. */
export async function previewPrice({
  minutes = null,
  currency,
  ...form
}: Omit<PriceQuery, 'minutes'> & { minutes?: number | null }): Promise<PricePreview> {
  const price = priceFrom(form);
  const { total } = price;
  const plans = feePlanNames.map(async (plan) => {
    const fee = await feeFor(db(), { plan, total, currency, minutes });
    return { plan, fee, ...sharesOf(price, fee) };
  });
  return { ...price, plans: await Promise.all(plans) };
}
