import { defineJob } from '../jobs.ts';
import { storage } from './index.ts';

/** Every night, where the files lie on a disk: what killed processes had half written goes. */
export const sweepStorage = defineJob<object>(
  'sweep-storage',
  async () => {
    await storage().near?.sweep();
  },
  { cron: '50 3 * * *', role: 'web' },
);
