import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueueMany } from '#server/platform/jobs.ts';
import { deleteMessagesBefore, takeOverdue } from './deliveries.store.ts';
import { sendWebhook } from './send-webhook.ts';
import { logDays, mostAtOnce } from './webhooks.rules.ts';

const atOnce = 500;

/** What should be on its way and is in nobody's hands: its job, or who did it, was lost. */
export async function sendOverdue(): Promise<void> {
  await inTransaction(async (tx) => {
    const before = instantText(now().subtract({ seconds: 60 }));
    const ids = await takeOverdue(tx, {
      ...{ before, now: nowText() },
      ...{ perReceiver: mostAtOnce, limit: atOnce },
    });
    await enqueueMany(
      tx,
      sendWebhook,
      ids.map((deliveryId) => ({ deliveryId })),
    );
  });
}

/** What was sent more than thirty days ago is nobody's business any more. */
export const forgetOldMessages = (): Promise<void> =>
  deleteMessagesBefore(db(), instantText(now().subtract({ hours: logDays * 24 })));

export const overdueJob = defineJob<object>('send-overdue-webhooks', sendOverdue, {
  cron: '* * * * *',
  retryLimit: 0,
});
export const forgetJob = defineJob<object>('forget-old-webhooks', forgetOldMessages, {
  cron: '50 3 * * *',
});
