import { defineJob } from '#server/platform/jobs.ts';
import { followLines } from './offer-seats.ts';

/** Offers end, lines end, and what nobody offered is offered: every minute, or when something changed. */
export const followLinesJob = defineJob<object>('follow-lines', followLines, {
  cron: '* * * * *',
  retryLimit: 0,
});
