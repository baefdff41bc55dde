import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { CalendarDay } from './shared/time.ts';

/** What can be chosen on the bar, while the switch of the site is on; nothing while it is off. */
export const Currencies = z.object({
  /** In which something can be bought now, and how many products that are, the most first. */
  onSale: z.array(z.object({ currency: Currency, products: z.number().int().min(1) })),
  /** What one euro is, in millionths, and of which day that is; only what is still used. */
  rates: z.array(
    z.object({ currency: Currency, millionths: z.number().int().min(1), day: CalendarDay }),
  ),
});
export type Currencies = z.infer<typeof Currencies>;

export const currenciesContract = {
  getCurrencies: endpoint({
    method: 'GET',
    path: '/api/currencies',
    who: 'public',
    summary: 'The currencies in which something is on sale, and the rates between them',
    answer: Currencies,
  }),
};
