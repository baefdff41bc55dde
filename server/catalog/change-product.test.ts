import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { when } from '#server/platform/facts.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPicture } from '#test/factories/media.ts';
import { app, call, refusal } from '#test/story.ts';
import {
  DraftDeleted,
  ProductChanged,
  ProductPublished,
  ProductWithdrawn,
} from './announcements.ts';

const {
  saveProduct,
  publishProduct,
  makeProductPrivate,
  withdrawProduct,
  deleteProduct,
  addSession,
  removeSession,
  getOwnProduct,
} = catalogContract;

const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

describe('a draft', () => {
  it('follows its title with its address and may change its channel', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const { slug: channel } = await aChannel({ owner });
    const title = `Another evening ${slug.slice(-8)}`;
    const product = await call(saveProduct, {
      as: owner,
      params: { slug },
      body: { title, channel },
    });
    expect(product.slug).toBe(`another-evening-${slug.slice(-8)}`);
    expect(product.channel.slug).toBe(channel);
    expect(product.changes).toEqual([]);
    expect(await refusal(getOwnProduct, { as: owner, params: { slug } })).toEqual(notFound);
  });

  it('cannot move into somebody else’s channel or a banned one', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const { slug: foreign } = await aChannel();
    const { slug: banned } = await aChannel({ owner, state: 'banned' });
    const move = (channel: string) =>
      refusal(saveProduct, { as: owner, params: { slug }, body: { channel } });
    expect(await move(foreign)).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { channel: 'unknown' },
    });
    expect(await move(banned)).toEqual({ status: 409, code: 'CHANNEL_STATE' });
  });

  it('can be deleted with its showings', async () => {
    const { owner, slug, id } = await aProduct({ status: 'draft' });
    await call(deleteProduct, { as: owner, params: { slug } });
    expect(await refusal(getOwnProduct, { as: owner, params: { slug } })).toEqual(notFound);
    const sessions = await db()
      .selectFrom('product_sessions')
      .select('id')
      .where('product_id', '=', id)
      .execute();
    expect(sessions).toEqual([]);
  });

  it('can lose a showing again', async () => {
    const { owner, slug, sessions } = await aProduct({ status: 'draft', sessions: [{}, {}] });
    const [first, second] = sessions;
    const params = { slug, sessionId: first?.id ?? '' };
    const product = await call(removeSession, { as: owner, params });
    expect(product.sessions.map(({ id }) => id)).toEqual([second?.id]);
    expect(await refusal(removeSession, { as: owner, params })).toEqual(notFound);
  });
});

