import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import type { PlayerSaid } from '#contract/player.ts';
import { listeners, type SystemMessage } from '#server/notices/push.ts';
import { useClock } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { when } from '#server/platform/facts.ts';
import { enqueueNow, runKeptJobs } from '#server/platform/jobs.ts';
import { aGuestOf, aPlayout, showIsAt as at, atShow } from '#test/factories/playouts.ts';
import { meeting } from '#test/meeting.ts';
import { connected, useSockets } from '#test/sockets.ts';
import { app, call } from '#test/story.ts';
import { PlayoutEnded, PlayoutStarted } from '../announcements.ts';
import { claimTurns } from './playout-news.store.ts';
import { tellTurns } from './tell-turns.ts';

const { windowOf } = useSockets();
const length = 180;
let said: [productId: string, what: string][] = [];

beforeAll(async () => {
  await app();
  when(PlayoutStarted, async (_, { productId }) => void said.push([productId, 'started']));
  when(PlayoutEnded, async (_, { productId }) => void said.push([productId, 'ended']));
});
const toldUntil = (seconds: number) =>
  db()
    .updateTable('playout_news')
    .set({ told_until: atShow(seconds).toString() })
    .execute();
beforeEach(async () => {
  said = [];
  await toldUntil(-7200);
});
afterEach(async () => {
  useClock(null);
  // The showings of one story are nothing to the next.
  await db().updateTable('product_sessions').set({ plays_ms: null }).execute();
});

/** The job of each minute comes at this moment; answers what it has told. */
async function toldAt(seconds: number): Promise<typeof said> {
  await at(seconds);
  await enqueueNow(tellTurns, {});
  await runKeptJobs();
  return said.splice(0);
}

describe('the job of each minute', () => {
  it('tells what begins and what ends within the next one, once', async () => {
    const { id } = await aPlayout();
    expect(await toldAt(-60.001)).toEqual([]);
    expect(await toldAt(-60)).toEqual([[id, 'started']]);
    expect(await toldAt(-1)).toEqual([]);
    expect(await toldAt(60)).toEqual([]);
    expect(await toldAt(length - 60.001)).toEqual([]);
    expect(await toldAt(length - 30)).toEqual([[id, 'ended']]);
    expect(await toldAt(length + 1)).toEqual([]);
  });

  it('leaves no gap when its runs come at different seconds of their minutes', async () => {
    const shows = await Promise.all(
      [0, 20, 40, 60, 61, 80].map((seconds) => aPlayout({ hour: atShow(seconds), segments: 1 })),
    );
    const heard = [...(await toldAt(-58)), ...(await toldAt(29.5)), ...(await toldAt(62))];
    const begun = heard.flatMap(([id, what]) => (what === 'started' ? [id] : []));
    expect(begun).toEqual(shows.map(({ id }) => id));
    expect(heard).toHaveLength(2 * shows.length);
  });

  it('tells what it missed when it comes late, an hour at most', async () => {
    const early = await aPlayout({ hour: atShow(-1) });
    const show = await aPlayout();
    // Nothing ran for two hours, and the start of one is more than an hour ago by now.
    expect(await toldAt(3599.5)).toEqual([
      [show.id, 'started'],
      [early.id, 'ended'],
      [show.id, 'ended'],
    ]);
    expect(await toldAt(3600)).toEqual([]);
  });

  it('tells nothing twice when it comes twice, also at the same instant', async () => {
    const { id } = await aPlayout();
    await at(-30);
    for (let run = 0; run < 4; run += 1) await enqueueNow(tellTurns, {});
    await Promise.all([runKeptJobs(), runKeptJobs(), runKeptJobs(), runKeptJobs()]);
    expect(said).toEqual([[id, 'started']]);
  });

  it('tells nothing of what is cancelled, or of a draft', async () => {
    const [off, draft] = [await aPlayout(), await aPlayout()];
    const params = { slug: off.slug, sessionId: off.sessionId };
    const body = { reason: 'The wrong film.' };
    await call(catalogContract.cancelSession, { as: off.owner, params, body });
    await runKeptJobs();
    await db()
      .updateTable('products')
      .set({ status: 'draft' })
      .where('id', '=', draft.id)
      .execute();
    const witness = await aPlayout();
    expect(await toldAt(-30)).toEqual([[witness.id, 'started']]);
  });

  it('is heard by open players and open pages', async () => {
    const show = await aPlayout();
    const socket = windowOf(await aGuestOf(show));
    const heard: PlayerSaid[] = [];
    socket.on('playback:changed', (one: PlayerSaid) => heard.push(one));
    await connected(socket);
    socket.emit('player:follow', { productId: show.id });
    await socket.emitWithAck('chat:leave', { productId: show.id });
    const pages: string[] = [];
    const hear = ({ payload }: SystemMessage) => pages.push(payload.type);
    listeners.on('system', hear);
    await toldAt(-30);
    await expect.poll(() => heard).toEqual([{ productId: show.id, isOver: false }]);
    expect(pages).toEqual(['refresh']);
    await toldAt(length - 30);
    await expect.poll(() => heard).toHaveLength(2);
    expect(pages).toEqual(['refresh', 'refresh']);
    listeners.off('system', hear);
  });
});

describe('of several who want to tell the same', () => {
  const until = atShow(0).toString({ fractionalSecondDigits: 3 });
  const crowd = (claim: (tx: Db) => Promise<unknown>) =>
    Promise.all(Array.from({ length: 8 }, () => inTransaction(claim))).then(
      (answers) => answers.filter((one) => one !== null).length,
    );

  it('one may', async () => {
    expect(await crowd((tx) => claimTurns(tx, { until, oldest: until }))).toBe(1);
  });

  it('several would, if they looked first and wrote then', async () => {
    const looked = meeting(4);
    const lookThenWrite = async (tx: Db) => {
      const row = await tx
        .selectFrom('playout_news')
        .select('told_until')
        .where('told_until', '<', until)
        .executeTakeFirst();
      await looked();
      await tx.updateTable('playout_news').set({ told_until: until }).execute();
      return row?.told_until ?? null;
    };
    expect(await crowd(lookThenWrite)).toBeGreaterThan(1);
  });
});
