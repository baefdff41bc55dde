import type { DatedTaxRates, TaxRateForm } from '#contract/taxes.ts';
import { nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listTaxRates, ratesOf } from './rates.queries.ts';
import { faultOfRate } from './rates.rules.ts';
import { addRate } from './rates.store.ts';

/**
 * An administrator says what a rate is from a day on. Refuses VALIDATION for a country or a region
 * that has no rates here: of neither would anything be asked.
 */
export async function addTaxRate(actor: Actor, form: TaxRateForm): Promise<DatedTaxRates> {
  const known = await ratesOf(db());
  const field = faultOfRate(known, form);
  if (field) refuse('VALIDATION', { fields: { [field]: 'invalid' } });
  const { country, region } = form;
  const same = known.find((rate) => rate.country === country && rate.region === region);
  const rate = { ...form, postcodes: same?.postcodes ?? null };
  await addRate(db(), rate, { userId: actor.id, at: nowText() });
  return listTaxRates();
}
