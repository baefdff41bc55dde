import { z } from 'zod';
import { Currency } from './currencies.ts';
import { Id } from './ids.ts';
import { Instant, TimeZone } from './time.ts';

/** What a person pays now, in minor units: tax is inside `total`. `before` is the price without the offer. */
export const PriceNow = z.object({
  currency: Currency,
  net: z.number().int(),
  taxRate: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  from: z.enum(['product', 'offer']),
  before: z.number().int().nullable(),
});
export type PriceNow = z.infer<typeof PriceNow>;

/** One dated showing. `seatsLeft` is null when there is no limit. */
export const Session = z.object({
  id: Id,
  startsAt: Instant,
  endsAt: Instant,
  zone: TimeZone,
  durationMinutes: z.number().int(),
  capacity: z.number().int().nullable(),
  seatsLeft: z.number().int().nullable(),
  /** Since when it is known that it does not take place; null: it does. */
  cancelledAt: Instant.nullable(),
});
export type Session = z.infer<typeof Session>;

export const PastShow = z.enum(['recorded', 'ended']);
export type PastShow = z.infer<typeof PastShow>;
