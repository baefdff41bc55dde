import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { TaxRate } from './shared/money.ts';
import { ProductType } from './shared/product-kinds.ts';
import { rateKinds } from './shared/tax-places.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/** `now` holds today · `coming` begins later · `past`: another one has taken its place. */
export const rateStates = ['now', 'coming', 'past'] as const;
export type RateState = (typeof rateStates)[number];

/** Half of the price: above it, a rate is a slip of the finger. */
export const taxRateMax = 5000;

/** A rate of VAT of a country, or of a region of it (else ''), in hundredths of a percent. */
export const DatedTaxRate = z.object({
  id: Id,
  country: z.string(),
  kind: z.enum(rateKinds),
  region: z.string(),
  from: z.string(),
  rate: TaxRate,
  state: z.enum(rateStates),
  enteredAt: Instant,
  /** Who entered it; null for what came with the product. */
  enteredBy: z.string().nullable(),
});
export type DatedTaxRate = z.infer<typeof DatedTaxRate>;

/** By country, kind and region; of each, the one that begins last first. */
export const DatedTaxRates = z.object({ rates: z.array(DatedTaxRate) });
export type DatedTaxRates = z.infer<typeof DatedTaxRates>;

/** A rate that begins on a day. Regions are those that are known: their postcodes are data, too. */
export const TaxRateForm = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  kind: z.enum(rateKinds),
  region: z.string().max(60).default(''),
  from: CalendarDay,
  rate: TaxRate.max(taxRateMax),
});
export type TaxRateForm = z.infer<typeof TaxRateForm>;

/** A rate of today, under its names: two kinds can be of one height. The highest comes first. */
export const UsualTaxRate = z.object({ rate: TaxRate, kinds: z.array(z.enum(rateKinds)) });
export type UsualTaxRate = z.infer<typeof UsualTaxRate>;

export const taxesContract = {
  listUsualTaxRates: endpoint({
    method: 'GET',
    path: '/api/desk/channels/:slug/tax-rates',
    who: 'producer',
    summary: 'The rates of VAT of today where a channel of one’s own is billed; none elsewhere',
    params: SlugParams,
    query: z.strictObject({
      /** Left out: every rate; else those that fit what is sold. */
      type: ProductType.optional(),
      /** A bundle that exists: what fits its parts. */
      bundle: Slug.optional(),
    }),
    answer: z.object({ country: z.string(), rates: z.array(UsualTaxRate) }),
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  listTaxRates: endpoint({
    method: 'GET',
    path: '/api/manage/tax-rates',
    who: 'admin',
    summary: 'The rates of VAT of every country, what holds today and what begins later',
    answer: DatedTaxRates,
  }),
  addTaxRate: endpoint({
    method: 'POST',
    path: '/api/manage/tax-rates',
    who: 'admin',
    summary:
      'Add the rate of a country or a region that begins on a day; what was sold keeps its own',
    body: TaxRateForm,
    answer: DatedTaxRates,
    status: 201,
  }),
};
