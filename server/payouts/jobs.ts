import { defineJob } from '#server/platform/jobs.ts';
import { collectByClock } from './collect-payouts.ts';

/** Early on the first day of each month, in Central European time too. */
export const collectJob = defineJob<object>('collect-payouts', collectByClock, {
  cron: '20 3 1 * *',
});
