import { defineJob } from '#server/platform/jobs.ts';
import { forgetAddresses } from './forget-addresses.ts';

/** Each night: addresses of deleted accounts whose parcels are long gone. */
export const forgetJob = defineJob<object>('forget-shipping-addresses', forgetAddresses, {
  cron: '40 3 * * *',
});
