import { beforeEach, describe, expect, it } from 'vitest';
import { catalogContract, type SearchQuery as FullQuery } from '#contract/catalog.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { aProduct, type ProductGiven } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { call, refusal } from '#test/story.ts';

const { searchProducts, getSearchFacets, listChannelProducts } = catalogContract;

type SearchQuery = Partial<FullQuery>;

const aWord = () => `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
const on = (day: string) => [{ startsAt: `2030-${day}T18:00:00.000Z` }];

beforeEach(() => useClock('2030-05-01T10:00:00Z'));

/** Four shows with one word in common, that differ in everything one can wish for. */
async function aHouse() {
  const word = aWord();
  const show = async (name: string, given: ProductGiven, category: string) => {
    const product = await aProduct({ title: `${name} ${word}`, ...given });
    await db()
      .updateTable('products')
      .set({ categories: [category] })
      .where('id', '=', product.id)
      .execute();
    return product;
  };
  const tomorrow = await show('Tomorrow', { sessions: on('05-02'), price: 3000 }, 'music');
  const summer = await show('Summer', { sessions: on('07-01'), plan: 'free' }, 'music');
  const over = await show('Over', { sessions: on('04-01'), language: 'pt', price: 500 }, 'dance');
  const film = await show('Film', { sessions: [], type: 'vod', price: 900 }, 'theatre');
  await db()
    .insertInto('broadcasts')
    .values({ product_id: over.id, state: 'live', started_at: '2030-05-01T09:00:00Z' })
    .execute();
  // What nobody may see is neither found nor counted.
  await show('Hidden', { status: 'private', sessions: on('05-02') }, 'music');
  await show('Closed', { channel: await aChannel({ state: 'draft' }) }, 'dance');
  return { word, tomorrow, summer, over, film };
}

const titles = async (query: SearchQuery) =>
  (await call(searchProducts, { query })).items.map(({ title }) => title.split(' ')[0]);

describe('a search', () => {
  it('can be narrowed by when, price, category, kind and language, also all at once', async () => {
    const { word: q } = await aHouse();
    const found = async (wish: object) => (await titles({ q, ...wish })).sort();
    expect(await found({})).toEqual(['Film', 'Over', 'Summer', 'Tomorrow']);
    expect(await found({ when: 'week' })).toEqual(['Tomorrow']);
    expect(await found({ when: 'upcoming' })).toEqual(['Summer', 'Tomorrow']);
    expect(await found({ when: 'past' })).toEqual(['Over']);
    expect(await found({ when: 'live' })).toEqual(['Over']);
    expect(await found({ plan: 'free' })).toEqual(['Summer']);
    expect(await found({ category: 'music' })).toEqual(['Summer', 'Tomorrow']);
    expect(await found({ language: 'pt' })).toEqual(['Over']);
    expect(await found({ type: 'vod' })).toEqual(['Film']);
    expect(await found({ category: 'music', plan: 'paid', when: 'week' })).toEqual(['Tomorrow']);
    expect(await found({ category: 'music', language: 'pt' })).toEqual([]);
  });

  it('can be sorted by what comes next, by price, and by what is new', async () => {
    const { word: q } = await aHouse();
    const soon = await titles({ q, sort: 'soon' });
    expect(soon.slice(0, 3)).toEqual(['Tomorrow', 'Summer', 'Over']);
    expect(await titles({ q, sort: 'price' })).toEqual(['Summer', 'Over', 'Film', 'Tomorrow']);
    expect((await titles({ q, sort: 'recent' })).length).toBe(4);
  });

  it('without words finds everything that everyone may see, what comes next first', async () => {
    const { tomorrow, film } = await aHouse();
    const { items, total } = await call(searchProducts, { query: { size: 100 } });
    const slugs = items.map(({ slug }) => slug);
    expect(total).toBe(slugs.length);
    expect(slugs.indexOf(tomorrow.slug)).toBeLessThan(slugs.indexOf(film.slug));
    expect(slugs.indexOf(tomorrow.slug)).toBeGreaterThan(-1);
  });

  it('refuses wishes that it does not know', async () => {
    const fields = async (query: object) => (await refusal(searchProducts, { query })).fields;
    expect(await fields({ when: 'soon' })).toEqual({ when: 'invalid' });
    expect(await fields({ plan: 'cheap' })).toEqual({ plan: 'invalid' });
    expect(await fields({ sort: 'luck' })).toEqual({ sort: 'invalid' });
    expect(await fields({ category: '' })).toEqual({ category: 'required' });
  });
});

describe('what a search can be narrowed to', () => {
  it('is counted for each value, the most first, and says nothing of what finds nothing', async () => {
    const { word: q } = await aHouse();
    expect(await call(getSearchFacets, { query: { q } })).toEqual({
      when: [
        { value: 'upcoming', count: 2 },
        { value: 'live', count: 1 },
        { value: 'past', count: 1 },
        { value: 'week', count: 1 },
      ],
      plan: [
        { value: 'paid', count: 3 },
        { value: 'free', count: 1 },
      ],
      category: [
        { value: 'music', count: 2 },
        { value: 'dance', count: 1 },
        { value: 'theatre', count: 1 },
      ],
      type: [
        { value: 'broadcast', count: 3 },
        { value: 'vod', count: 1 },
      ],
      language: [
        { value: 'en', count: 3 },
        { value: 'pt', count: 1 },
      ],
    });
  });

  it('keeps to the other wishes, but not to the one that would be replaced', async () => {
    const { word: q } = await aHouse();
    const facets = await call(getSearchFacets, { query: { q, category: 'music' } });
    expect(facets.category.length).toBe(3);
    expect(facets.type).toEqual([{ value: 'broadcast', count: 2 }]);
    expect(facets.language).toEqual([{ value: 'en', count: 2 }]);
    for (const { value, count } of facets.category) {
      const { total } = await call(searchProducts, { query: { q, category: value } });
      expect(total).toBe(count);
    }
  });

  it('needs three letters where there are words, and one statement', async () => {
    expect((await refusal(getSearchFacets, { query: { q: 'ab' } })).fields).toEqual({
      q: 'too_short',
    });
    const { word: q } = await aHouse();
    const ask = () => call(getSearchFacets, { query: { q } });
    await ask();
    expect(await countQueries(ask)).toBe(1);
  });
});

describe('the shows of a channel', () => {
  it('can be asked for by what is to come and what is over', async () => {
    const channel = await aChannel();
    const next = await aProduct({ channel, sessions: on('06-01') });
    const half = await aProduct({ channel, sessions: [...on('04-01'), ...on('08-01')] });
    const over = await aProduct({ channel, sessions: on('04-02') });
    const dateless = await aProduct({ channel, sessions: [] });
    const listed = async (when: 'upcoming' | 'ahead' | 'past') => {
      const params = { slug: channel.slug };
      const { items } = await call(listChannelProducts, { params, query: { when, sort: 'soon' } });
      return items.map(({ slug }) => slug);
    };
    expect(await listed('upcoming')).toEqual([next.slug, half.slug]);
    expect(await listed('past')).toEqual([over.slug]);
    expect(await listed('ahead')).toEqual([next.slug, half.slug, dateless.slug]);
  });
});
