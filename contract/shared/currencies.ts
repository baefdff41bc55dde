import { z } from 'zod';
import { type CurrencyCode, currencyCodes } from './currency-table.ts';

export { type CurrencyCode, currencies, currencyCodes, exponentOf } from './currency-table.ts';

export const Currency = z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]);
