import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { TaxRate } from './shared/money.ts';

/** A price as it stands in a form: the amount is net or total, in minor units. */
export const PriceQuery = z.object({
  by: z.enum(['net', 'total']),
  amount: z.coerce.number().int().min(0).max(99_999_999_999),
  taxRate: z.coerce.number().pipe(TaxRate),
  currency: Currency,
  /** How long the longest showing is; left out where nobody can say. */
  minutes: z.coerce.number().int().min(1).max(1440).optional(),
});
export type PriceQuery = z.infer<typeof PriceQuery>;

export const feePlanNames = ['live', 'private'] as const;

/** What one ticket at this price brings. The fee is inside the price: the buyer pays the total. */
export const PricePreview = z.object({
  net: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  plans: z.array(
    z.object({
      /** `live`: of a product that everybody finds; `private`: of one reached by codes alone. */
      plan: z.enum(feePlanNames),
      fee: z.number().int(),
      /** Paid out to the organizer: with the tax, which is theirs to pay to the state. */
      receives: z.number().int(),
      /** The fee and the tax leave nothing of it. */
      eaten: z.boolean(),
    }),
  ),
});
export type PricePreview = z.infer<typeof PricePreview>;

export const pricesContract = {
  previewPrice: endpoint({
    method: 'GET',
    path: '/api/desk/price-preview',
    who: 'producer',
    summary: 'What a price is net, with tax, and after the fee, before anything is saved',
    query: PriceQuery,
    answer: PricePreview,
    perMinute: 240,
  }),
};
