import { describe, expect, it } from 'vitest';
import { playerContract } from '#contract/player.ts';
import { salesContract } from '#contract/sales.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aTicket } from '#test/factories/tickets.ts';
import { call } from '#test/story.ts';

type Air = 'idle' | 'live' | 'recorded';

/** Two evenings of one show with what came of each; a viewer of the first, one of the second. */
async function twoEvenings(aired: (readonly [evening: 0 | 1, air: Air])[]) {
  useClock('2026-11-27T20:30:00Z');
  const starts = ['2026-11-26T20:00:00.000Z', '2026-11-27T20:00:00.000Z'];
  const product = await aProduct({ sessions: starts.map((startsAt) => ({ startsAt })) });
  for (const [evening, air] of aired) {
    await db()
      .insertInto('broadcasts')
      .values({
        product_id: product.id,
        session_id: product.sessions[evening]?.id ?? null,
        state: air === 'recorded' ? 'ended' : air,
        started_at: air === 'idle' ? null : (starts[evening] ?? null),
        ended_at: air === 'recorded' ? '2026-11-26T21:30:00.000Z' : null,
        recording_ready: air === 'recorded',
        recording_seconds: air === 'recorded' ? 5400 : 0,
      })
      .execute();
  }
  const holders = await Promise.all(
    product.sessions.map(async ({ id: sessionId }) => {
      const viewer = await aViewer();
      await aTicket({ userId: viewer.id, productId: product.id, sessionId });
      return viewer;
    }),
  );
  return { slug: product.slug, holders };
}

/** What My space, the product's page and the player say to each holder. */
async function toldTo({ slug, holders }: Awaited<ReturnType<typeof twoEvenings>>) {
  const told = [];
  for (const as of holders) {
    const { items } = await call(salesContract.listMyTickets, { as });
    const mine = await call(salesContract.getMine, { as, params: { slug } });
    const playback = await call(playerContract.openPlayback, { as, params: { slug }, body: {} });
    told.push({
      space: [items[0]?.state, items[0]?.can.watch],
      page: [mine.state, mine.can.watch],
      player: [playback.state, playback.media !== null],
    });
  }
  return told;
}

const everywhere = (state: string, watch: boolean) => ({
  space: [state, watch],
  page: [state, watch],
  player: [state, watch],
});

describe('a show of two evenings', () => {
  it('is the recording to the first and live to the second, on every screen', async () => {
    const evenings = await twoEvenings([
      [0, 'recorded'],
      [1, 'live'],
    ]);
    expect(await toldTo(evenings)).toEqual([everywhere('ready', true), everywhere('live', true)]);
  });

  it('stays the recording to the first while the second waits for its encoder', async () => {
    const evenings = await twoEvenings([
      [0, 'recorded'],
      [1, 'idle'],
    ]);
    expect(await toldTo(evenings)).toEqual([
      everywhere('ready', true),
      // The player is also the place to wait.
      { space: ['countdown', false], page: ['countdown', true], player: ['countdown', false] },
    ]);
  });

  it('keeps its recording when the organizer starts the same evening again', async () => {
    const evenings = await twoEvenings([
      [0, 'recorded'],
      [0, 'idle'],
    ]);
    expect((await toldTo(evenings))[0]).toEqual(everywhere('ready', true));
  });
});
