import { instantText, now, nowMs } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob, enqueueNow } from '#server/platform/jobs.ts';
import { PlayoutEnded, PlayoutStarted } from '../announcements.ts';
import { listTurns, type Turn } from './playouts.queries.ts';

/**
 * A show that the clock plays has begun or ended. Nothing waits for this: states are computed, and
 * players know the hour. It is for pages that stand open, and may come late or not at all.
 */
const tellTurn = defineJob<Pick<Turn, 'productId' | 'to'>>(
  'tell-playout-turn',
  async ({ productId, to }) => {
    const kind = to === 'started' ? PlayoutStarted : PlayoutEnded;
    await inTransaction((tx) => announce(tx, kind, { productId }));
  },
  { retryLimit: 0 },
);

const secondsAhead = 60;

/** Every minute: what begins and ends in the next one is told at its moment. */
export const tellTurns = defineJob<object>(
  'tell-playout-turns',
  async () => {
    const after = instantText(now());
    const until = instantText(now().add({ seconds: secondsAhead }));
    for (const { productId, to, at } of await listTurns(db(), { after, until })) {
      // The second after: whoever looks then finds it so.
      const startAfter = Math.max(0, Math.ceil((Date.parse(at) - nowMs()) / 1000));
      await enqueueNow(tellTurn, { productId, to }, { startAfter });
    }
  },
  { cron: '* * * * *', retryLimit: 0 },
);
