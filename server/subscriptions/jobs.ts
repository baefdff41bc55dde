import { defineJob } from '#server/platform/jobs.ts';
import { announceRenewals } from './announce-renewals.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { tellPrices } from './tell-prices.ts';

export const endJob = defineJob<object>(
  'end-subscriptions',
  async () => {
    await endSubscriptions();
  },
  { cron: '* * * * *', retryLimit: 0 },
);

/** In the morning of those who read it. */
export const pricesJob = defineJob<object>(
  'tell-prices',
  async () => {
    await tellPrices();
  },
  { cron: '40 8 * * *', retryLimit: 0 },
);

export const renewalsJob = defineJob<object>(
  'announce-renewals',
  async () => {
    await announceRenewals();
  },
  { cron: '50 8 * * *', retryLimit: 0 },
);
