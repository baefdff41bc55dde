import { z } from 'zod';
import { Currency } from './currencies.ts';
import { Amount, TaxRate } from './money.ts';

export const platformPeriods = ['off', 'month', 'year', 'once'] as const;
export const PlatformPeriod = z.enum(platformPeriods);
export type PlatformPeriod = z.infer<typeof PlatformPeriod>;

/** What is sold on this site besides what is free, as administrators decide. */
export const Monetization = z.strictObject({
  /** Off: no subscription is offered, to a channel or to the site, none begins, and none is renewed. */
  channelSubscriptions: z.boolean(),
  /** Off: nothing that costs is put on sale or bought. What was bought stays. */
  paidContent: z.boolean(),
  /** The subscription to the whole site. A price of nothing is refused unless it is off. */
  platform: z
    .strictObject({
      period: PlatformPeriod,
      net: Amount,
      taxRate: TaxRate,
      currency: Currency,
    })
    .refine(({ period, net }) => period === 'off' || net > 0, {
      path: ['net'],
      error: 'too_small',
    }),
});
export type Monetization = z.infer<typeof Monetization>;
