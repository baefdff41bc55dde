import { afterEach, describe, expect, it } from 'vitest';
import { siteSubscriptionContract } from '#contract/site-subscription.ts';
import { db } from '#server/platform/database/index.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { giveToSite, sellSite } from '#test/factories/site-subscription.ts';
import { call } from '#test/story.ts';

afterEach(() => sellSite('off'));

const offerOf = async (slug: string) =>
  (await call(siteSubscriptionContract.getSiteOfferOf, { params: { slug } })).offer;

/** A film that the subscription to the whole site opens. */
async function inSite() {
  await sellSite('year');
  const film = await aProduct({ type: 'vod', sessions: [] });
  await giveToSite(film);
  const change = (values: { status?: string; net?: number; tax?: number; total?: number }) =>
    db().updateTable('products').set(values).where('id', '=', film.id).execute();
  return { film, change };
}

describe('whoever looks at a product', () => {
  it('is invited to the subscription to the whole site where that opens it, by its price', async () => {
    const { film } = await inSite();
    expect(await offerOf(film.slug)).toMatchObject({ term: 'year', price: { total: 1210 } });
    await giveToSite(film, false);
    expect(await offerOf(film.slug)).toBeNull();
  });

  it('is not invited by what its organizer has not given, nor by what is nobody’s', async () => {
    await inSite();
    const other = await aProduct({ type: 'vod', sessions: [] });
    expect([await offerOf(other.slug), await offerOf('of-nobody')]).toEqual([null, null]);
  });

  it('is not invited by what is private or free', async () => {
    const { film, change } = await inSite();
    await change({ status: 'private' });
    expect(await offerOf(film.slug)).toBeNull();
    await change({ status: 'published', net: 0, tax: 0, total: 0 });
    expect(await offerOf(film.slug)).toBeNull();
    await change({ net: 1000, tax: 210, total: 1210 });
    expect(await offerOf(film.slug)).not.toBeNull();
  });

  it('is not invited while administrators sell no site, or no subscriptions', async () => {
    const { film } = await inSite();
    await sellSite('year', { subscriptions: false });
    expect(await offerOf(film.slug)).toBeNull();
    await sellSite('off');
    expect(await offerOf(film.slug)).toBeNull();
  });
});
