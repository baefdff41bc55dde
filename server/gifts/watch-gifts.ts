import { now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { type GiftNote, giftNotes, stateNow } from './gifts.rules.ts';
import { listWaiting, lockGift, moveGift, noteSaid } from './gifts.store.ts';
import { listToSay } from './letters.queries.ts';
import { tellGiver, tellRecipient } from './write-letters.ts';

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
    // Locked: whoever takes it at this instant is reminded of nothing.
    const gift = await lockGift(tx, { id: giftId });
    if (!gift || stateNow(gift, now()) !== 'waiting') return;
    if (!(await noteSaid(tx, { giftId, kind, at: nowText() }))) return;
    if (kind === 'unaccepted') await tellGiver(tx, giftId, kind);
    else await tellRecipient(tx, giftId, 'reminder');
  });
