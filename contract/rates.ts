import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { rateAges, rateLimits } from './shared/exchange.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/** Units of the currency for one euro, in millionths. */
const Millionths = z.number().int().min(rateLimits.least).max(rateLimits.most);

/** A rate as administrators see it; `day` is the day of which it is, not that of its entry. */
export const CurrencyRate = z.object({
  currency: Currency,
  millionths: Millionths,
  day: CalendarDay,
  age: z.enum(rateAges),
  enteredAt: Instant,
  /** Who entered it, and how. */
  enteredBy: z.string(),
  source: z.enum(['typed', 'ecb']),
});
export type CurrencyRate = z.infer<typeof CurrencyRate>;

export const CurrencyRates = z.object({ rates: z.array(CurrencyRate) });
export type CurrencyRates = z.infer<typeof CurrencyRates>;

/** The euro is what all others are told by: it has no rate. */
export const RateForm = z.strictObject({
  currency: Currency.refine((currency) => currency !== 'EUR', 'invalid'),
  millionths: Millionths,
});
export type RateForm = z.infer<typeof RateForm>;

/** The file of the European Central Bank for one day has some 1.5 KB. */
export const ecbFileMax = 50_000;

/** What came of a file: taken over; not ours to sell in; known of a later day already. */
export const ImportedRates = z.object({
  day: CalendarDay,
  taken: z.array(Currency),
  unknown: z.array(z.string()),
  newer: z.array(Currency),
  rates: z.array(CurrencyRate),
});
export type ImportedRates = z.infer<typeof ImportedRates>;

export const ratesContract = {
  listRates: endpoint({
    method: 'GET',
    path: '/api/manage/currency-rates',
    who: 'admin',
    summary: 'The rates by which prices are shown in other currencies, and who entered them',
    answer: CurrencyRates,
  }),
  saveRate: endpoint({
    method: 'PUT',
    path: '/api/manage/currency-rates',
    who: 'admin',
    summary: 'Enter what one euro is in a currency, as of today',
    body: RateForm,
    answer: CurrencyRates,
  }),
  removeRate: endpoint({
    method: 'DELETE',
    path: '/api/manage/currency-rates/:currency',
    who: 'admin',
    summary: 'Nothing is shown in this currency any more',
    params: z.object({ currency: Currency }),
    answer: CurrencyRates,
  }),
  importRates: endpoint({
    method: 'POST',
    path: '/api/manage/currency-rates/imports',
    who: 'admin',
    summary: 'Take over the daily file of the European Central Bank (its XML)',
    body: z.strictObject({ file: z.string().min(1).max(ecbFileMax) }),
    answer: ImportedRates,
  }),
};
