import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { useClock } from '#server/platform/clock.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, refusal } from '#test/story.ts';
import { setLiveNow } from './live-now.ts';

const { getProduct, listProducts, searchProducts, listChannelProducts } = catalogContract;
const { listOwnProducts, listAllProducts } = catalogContract;
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

const slugs = (page: { items: { slug: string }[] }) => page.items.map(({ slug }) => slug);
/** A word that no other test's product has. */
const aWord = () => `w${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

describe('the page of a product', () => {
  it('says everything a buyer needs', async () => {
    useClock('2030-05-01T10:00:00Z');
    const { slug, channel, id } = await aProduct({
      price: 2420,
      offer: { price: 1210, endsAt: '2030-05-02T10:00:00Z' },
      sessions: [
        { startsAt: '2030-04-01T18:00:00.000Z' },
        { startsAt: '2030-06-01T18:00:00.000Z', capacity: 10, held: 10 },
        { startsAt: '2030-06-02T18:00:00.000Z', capacity: 10, held: 7 },
      ],
    });
    const product = await call(getProduct, { params: { slug } });
    expect(product).toMatchObject({
      id,
      slug,
      channel: { slug: channel.slug, title: channel.title },
      price: { total: 1210, before: 2420, from: 'offer', currency: 'EUR', taxRate: 2100 },
      offerEndsAt: '2030-05-02T10:00:00.000Z',
      session: { startsAt: '2030-06-01T18:00:00.000Z', endsAt: '2030-06-01T19:30:00.000Z' },
      sessionCount: 3,
      sale: 'open',
      live: null,
      past: null,
      can: { buy: true, gift: true, edit: false },
    });
    expect(product.sessions.map(({ open, ended, seatsLeft }) => [open, ended, seatsLeft])).toEqual([
      [false, true, null],
      [false, false, 0],
      [true, false, 3],
    ]);
    expect(Object.keys(product)).not.toContain('ownerId');
  });

  it('of a draft is a preview for its owner and administrators, and nothing for others', async () => {
    const { slug, owner } = await aProduct({ status: 'draft' });
    const preview = await call(getProduct, { as: owner, params: { slug } });
    expect([preview.status, preview.can]).toEqual([
      'draft',
      { buy: false, gift: false, edit: true },
    ]);
    expect((await call(getProduct, { as: await anAdmin(), params: { slug } })).status).toBe(
      'draft',
    );
    for (const as of [undefined, await aViewer(), await anOrganizer()]) {
      expect(await refusal(getProduct, { ...(as ? { as } : {}), params: { slug } })).toEqual(
        notFound,
      );
    }
  });

  it('of a product in an unpublished channel is nothing for others', async () => {
    for (const state of ['draft', 'in_review', 'banned'] as const) {
      const { slug, owner } = await aProduct({ channel: await aChannel({ state }) });
      expect(await refusal(getProduct, { params: { slug } })).toEqual(notFound);
      expect((await call(getProduct, { as: owner, params: { slug } })).can.buy).toBe(false);
    }
  });

  it('of a private product opens with a ticket', async () => {
    const { slug, id } = await aProduct({ status: 'private' });
    const [holder, former, stranger] = [await aViewer(), await aViewer(), await aViewer()];
    await db()
      .insertInto('tickets')
      .values([
        { user_id: holder.id, product_id: id, source: 'gift', granted_at: '2026-01-01T00:00:00Z' },
        {
          user_id: former.id,
          product_id: id,
          source: 'gift',
          granted_at: '2026-01-01T00:00:00Z',
          ended_at: '2026-01-02T00:00:00Z',
        },
      ])
      .execute();
    expect((await call(getProduct, { as: holder, params: { slug } })).status).toBe('private');
    for (const as of [former, stranger]) {
      expect(await refusal(getProduct, { as, params: { slug } })).toEqual(notFound);
    }
    expect(await refusal(getProduct, { params: { slug } })).toEqual(notFound);
  });

  it('of a private product opens with a code of it that is still good', async () => {
    useClock('2030-05-01T10:00:00Z');
    const { slug, id, owner } = await aProduct({ status: 'private' });
    const other = await aProduct({ status: 'private' });
    const aCode = async (code: string, state: string, validUntil: string | null) => {
      const coupon = await db()
        .insertInto('coupons')
        .values({
          product_id: id,
          quantity: 1,
          net: 0,
          tax: 0,
          currency: 'EUR',
          created_by: owner.id,
          valid_until: validUntil,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db().insertInto('coupon_codes').values({ code, coupon_id: coupon.id, state }).execute();
    };
    await aCode('GOOD-CODE-0001', 'free', null);
    await aCode('GONE-CODE-0001', 'revoked', null);
    await aCode('LATE-CODE-0001', 'free', '2030-05-01T10:00:00Z');
    const opened = await call(getProduct, { params: { slug }, query: { code: 'good code0001' } });
    expect(opened.slug).toBe(slug);
    for (const code of ['GONE-CODE-0001', 'LATE-CODE-0001', 'NONE-CODE-0001', '']) {
      expect(await refusal(getProduct, { params: { slug }, query: { code } })).toEqual(notFound);
    }
    const query = { code: 'GOOD-CODE-0001' };
    expect(await refusal(getProduct, { params: { slug: other.slug }, query })).toEqual(notFound);
  });

  it('of nothing is not found', async () => {
    expect(await refusal(getProduct, { params: { slug: 'nothing-of-the-kind' } })).toEqual(
      notFound,
    );
    expect(await refusal(getProduct, { params: { slug: 'NOT a slug' } })).toEqual(notFound);
  });
});

describe('the lists that everyone sees', () => {
  it('hold published products of published channels only', async () => {
    const channel = await aChannel();
    const word = aWord();
    const title = `Concert ${word}`;
    const shown = await aProduct({ channel, title });
    await aProduct({ channel, title, status: 'draft' });
    await aProduct({ channel, title, status: 'private' });
    const hidden = await aChannel({ state: 'draft', owner: channel.owner });
    await aProduct({ channel: hidden, title });
    const params = { slug: channel.slug };
    expect(slugs(await call(listChannelProducts, { params }))).toEqual([shown.slug]);
    expect(slugs(await call(searchProducts, { query: { q: word } }))).toEqual([shown.slug]);
    expect(await refusal(listChannelProducts, { params: { slug: hidden.slug } })).toEqual(notFound);
    const all = await call(listProducts, { query: { size: 100 } });
    expect(all.items.filter(({ channel: of }) => of.slug === hidden.slug)).toEqual([]);
    // Nobody sees more of them by being somebody.
    const asOwner = await call(searchProducts, { as: channel.owner, query: { q: word } });
    expect(slugs(asOwner)).toEqual([shown.slug]);
  });

  it('can be filtered, sorted and turned page by page', async () => {
    useClock('2030-01-01T10:00:00Z');
    const channel = await aChannel();
    const params = { slug: channel.slug };
    const on = (day: string) => [{ startsAt: `2030-0${day}T18:00:00.000Z` }];
    const late = await aProduct({ channel, title: 'Zarzuela', price: 500, sessions: on('3-01') });
    const soon = await aProduct({ channel, title: 'Ópera', price: 900, sessions: on('2-01') });
    const free = await aProduct({ channel, title: 'Jazz', plan: 'free', sessions: on('4-01') });
    const over = await aProduct({
      channel,
      title: 'Ayer',
      price: 2000,
      offer: { price: 100 },
      sessions: [{ startsAt: '2029-12-01T18:00:00.000Z' }],
    });
    const list = async (query: object) => slugs(await call(listChannelProducts, { params, query }));
    expect(await list({ sort: 'soon' })).toEqual([soon, late, free, over].map(({ slug }) => slug));
    expect(await list({ sort: 'title' })).toEqual([over, free, soon, late].map(({ slug }) => slug));
    expect(await list({ sort: 'price' })).toEqual([free, over, late, soon].map(({ slug }) => slug));
    expect(await list({ plan: 'free' })).toEqual([free.slug]);
    expect(await list({ type: 'vod' })).toEqual([]);
    expect(await list({ sort: 'soon', size: 3, page: 2 })).toEqual([over.slug]);
    const page = await call(listChannelProducts, { params, query: { size: 3, page: 2 } });
    expect([page.total, page.page, page.size]).toEqual([4, 2, 3]);
  });

  it('show the next showing of each with its seats, and who is on the air', async () => {
    useClock('2030-05-01T10:00:00Z');
    const channel = await aChannel();
    const { id } = await aProduct({
      channel,
      sessions: [
        { startsAt: '2030-04-01T18:00:00.000Z' },
        { startsAt: '2030-05-01T09:00:00.000Z', capacity: 5, held: 2 },
        { startsAt: '2030-06-02T18:00:00.000Z' },
      ],
    });
    setLiveNow(() => new Map([[id, 42]]));
    const { items } = await call(listChannelProducts, { params: { slug: channel.slug } });
    setLiveNow(null);
    expect(items).toMatchObject([
      {
        live: { viewers: 42 },
        sessionCount: 3,
        session: { startsAt: '2030-05-01T09:00:00.000Z', seatsLeft: 3 },
        picture: { widths: [320, 640, 1100] },
      },
    ]);
  });

  it('tell what is over, and whether it was recorded', async () => {
    useClock('2030-05-01T10:00:00Z');
    const channel = await aChannel();
    const over = { channel, sessions: [{ startsAt: '2030-04-01T18:00:00.000Z' }] };
    await aProduct({ ...over, title: 'Gone' });
    const film = await aProduct({ ...over, title: 'Kept' });
    await aProduct({
      channel,
      title: 'Next',
      sessions: [{ startsAt: '2030-06-01T18:00:00.000Z' }],
    });
    await db()
      .insertInto('broadcasts')
      .values({ product_id: film.id, state: 'ended', recording_ready: true })
      .execute();
    const params = { slug: channel.slug };
    const { items } = await call(listChannelProducts, { params });
    expect(Object.fromEntries(items.map(({ title, past }) => [title, past]))).toEqual({
      Next: null,
      Gone: 'ended',
      Kept: 'recorded',
    });
    expect((await call(getProduct, { params: { slug: film.slug } })).past).toBe('recorded');
  });

  const ended = { state: 'ended', recording_ready: true, ended_at: '2030-05-01T18:25:00Z' };
  const waits = { state: 'idle' };
  it.each([
    ['was ended and recorded', [ended], 'recorded'],
    ['was ended with nothing recorded', [{ ...ended, recording_ready: false }], 'ended'],
    [
      'was ended, while its recording is being made',
      [{ ...ended, recording_ready: false, storage_prefix: 'live/x' }],
      null,
    ],
    ['was rehearsed before its hour', [{ ...ended, ended_at: '2030-05-01T17:59:00Z' }], null],
    ['waits for its encoder again', [ended, waits], null],
  ] as const)('tell of a show that %s, before its planned end', async (_, aired, past) => {
    useClock('2030-05-01T18:40:00Z');
    const show = await aProduct({ sessions: [{ startsAt: '2030-05-01T18:00:00.000Z' }] });
    const [session] = show.sessions;
    for (const one of aired) {
      const row = { product_id: show.id, session_id: session?.id ?? null, ...one };
      await db().insertInto('broadcasts').values(row).execute();
    }
    const params = { slug: show.channel.slug };
    const inChannel = async (when: 'upcoming' | 'past') =>
      slugs(await call(listChannelProducts, { params, query: { when } }));
    const page = await call(getProduct, { params: { slug: show.slug } });
    const { items } = await call(listChannelProducts, { params });
    expect([page.past, page.sessions[0]?.ended, items[0]?.past]).toEqual([
      past,
      past !== null,
      past,
    ]);
    expect([await inChannel('upcoming'), await inChannel('past')]).toEqual(
      past ? [[], [show.slug]] : [[show.slug], []],
    );
    expect(page.sale).toBe(past === 'ended' ? 'closed' : 'open');
  });

  it('refuse an order, a type or a page that there is not', async () => {
    const fieldsOf = async (query: object) => (await refusal(listProducts, { query })).fields;
    expect(await fieldsOf({ sort: 'colour' })).toEqual({ sort: 'invalid' });
    expect(await fieldsOf({ type: 'opera' })).toEqual({ type: 'invalid' });
    expect(await fieldsOf({ page: 0 })).toEqual({ page: 'too_small' });
    expect(await fieldsOf({ size: 101 })).toEqual({ size: 'too_big' });
  });
});

describe('search', () => {
  it('finds words without their accents, beginnings of words and small mistakes', async () => {
    const word = aWord();
    const { slug } = await aProduct({ title: `Canción de ${word} Ñandú`, tags: ['flamenco'] });
    const found = async (q: string) =>
      slugs(await call(searchProducts, { query: { q, size: 100 } }));
    for (const q of [word, word.toUpperCase(), `cancion ${word}`, `CANCIÓN ${word.slice(0, 9)}`]) {
      expect(await found(q)).toContain(slug);
    }
    expect(await found(`ñandu ${word}`)).toContain(slug);
    expect(await found(`${word.slice(0, 6)}x${word.slice(6)}`)).toContain(slug);
    expect(await found(aWord())).toEqual([]);
  });

  it('finds by tag and by the name of the channel, nearest titles first', async () => {
    const word = aWord();
    const channel = await aChannel({ title: `Casa ${word}` });
    const byChannel = await aProduct({ channel, title: 'Otra cosa' });
    const byTag = await aProduct({ title: 'Tercera cosa', tags: [word] });
    const byTitle = await aProduct({ title: word });
    const found = slugs(await call(searchProducts, { query: { q: word } }));
    expect(found[0]).toBe(byTitle.slug);
    expect([...found].sort()).toEqual([byChannel, byTag, byTitle].map(({ slug }) => slug).sort());
  });

  it('can be narrowed to a type', async () => {
    const word = aWord();
    const vod = await aProduct({ title: word, type: 'vod' });
    await aProduct({ title: word });
    const query = { q: word, type: 'vod' } as const;
    expect(slugs(await call(searchProducts, { query }))).toEqual([vod.slug]);
  });

  it('needs three letters', async () => {
    for (const q of ['', 'ab', ' a b ', '!!!!', 'a-%']) {
      expect(await refusal(searchProducts, { query: { q } })).toEqual({
        status: 422,
        code: 'VALIDATION',
        fields: { q: 'too_short' },
      });
    }
    expect((await refusal(searchProducts, { query: { q: 'x'.repeat(101) } })).fields).toEqual({
      q: 'too_long',
    });
  });

  it('takes whatever people type', async () => {
    for (const q of [
      "o'brien & sons",
      "abc' | !def:* <-> (",
      'abc\\',
      '%%%abc___',
      'ŉŉŉ ½½½',
      'абв 日本語',
      'abc\u0000def',
      '💃💃💃abc',
    ]) {
      expect((await call(searchProducts, { query: { q } })).page).toBe(1);
    }
  });
});

describe('the lists of the desk', () => {
  it('show organizers their own, administrators all', async () => {
    const word = aWord();
    const mine = await aProduct({ title: word, status: 'draft' });
    const theirs = await aProduct({ title: word });
    const own = await call(listOwnProducts, { as: mine.owner, query: {} });
    expect(slugs(own)).toEqual([mine.slug]);
    expect(own.items).toMatchObject([{ status: 'draft', sale: 'closed', featured: false }]);
    const query = { q: word.slice(2, 10), sort: 'createdAt' } as const;
    const all = await call(listAllProducts, { as: await anAdmin(), query });
    expect(slugs(all)).toEqual([mine.slug, theirs.slug]);
    expect(all.items[1]).toMatchObject({
      owner: { id: theirs.owner.id, name: 'Ana Prats', email: theirs.owner.email },
      sale: 'open',
    });
  });

  it('can be filtered by state and channel', async () => {
    const { owner, channel, slug } = await aProduct({ status: 'draft' });
    const second = await aProduct({ owner });
    const list = async (query: object) => slugs(await call(listOwnProducts, { as: owner, query }));
    expect(await list({ status: 'draft' })).toEqual([slug]);
    expect(await list({ status: 'published' })).toEqual([second.slug]);
    expect(await list({ channel: channel.slug })).toEqual([slug]);
    expect(await list({ q: '100%' })).toEqual([]);
    expect(await list({ q: '\u0000\\_\u0000' })).toEqual([]);
    for (const sort of ['title', '-publishedAt', 'session', '-price', 'status']) {
      expect((await list({ sort })).length).toBe(2);
    }
  });

  it('are closed to others', async () => {
    expect(await refusal(listAllProducts, { as: await anOrganizer(), query: {} })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await refusal(listOwnProducts, { as: await aViewer(), query: {} })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await refusal(listOwnProducts, { query: {} })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});

describe('the statements behind a list', () => {
  it('are as many for three rows as for one, and few', async () => {
    holdClock();
    const word = aWord();
    const one = await aProduct({ title: word });
    const admin = await anAdmin();
    const { owner, channel } = one;
    const lists = [
      () => call(listChannelProducts, { params: { slug: channel.slug } }),
      () => call(searchProducts, { query: { q: word } }),
      () => call(listOwnProducts, { as: owner, query: {} }),
      () => call(listAllProducts, { as: admin, query: { q: word } }),
      () => call(listProducts, { query: {} }),
    ];
    for (const list of lists) await list();
    const counts = async () => {
      const all: number[] = [];
      for (const list of lists) all.push(await countQueries(list));
      return all;
    };
    const forOne = await counts();
    await aProduct({ channel, title: word, sessions: [{}, {}] });
    await aProduct({ channel, title: word, sessions: [{}, {}, {}] });
    expect(await counts()).toEqual(forOne);
    expect(Math.max(...forOne)).toBeLessThanOrEqual(3);
  });
});
