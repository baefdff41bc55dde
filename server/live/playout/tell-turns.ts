import { instantText, now, nowMs } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { PlayoutEnded, PlayoutStarted } from '../announcements.ts';
import { claimTurns } from './playout-news.store.ts';
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
/** What is older stands on no open page any more. */
const mostHoursLate = 1;

/**
 * Every minute: what begins and ends in the next one is told at its moment, and what an earlier run that
 * never came has left, at once. Each turn is told once, whoever runs this and how often.
 */
export const tellTurns = defineJob<object>(
  'tell-playout-turns',
  async () => {
    const until = instantText(now().add({ seconds: secondsAhead }));
    const oldest = instantText(now().subtract({ hours: mostHoursLate }));
    await inTransaction(async (tx) => {
      const after = await claimTurns(tx, { until, oldest });
      if (after === null) return;
      for (const { productId, to, at } of await listTurns(tx, { after, until })) {
        // The second after: whoever looks then finds it so.
        const startAfter = Math.max(0, Math.ceil((Date.parse(at) - nowMs()) / 1000));
        await enqueue(tx, tellTurn, { productId, to }, { startAfter });
      }
    });
  },
  { cron: '* * * * *', retryLimit: 0 },
);
