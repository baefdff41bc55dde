import { afterCommit, type Db, db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { defineJob, enqueueSoon } from '#server/platform/jobs.ts';
import { attachmentsMadeBy } from '#server/platform/mail/deliver.ts';
import { calendarFile } from './calendar-file.ts';
import { cancelledCalendar } from './cancellation-mail.ts';
import { findCancelledShow } from './cancelled-shows.queries.ts';
import { expireOrders } from './close-order.ts';
import { findLetterOrder } from './letters.queries.ts';
import { calendarAttachment } from './mails.ts';
import { renewMonths } from './months/renew-months.ts';
import { retryRefunds } from './refunds/retry-refunds.ts';
import { stillHeld } from './still-held.ts';

/** Seats and codes of orders whose time is over come back within a minute, or when somebody asks. */
export const expireJob = defineJob<object>(
  'expire-orders',
  async () => {
    await expireOrders();
  },
  { cron: '* * * * *', retryLimit: 0 },
);

export const refundsJob = defineJob<object>('retry-refunds', retryRefunds, {
  cron: '*/10 * * * *',
  retryLimit: 0,
});

export const renewJob = defineJob<object>(
  'renew-months',
  async () => {
    await renewMonths();
  },
  { cron: '*/5 * * * *', retryLimit: 0 },
);

/** There is another rate, or somebody waits again: they are charged now, or kept open. */
export const renewAwaiting = async (tx: Db): Promise<void> =>
  afterCommit(tx, () => enqueueSoon(renewJob));

attachmentsMadeBy(calendarAttachment, async (orderId) =>
  Buffer.from(calendarFile(stillHeld(orRefuse(await findLetterOrder(db(), orderId))).shows)),
);

attachmentsMadeBy(cancelledCalendar, async (sessionId) => {
  const show = orRefuse(await findCancelledShow(db(), sessionId));
  return Buffer.from(calendarFile([show]));
});
