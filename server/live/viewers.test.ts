import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { liveContract } from '#contract/live.ts';
import { playerContract } from '#contract/player.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { aGuestOf, aShow, type SomeShow } from '#test/factories/player.ts';
import { call } from '#test/story.ts';
import { liveViewers } from './viewers.ts';

async function aView(show: SomeShow) {
  const as = await aGuestOf(show);
  const { id } = await call(playerContract.openPlayback, {
    as,
    params: { slug: show.slug },
    body: {},
  });
  return { as, params: { id: id ?? '' } };
}

describe('the viewers of a show', () => {
  it('are one number for the panel, the cards and the player, without an engine here', async () => {
    const show = await aShow();
    const given = { as: show.owner, params: { slug: show.slug } };
    const [first] = [await aView(show), await aView(show)];
    const count = async () => [
      (await call(liveContract.getBroadcast, given)).viewers,
      (await liveViewers([show.id])).get(show.id),
      (await call(playerContract.keepPlayback, first)).viewers,
    ];
    useClock(Temporal.Now.instant().add({ seconds: 3 }));
    expect(await count()).toEqual([2, 2, 2]);
    useClock(Temporal.Now.instant().add({ seconds: 16 }));
    await call(playerContract.keepPlayback, first);
    useClock(Temporal.Now.instant().add({ seconds: 19 }));
    expect(await count()).toEqual([1, 1, 1]);
    useClock(null);
  });

  it('are asked by one statement, and only of what is on air', async () => {
    const live = await aShow();
    await aView(live);
    const recorded = await aShow({ air: 'recorded' });
    await aView(recorded);
    const waiting = await aShow({ air: 'nothing' });
    const ids = [live.id, recorded.id, waiting.id];
    expect(await liveViewers(ids)).toEqual(new Map([[live.id, 1]]));
    expect(await countQueries(() => liveViewers(ids))).toBe(1);
    expect(await countQueries(() => liveViewers([live.id]))).toBe(1);
  });
});
