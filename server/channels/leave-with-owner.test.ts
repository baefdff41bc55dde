import { describe, expect, it } from 'vitest';
import { type UserMove, usersContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { ordersContract } from '#contract/orders.ts';
import { playerContract } from '#contract/player.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aProduct, type SomeProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPaidOrder, orderForm } from '#test/factories/sales.ts';
import { call, refusal } from '#test/story.ts';

const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

const move = async ({ id }: Someone, what: UserMove) =>
  call(usersContract.moveUser, { as: await anAdmin(), params: { id }, body: { move: what } });
const stateOf = async ({ id }: { id: string }) =>
  (await db().selectFrom('channels').select('state').where('id', '=', id).executeTakeFirst())
    ?.state;
const buy = async (product: SomeProduct) =>
  refusal(ordersContract.startOrder, { as: await aViewer(), body: orderForm(product) });
const isListed = async ({ slug }: SomeProduct) => {
  const { items } = await call(catalogContract.listProducts, { query: { size: 100 } });
  return items.some((item) => item.slug === slug);
};

describe('an organizer who may not log in any more', () => {
  it.each(['block', 'disapprove', 'delete'] as const)(
    'sells nothing: %s takes shows and channel from the public at once',
    async (what) => {
      const { product, buyer } = await aPaidOrder();
      expect(await isListed(product)).toBe(true);
      await move(product.owner, what);
      expect(await stateOf(product.channel)).toBe('draft');
      expect(await buy(product)).toEqual({ ...notFound, fields: { 'items.0': 'invalid' } });
      expect(await isListed(product)).toBe(false);
      const params = { slug: product.slug };
      expect(await refusal(catalogContract.getProduct, { params })).toEqual(notFound);
      const channel = { slug: product.channel.slug };
      expect(await refusal(channelsContract.getChannel, { params: channel })).toEqual(notFound);
      // Who bought before still has what they bought.
      const playback = await call(playerContract.openPlayback, { as: buyer, params, body: {} });
      expect(playback.state).toBe('not_yet_available');
    },
  );

  it('has no channel in review either, and a ban stays a ban', async () => {
    const waiting = await aChannel({ state: 'in_review' });
    const banned = await aChannel({ owner: waiting.owner, state: 'banned' });
    const draft = await aChannel({ owner: waiting.owner, state: 'draft' });
    const other = await aChannel();
    await move(waiting.owner, 'block');
    const states = await Promise.all([waiting, banned, draft, other].map(stateOf));
    expect(states).toEqual(['draft', 'banned', 'draft', 'published']);
  });

  it('finds the channel as a draft on coming back, and has it reviewed anew', async () => {
    const product = await aProduct();
    await move(product.owner, 'block');
    await move(product.owner, 'unblock');
    expect(await buy(product)).toEqual({ ...notFound, fields: { 'items.0': 'invalid' } });
    const admin = await anAdmin();
    const { moves } = await call(channelsContract.getReviewedChannel, {
      as: admin,
      params: { slug: product.channel.slug },
    });
    expect(moves.map(({ from, to }) => `${from} → ${to}`)).toEqual(['published → draft']);
  });
});