describe('publishing', () => {
  it('makes a complete draft public and writes it down', async () => {
    useClock('2030-01-01T10:00:00Z');
    const { owner, slug } = await aProduct({ status: 'draft' });
    const product = await call(publishProduct, { as: owner, params: { slug } });
    expect(product).toMatchObject({
      slug,
      status: 'published',
      publishedAt: '2030-01-01T10:00:00.000Z',
      locked: ['channel', 'currency', 'sessions'],
      sale: 'open',
      can: { publish: false, makePrivate: true, withdraw: true, delete: false },
      changes: [
        {
          what: 'status',
          before: { status: 'draft' },
          after: { status: 'published' },
          changedBy: 'Ana Prats',
        },
      ],
    });
    expect((await call(catalogContract.getProduct, { params: { slug } })).status).toBe('published');
  });

  it('goes to private and back, and keeps its first day', async () => {
    useClock('2030-01-01T10:00:00Z');
    const { owner, slug } = await aProduct({ status: 'draft' });
    await call(makeProductPrivate, { as: owner, params: { slug } });
    expect(await refusal(catalogContract.getProduct, { params: { slug } })).toEqual(notFound);
    useClock('2030-01-05T10:00:00Z');
    const product = await call(publishProduct, { as: owner, params: { slug } });
    expect([product.status, product.publishedAt]).toEqual([
      'published',
      '2030-01-01T10:00:00.000Z',
    ]);
  });

  it('is refused while something is missing, with every field named', async () => {
    const { owner, slug } = await aProduct({
      status: 'draft',
      pictureId: null,
      shortDescription: '',
      price: 0,
      sessions: [],
    });
    for (const move of [publishProduct, makeProductPrivate]) {
      expect(await refusal(move, { as: owner, params: { slug } })).toEqual({
        status: 422,
        code: 'PRODUCT_INCOMPLETE',
        fields: {
          shortDescription: 'required',
          pictureId: 'required',
          'price.amount': 'required',
          sessions: 'required',
        },
      });
    }
  });

  it('is refused when every showing is over', async () => {
    useClock('2031-01-01T10:00:00Z');
    const { owner, slug } = await aProduct({ status: 'draft' });
    expect(await refusal(publishProduct, { as: owner, params: { slug } })).toEqual({
      status: 422,
      code: 'PRODUCT_INCOMPLETE',
      fields: { sessions: 'time_past' },
    });
  });

  it('needs an approved channel', async () => {
    for (const state of ['draft', 'in_review', 'banned'] as const) {
      const channel = await aChannel({ state });
      const { owner, slug } = await aProduct({ channel, status: 'draft' });
      expect(await refusal(publishProduct, { as: owner, params: { slug } })).toEqual({
        status: 409,
        code: 'NO_APPROVED_CHANNEL',
      });
    }
  });

  it('of what is already there is refused; of two at once, one is done', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const results = await Promise.allSettled([
      call(publishProduct, { as: owner, params: { slug } }),
      call(publishProduct, { as: owner, params: { slug } }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(publishProduct, { as: owner, params: { slug } })).toEqual({
      status: 409,
      code: 'PRODUCT_STATE',
    });
  });
});

describe('a published product', () => {
  it('changes its texts and keeps its address', async () => {
    const { owner, slug } = await aProduct();
    const body = { title: 'A new name', shortDescription: 'And a new text.' };
    const product = await call(saveProduct, { as: owner, params: { slug }, body });
    expect([product.slug, product.title, product.changes]).toEqual([slug, 'A new name', []]);
  });

  it('changes price, offer and sale with a line for the record each', async () => {
    useClock('2030-01-01T10:00:00Z');
    const { owner, slug } = await aProduct({ price: 1210 });
    const product = await call(saveProduct, {
      as: owner,
      params: { slug },
      body: {
        price: { by: 'total', amount: 2420, taxRate: 2100 },
        offer: { by: 'total', amount: 1210, startsAt: '2030-01-01T11:00', endsAt: null },
        salesEndsAt: '2030-05-31T20:00',
      },
    });
    expect(product.price).toMatchObject({ total: 1210, before: 2420, from: 'offer' });
    const history = product.changes.map(({ what, before, after }) => [what, before, after]);
    expect(history.map(([what]) => what).sort()).toEqual(['offer', 'price', 'sale']);
    const price = history.find(([what]) => what === 'price');
    expect(price?.slice(1)).toEqual([
      { plan: 'paid', net: 1000, taxRate: 2100, tax: 210, total: 1210, currency: 'EUR' },
      { plan: 'paid', net: 2000, taxRate: 2100, tax: 420, total: 2420, currency: 'EUR' },
    ]);
  });

  it('saved untouched leaves no line', async () => {
    const { owner, slug } = await aProduct({
      offer: { price: 900, endsAt: '2030-01-01T10:00:17.250Z' },
    });
    const { form } = await call(getOwnProduct, { as: owner, params: { slug } });
    const product = await call(saveProduct, { as: owner, params: { slug }, body: form });
    expect([product.changes, product.form]).toEqual([[], form]);
  });

  it('keeps its channel, its currency and what it needed to be published', async () => {
    const { owner, slug } = await aProduct();
    const { slug: channel } = await aChannel({ owner });
    const save = (body: object) => refusal(saveProduct, { as: owner, params: { slug }, body });
    expect(await save({ channel, currency: 'USD' })).toEqual({
      status: 409,
      code: 'PRODUCT_LOCKED',
      fields: { channel: 'invalid', currency: 'invalid' },
    });
    expect(
      await save({
        pictureId: null,
        shortDescription: '',
        price: { by: 'net', amount: 0, taxRate: 0 },
      }),
    ).toEqual({
      status: 422,
      code: 'PRODUCT_INCOMPLETE',
      fields: { pictureId: 'required', shortDescription: 'required', 'price.amount': 'required' },
    });
    expect(await save({ type: 'vod' })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { type: 'unknown' },
    });
  });

  it('cannot be deleted, nor lose a showing', async () => {
    for (const status of ['published', 'private'] as const) {
      const { owner, slug, sessions } = await aProduct({ status });
      expect(await refusal(deleteProduct, { as: owner, params: { slug } })).toEqual({
        status: 409,
        code: 'PRODUCT_STATE',
      });
      const params = { slug, sessionId: sessions[0]?.id ?? '' };
      expect(await refusal(removeSession, { as: owner, params })).toEqual({
        status: 409,
        code: 'SESSION_LOCKED',
      });
    }
  });

  it('gets more showings, at hours that exist and are to come', async () => {
    useClock('2030-01-01T10:00:00Z');
    const { owner, slug } = await aProduct();
    const add = (startsAt: string, more = {}) => ({
      as: owner,
      params: { slug },
      body: { startsAt, ...more },
    });
    const product = await call(addSession, add('2030-07-01T21:00', { capacity: 10 }));
    expect(product.sessions.map(({ startsAt, seatsLeft }) => [startsAt, seatsLeft])).toEqual([
      ['2030-06-01T18:00:00.000Z', null],
      ['2030-07-01T19:00:00.000Z', 10],
    ]);
    for (const [startsAt, code, fault] of [
      ['2030-03-31T02:30', 'SESSION_TIME_INVALID', 'time_missing'],
      ['2029-12-31T21:00', 'VALIDATION', 'time_past'],
      ['2030-07-01T21:00', 'VALIDATION', 'time_taken'],
      ['2030-02-30T21:00', 'VALIDATION', 'invalid'],
      ['9999-12-31T23:30', 'VALIDATION', 'invalid'],
      ['0000-01-01T00:00', 'VALIDATION', 'invalid'],
    ] as const) {
      expect(await refusal(addSession, add(startsAt))).toEqual({
        status: 422,
        code,
        fields: { startsAt: fault },
      });
    }
    expect((await refusal(addSession, add('2030-07-02T21:00', { capacity: 0 }))).fields).toEqual({
      capacity: 'too_small',
    });
  });

  it('is withdrawn from sale at once, once, and can be put back on sale', async () => {
    useClock('2030-01-01T10:00:00Z');
    const { owner, slug } = await aProduct({ salesStartsAt: '2030-02-01T00:00:00Z' });
    const product = await call(withdrawProduct, { as: owner, params: { slug } });
    expect([product.sale, product.status, product.can.withdraw]).toEqual([
      'closed',
      'published',
      false,
    ]);
    expect(await refusal(withdrawProduct, { as: owner, params: { slug } })).toEqual({
      status: 409,
      code: 'PRODUCT_STATE',
    });
    const again = await call(saveProduct, {
      as: owner,
      params: { slug },
      body: { salesEndsAt: null },
    });
    expect(again.sale).toBe('open');
  });

  it('that is a draft cannot be withdrawn', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    expect(await refusal(withdrawProduct, { as: owner, params: { slug } })).toEqual({
      status: 409,
      code: 'PRODUCT_STATE',
    });
  });
});

