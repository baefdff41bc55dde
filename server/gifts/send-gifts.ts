import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { noteSent } from './gifts.store.ts';
import { listUnsent } from './letters.queries.ts';
import { tellRecipient } from './write-letters.ts';

const together = 100;

/**
 * The letters of gifts that are due: called for when one was paid or is to be sent again, and by the
 * clock. The rows say what is left, so a run that is cut or comes twice sends nothing twice.
 */
export const sendGifts = defineJob<object>(
  'send-gifts',
  async () => {
    for (const id of await listUnsent(db(), nowText(), together)) {
      // One that cannot be written of holds back no other.
      await sendOne(id).catch((error: unknown) =>
        log().error({ err: error, giftId: id }, 'a gift was not sent'),
      );
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

const sendOne = (id: string): Promise<void> =>
  inTransaction(async (tx) => {
    if (!(await noteSent(tx, id, nowText()))) return;
    await tellRecipient(tx, id, 'arrived');
  });
