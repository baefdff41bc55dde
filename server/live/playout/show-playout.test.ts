import { afterEach, describe, expect, it } from 'vitest';
import { playoutsContract } from '#contract/playouts.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aPlayout, showIsAt as at } from '#test/factories/playouts.ts';
import { app, call, refusal } from '#test/story.ts';

afterEach(() => useClock(null));

describe('the panel of what plays by itself', () => {
  it('says how it stands, and shows its organizer what everybody sees', async () => {
    const show = await aPlayout();
    const look = () =>
      call(playoutsContract.getPlayout, { as: show.owner, params: { slug: show.slug } });
    await at(-60);
    expect(await look()).toMatchObject({
      ...{ state: 'waits', preview: null, viewers: 0 },
      ...{ session: { id: show.sessionId, startsAt: '2031-03-01T20:00:00.000Z' } },
      source: { kind: 'film', title: 'Night of tango', seconds: 180 },
    });
    await at(60);
    const { state, preview } = await look();
    expect(state).toBe('live');
    const list = (preview?.url ?? '').replace('master.m3u8', '180p/index.m3u8');
    const { statusCode, body } = await (await app()).inject({ method: 'GET', url: list });
    expect([statusCode, body.includes('seg-10.m4s')]).toEqual([200, true]);
    await at(180);
    expect(await look()).toMatchObject({ state: 'over', preview: null });
    await db().updateTable('products').set({ asset_id: null }).where('id', '=', show.id).execute();
    await at(-60);
    expect(await look()).toMatchObject({ state: 'empty', source: null });
  });

  it('is for its organizer alone, and for products of this kind', async () => {
    const show = await aPlayout();
    const nothing = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
    const asked = { as: await anOrganizer(), params: { slug: show.slug } };
    expect(await refusal(playoutsContract.getPlayout, asked)).toEqual(nothing);
    const live = await aProduct();
    const other = { as: live.owner, params: { slug: live.slug } };
    expect(await refusal(playoutsContract.getPlayout, other)).toEqual(nothing);
  });
});