describe('somebody else’s product', () => {
  it('does not exist for another organizer, whatever is tried', async () => {
    const other = await anOrganizer();
    const { slug, sessions } = await aProduct();
    const params = { slug };
    const refusals = [
      await refusal(getOwnProduct, { as: other, params }),
      await refusal(saveProduct, { as: other, params, body: { title: 'x' } }),
      await refusal(publishProduct, { as: other, params }),
      await refusal(makeProductPrivate, { as: other, params }),
      await refusal(withdrawProduct, { as: other, params }),
      await refusal(deleteProduct, { as: other, params }),
      await refusal(addSession, { as: other, params, body: { startsAt: '2031-01-01T20:00' } }),
      await refusal(removeSession, {
        as: other,
        params: { slug, sessionId: sessions[0]?.id ?? '' },
      }),
    ];
    expect(refusals).toEqual(refusals.map(() => notFound));
  });

  it('is closed to viewers and strangers', async () => {
    const viewer = await aViewer();
    const params = { slug: (await aProduct()).slug };
    expect(await refusal(getOwnProduct, { as: viewer, params })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await refusal(deleteProduct, { params })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });

  it('is open to administrators', async () => {
    const admin = await anAdmin();
    const { slug } = await aProduct({ status: 'draft' });
    const body = { title: `Mended ${slug.slice(-8)}` };
    const product = await call(saveProduct, { as: admin, params: { slug }, body });
    expect(product.title).toBe(body.title);
  });

  it('takes no picture of somebody else’s', async () => {
    const { owner, slug } = await aProduct();
    const picture = await aPicture({ owner: await anOrganizer() });
    const body = { pictureId: picture.id };
    expect(await refusal(saveProduct, { as: owner, params: { slug }, body })).toMatchObject({
      code: 'IMAGE_MISSING',
    });
  });
});

describe('what others are told', () => {
  it('is every change outside the draft, and the end of a draft', async () => {
    await app();
    const heard: [string, string][] = [];
    const facts = { ProductPublished, ProductChanged, ProductWithdrawn, DraftDeleted };
    for (const [name, kind] of Object.entries(facts)) {
      when(kind, async (_, { productId }) => void heard.push([name, productId]));
    }
    const { owner, slug, id } = await aProduct({ status: 'draft' });
    const given = { as: owner, params: { slug } };
    await call(saveProduct, { ...given, body: { shortDescription: 'Still a draft.' } });
    expect(heard).toEqual([]);
    await call(publishProduct, given);
    await call(saveProduct, { ...given, body: { shortDescription: 'Seen by all.' } });
    await call(addSession, { ...given, body: { startsAt: '2031-01-01T20:00' } });
    await call(withdrawProduct, given);
    await call(makeProductPrivate, given);
    const draft = await aProduct({ status: 'draft', owner });
    await call(deleteProduct, { as: owner, params: { slug: draft.slug } });
    expect(heard).toEqual([
      ['ProductPublished', id],
      ['ProductChanged', id],
      ['ProductChanged', id],
      ['ProductWithdrawn', id],
      ['ProductChanged', id],
      ['DraftDeleted', draft.id],
    ]);
  });
});
