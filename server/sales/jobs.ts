import { carryOutRefund } from '#server/payments/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { attachmentsMadeBy } from '#server/platform/mail/deliver.ts';
import { calendarOf } from './calendar.rules.ts';
import { expireOrders } from './close-order.ts';
import { findLetterOrder } from './letters.queries.ts';
import { calendarAttachment } from './mails.ts';
import { listStuckRefunds } from './refunds.store.ts';

/** Seats and codes of orders whose time is over come back within a minute, or when somebody asks. */
export const expireJob = defineJob<object>(
  'expire-orders',
  async () => {
    await expireOrders();
  },
  { cron: '* * * * *', retryLimit: 0 },
);

/** Refunds that the provider could not be asked for are asked for again. */
export const refundsJob = defineJob<object>(
  'retry-refunds',
  async () => {
    const since = instantText(now().subtract({ minutes: 10 }));
    for (const refund of await listStuckRefunds(db(), since)) {
      await carryOutRefund(refund).catch(() => undefined);
    }
  },
  { cron: '*/10 * * * *', retryLimit: 0 },
);

attachmentsMadeBy(calendarAttachment, async (orderId) => {
  const order = orRefuse(await findLetterOrder(db(), orderId));
  const { id, title, slug, startsAt, endsAt } = order;
  const url = `${config().PUBLIC_URL}/player/${slug}`;
  const times = { startsAt: startsAt ?? nowText(), endsAt: endsAt ?? nowText() };
  return Buffer.from(calendarOf({ id, title, url, ...times, madeAt: nowText() }));
});
