import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { useClock } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPicture } from '#test/factories/media.ts';
import { call, refusal } from '#test/story.ts';

const create = catalogContract.createProduct;
const session = { startsAt: '2030-06-01T20:00', durationMinutes: 90 };

describe('a new product', () => {
  it('is a draft in the organizer’s channel with price, showings and clean texts', async () => {
    const channel = await aChannel();
    const picture = await aPicture({ owner: channel.owner });
    const product = await call(create, {
      as: channel.owner,
      body: {
        type: 'broadcast',
        channel: channel.slug,
        title: '  Noche   de\tcuerdas ',
        language: 'es',
        shortDescription: 'Dos horas de cuerdas.',
        description: '<p onclick="x()">Hola<script>alert(1)</script></p>',
        pictureId: picture.id,
        tags: ['cuerdas', 'Cuerdas', 'velas'],
        plan: 'paid',
        currency: 'EUR',
        price: { by: 'net', amount: 1000, taxRate: 2100 },
        sessions: [session, { ...session, startsAt: '2030-10-27T02:30', capacity: 40 }],
      },
    });
    expect(product).toMatchObject({
      slug: 'noche-de-cuerdas',
      status: 'draft',
      type: 'broadcast',
      missing: [],
      locked: [],
      publishedAt: null,
      picture: { id: picture.id },
      channel: { slug: channel.slug, state: 'published' },
      owner: { id: channel.ownerId },
      price: { net: 1000, tax: 210, total: 1210, taxRate: 2100 },
      form: { description: '<p>Hola</p>', tags: ['cuerdas', 'velas'], language: 'es' },
      can: { edit: true, publish: true, makePrivate: true, delete: true, withdraw: false },
    });
    expect(
      product.sessions.map(({ startsAt, startsLocal, offset, ambiguous, seatsLeft }) => [
        startsAt,
        startsLocal,
        offset,
        ambiguous,
        seatsLeft,
      ]),
    ).toEqual([
      ['2030-06-01T18:00:00.000Z', '2030-06-01T20:00', '+02:00', false, null],
      ['2030-10-27T00:30:00.000Z', '2030-10-27T02:30', '+02:00', true, 40],
    ]);
  });

  it('needs no more than a title, and says what is missing', async () => {
    const { owner, slug: channel } = await aChannel({ state: 'draft' });
    const product = await call(create, { as: owner, body: { title: 'Apuntes', channel } });
    expect(product.missing).toEqual([
      'shortDescription',
      'pictureId',
      'price',
      'sessions',
      'channel',
    ]);
    expect([product.can.publish, product.can.edit]).toEqual([false, true]);
  });

  it('that is free costs nothing', async () => {
    const { owner, slug: channel } = await aChannel();
    const price = { by: 'total', amount: 900, taxRate: 2100 } as const;
    const product = await call(create, {
      as: owner,
      body: { title: 'Gratis', channel, plan: 'free', price },
    });
    expect(product.price).toMatchObject({ net: 0, tax: 0, total: 0 });
  });

  it('gets an address that no other has, also when twenty are made at once', async () => {
    const { owner, slug: channel } = await aChannel();
    const body = { title: '¡Fiesta Número Uno!', channel };
    const made = await Promise.all(
      Array.from({ length: 20 }, () => call(create, { as: owner, body })),
    );
    const numbers = Array.from({ length: 19 }, (_, index) => `fiesta-numero-uno-${index + 2}`);
    expect(made.map(({ slug }) => slug).sort()).toEqual(['fiesta-numero-uno', ...numbers].sort());
  });

  it('is made once for a key, also when it is asked for five times at once', async () => {
    const { owner, slug: channel } = await aChannel();
    const asked = { as: owner, headers: { 'idempotency-key': crypto.randomUUID() } };
    const made = await Promise.all(
      Array.from({ length: 5 }, () => call(create, { ...asked, body: { title: 'Una', channel } })),
    );
    const later = await call(create, { ...asked, body: { title: 'Una y media', channel } });
    expect(new Set([...made, later].map(({ id }) => id)).size).toBe(1);
    expect(later.title).toBe('Una');
  });

  it('is not shown to a stranger who knows its key', async () => {
    const { owner, slug: channel } = await aChannel();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await call(create, { as: owner, headers, body: { title: 'Una', channel } });
    const other = await aChannel();
    const body = { title: 'Otra', channel: other.slug };
    expect(await refusal(create, { as: other.owner, headers, body })).toEqual({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('needs a key', async () => {
    const { owner, slug: channel } = await aChannel();
    const headers = { 'idempotency-key': '' };
    expect(await refusal(create, { as: owner, headers, body: { title: 'x', channel } })).toEqual({
      status: 400,
      code: 'IDEMPOTENCY_KEY_MISSING',
    });
  });

  it('never gets an address that means something else, nor an empty one', async () => {
    const { owner, slug: channel } = await aChannel();
    const slugOf = async (title: string) =>
      (await call(create, { as: owner, body: { title, channel } })).slug;
    expect(await slugOf('New')).toBe('new-2');
    expect(await slugOf('夜')).toBe('show');
  });

  it('needs a channel of one’s own', async () => {
    const stranger = await anOrganizer();
    const { slug: channel, owner } = await aChannel();
    expect(await refusal(create, { as: stranger, body: { title: 'x' } })).toEqual({
      status: 409,
      code: 'NO_CHANNEL',
    });
    expect(await refusal(create, { as: stranger, body: { title: 'x', channel } })).toEqual({
      status: 409,
      code: 'NO_CHANNEL',
    });
    expect(await refusal(create, { as: owner, body: { title: 'x' } })).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { channel: 'required' },
    });
    const { owner: another } = await aChannel();
    expect(await refusal(create, { as: another, body: { title: 'x', channel } })).toEqual({
      status: 404,
      code: 'SERVER_ERROR_NOT_FOUND',
    });
  });

  it('is refused in a banned channel', async () => {
    const { owner, slug: channel } = await aChannel({ state: 'banned' });
    expect(await refusal(create, { as: owner, body: { title: 'x', channel } })).toEqual({
      status: 409,
      code: 'CHANNEL_STATE',
    });
  });

  it('is refused with somebody else’s picture', async () => {
    const { owner, slug: channel } = await aChannel();
    const picture = await aPicture({ owner: await anOrganizer() });
    const body = { title: 'x', channel, pictureId: picture.id };
    expect(await refusal(create, { as: owner, body })).toMatchObject({
      status: 422,
      code: 'IMAGE_MISSING',
    });
  });

  it('is refused with a showing that the clock does not have, that is over, or that is there twice', async () => {
    useClock('2030-01-01T00:00:00Z');
    const { owner, slug: channel } = await aChannel();
    const withSessions = (...starts: string[]) =>
      refusal(create, {
        as: owner,
        body: { title: 'x', channel, sessions: starts.map((startsAt) => ({ startsAt })) },
      });
    expect(await withSessions('2030-06-01T20:00', '2030-03-31T02:30')).toEqual({
      status: 422,
      code: 'SESSION_TIME_INVALID',
      fields: { 'sessions.1.startsAt': 'time_missing' },
    });
    expect(await withSessions('2029-12-31T20:00')).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { 'sessions.0.startsAt': 'time_past' },
    });
    expect(await withSessions('2030-06-01T20:00', '2030-06-01T20:00')).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { 'sessions.1.startsAt': 'time_taken' },
    });
    const kept = await db().selectFrom('products').select('id').where('title', '=', 'x').execute();
    expect(kept).toEqual([]);
  });

  it('is refused when something does not fit its field', async () => {
    const { owner, slug: channel } = await aChannel();
    const fieldsOf = async (change: object) =>
      (await refusal(create, { as: owner, body: { title: 'x', channel, ...change } })).fields;
    expect(await fieldsOf({ title: '   ' })).toEqual({ title: 'required' });
    expect(await fieldsOf({ title: 'x'.repeat(161) })).toEqual({ title: 'too_long' });
    expect(await fieldsOf({ shortDescription: 'x'.repeat(241) })).toEqual({
      shortDescription: 'too_long',
    });
    expect(await fieldsOf({ type: 'course' })).toEqual({ type: 'invalid' });
    expect(await fieldsOf({ status: 'published' })).toEqual({ status: 'unknown' });
    expect(await fieldsOf({ price: { by: 'net', amount: 1.5, taxRate: 0 } })).toEqual({
      'price.amount': 'invalid',
    });
    expect(await fieldsOf({ price: { by: 'net', amount: -1, taxRate: 0 } })).toEqual({
      'price.amount': 'too_small',
    });
    const dear = { by: 'net', amount: 99_999_999_999, taxRate: 10_000 } as const;
    expect(await fieldsOf({ price: dear })).toEqual({ 'price.amount': 'too_big' });
    expect(await fieldsOf({ trailerUrl: 'javascript:alert(1)' })).toEqual({
      trailerUrl: 'not_a_url',
    });
    expect(await fieldsOf({ sessions: [{ startsAt: 'tomorrow' }] })).toEqual({
      'sessions.0.startsAt': 'invalid',
    });
    // A showing that ends in the year 10000 could be said in no answer any more.
    expect(await fieldsOf({ sessions: [{ startsAt: '9999-12-31T23:30' }] })).toEqual({
      'sessions.0.startsAt': 'invalid',
    });
    const offer = { by: 'total', amount: 500, startsAt: null, endsAt: null } as const;
    expect(await fieldsOf({ offer })).toEqual({ 'offer.amount': 'too_big' });
  });

  it('keeps control characters out and the letters in', async () => {
    const { owner, slug: channel } = await aChannel();
    const body = { title: 'Café\u0000 \u0007Löwe', channel, technicalSheet: 'a\u0000\nb' };
    const product = await call(create, { as: owner, body });
    expect([product.title, product.form.technicalSheet]).toEqual(['Café Löwe', 'a\nb']);
  });

  it('is for organizers', async () => {
    const { slug: channel } = await aChannel();
    const body = { title: 'x', channel };
    expect(await refusal(create, { as: await aViewer(), body })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await refusal(create, { body })).toEqual({ status: 401, code: 'NOT_LOGGED_IN' });
    expect(await refusal(create, { as: await anAdmin(), body })).toEqual({
      status: 409,
      code: 'NO_CHANNEL',
    });
  });
});
