import { describe, expect, it } from 'vitest';
import { insightsContract } from '#contract/insights.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aGuestOf, aShow } from '#test/factories/player.ts';
import { call, refusal } from '#test/story.ts';

const stepsOf = async (as: Someone) =>
  (await call(insightsContract.getOverview, { as })).firstSteps;
const hide = (as: Someone, hidden: boolean) =>
  call(insightsContract.hideFirstSteps, { as, body: { hidden } });

/** A house in which everything is done: a picture, an account, a show that was on air, a ticket. */
async function aHouse() {
  const owner = await anOrganizer();
  const channel = await aChannel({ owner });
  const show = await aShow({ channel, air: 'recorded' });
  const { id } = await aProduct({ owner });
  const { image_id } = await db()
    .selectFrom('products')
    .select('image_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db().updateTable('products').set({ image_id }).where('id', '=', show.id).execute();
  await aGuestOf(show);
  return owner;
}

describe('the list of first steps', () => {
  it('says where a newcomer stands, and nothing of what others did', async () => {
    await aHouse();
    const owner = await anOrganizer();
    const { steps, done } = await stepsOf(owner);
    expect([done, steps[1]]).toEqual([
      1,
      { step: 'create_channel', state: 'current', channel: null, product: null, missing: 0 },
    ]);
    const channel = await aChannel({ owner, state: 'in_review' });
    const show = await aProduct({ channel, status: 'draft' });
    await db()
      .insertInto('product_sessions')
      .values({ product_id: show.id, starts_at: '2099-01-01T20:00:00Z' })
      .execute();
    const later = await stepsOf(owner);
    expect(later.steps.map(({ state }) => state)).toEqual([
      ...['done', 'done', 'done', 'done', 'current', 'waiting', 'done', 'open'],
    ]);
    expect(later.steps[4]).toMatchObject({ channel: channel.slug, product: show.slug });
    await db()
      .insertInto('encoder_checks')
      .values({ product_id: show.id, seen_at: '2026-01-01T00:00:00Z', healthy_at: null })
      .execute();
    expect((await stepsOf(owner)).steps[4]?.state).toBe('current');
    await db()
      .updateTable('encoder_checks')
      .set({ healthy_at: '2026-01-01T00:00:30Z' })
      .where('product_id', '=', show.id)
      .execute();
    expect((await stepsOf(owner)).steps[4]?.state).toBe('done');
  });

  it('counts what the channel still lacks', async () => {
    const { owner, id } = await aChannel({ state: 'draft' });
    await db()
      .updateTable('channels')
      .set({ description: '', billing_city: '' })
      .where('id', '=', id)
      .execute();
    expect((await stepsOf(owner)).steps[2]).toMatchObject({ state: 'current', missing: 2 });
  });

  it('is put away once all is done, and comes back', async () => {
    const owner = await aHouse();
    expect(await stepsOf(owner)).toMatchObject({ done: 8, hidden: false, can: { hide: true } });
    expect((await hide(owner, true)).hidden).toBe(true);
    expect((await hide(owner, true)).hidden).toBe(true);
    expect((await stepsOf(owner)).hidden).toBe(true);
    expect((await hide(owner, false)).hidden).toBe(false);
  });

  it('is not put away before, nor by viewers or strangers', async () => {
    const body = { hidden: true };
    const as = await anOrganizer();
    expect(await refusal(insightsContract.hideFirstSteps, { as, body })).toEqual({
      status: 409,
      code: 'FIRST_STEPS_OPEN',
    });
    const viewer = await aViewer();
    expect((await refusal(insightsContract.hideFirstSteps, { as: viewer, body })).status).toBe(403);
    expect((await refusal(insightsContract.hideFirstSteps, { body })).status).toBe(401);
  });
});
