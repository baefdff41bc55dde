import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { type GiftNote, giftNotes } from './gifts.rules.ts';
import { listWaiting, moveGift, noteSaid } from './gifts.store.ts';
import { findLetterGifts, listToSay } from './letters.queries.ts';
import { giftMail, giverMail } from './mails.ts';

const together = 100;

/**
 * Every minute: reminds those who have not opened their gift, tells givers that theirs is about to end,
 * and ends those whose time is over. Nothing is given back: the giver was told in time.
 */
export const watchGifts = defineJob<object>(
  'watch-gifts',
  async () => {
    for (const kind of giftNotes) {
      for (const id of await listToSay(db(), kind, { at: nowText(), limit: together })) {
        await say(kind, id).catch((error: unknown) =>
          log().error({ err: error, giftId: id, kind }, 'nothing was said of a gift'),
        );
      }
    }
    for (const id of await listWaiting(db(), { over: nowText() })) {
      await inTransaction((tx) => moveGift(tx, id, { to: 'expired', at: nowText() }));
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);

const say = (kind: GiftNote, giftId: string): Promise<void> =>
  inTransaction(async (tx) => {
    if (!(await noteSaid(tx, { giftId, kind, at: nowText() }))) return;
    const [gift] = await findLetterGifts(tx, [giftId]);
    if (!gift) return;
    await queueMail(
      tx,
      kind === 'unaccepted' ? giverMail(gift, 'unaccepted') : giftMail(gift, 'reminder'),
    );
  });
