import { describe, expect, it } from 'vitest';
import { channelsContract } from '#contract/channels.ts';
import { freeSlug } from '#contract/shared/slugs.ts';
import { forgetMediaPay } from '#server/payments/settings/media-pay.queries.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aUser, aViewer, type Someone } from '#test/factories/accounts.ts';
import { aChannel, completeFields } from '#test/factories/channels.ts';
import { meeting } from '#test/meeting.ts';
import { call, refusal } from '#test/story.ts';

const aPictureOf = (owner: Someone) =>
  db()
    .insertInto('images')
    .values({ owner_id: owner.id, width: 640, height: 360, widths: [320, 640] })
    .returning('id')
    .executeTakeFirstOrThrow();

const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

describe('an organizer makes a channel', () => {
  it('as a draft whose address comes from the title', async () => {
    const ana = await anOrganizer();
    const channel = await call(channelsContract.createChannel, {
      as: ana,
      body: { title: '  Ópera en la Azotea ', tags: ['Ópera', 'ópera', 'azotea'] },
    });
    const { title, slug, state, tags, can } = channel;
    expect({ title, slug, state, tags, can }).toEqual({
      title: 'Ópera en la Azotea',
      slug: 'opera-en-la-azotea',
      state: 'draft',
      tags: ['Ópera', 'azotea'],
      can: {
        ...{ edit: true, offerSubscription: true, submit: false },
        ...{ deactivate: false, createProduct: true },
      },
    });
    expect(await call(channelsContract.getMyChannel, { as: ana, params: { slug } })).toEqual(
      channel,
    );
  });

  it('that is as old as its first day by the clock of the site', async () => {
    useClock('2030-05-01T10:00:00Z');
    const body = { title: 'Opened in May' };
    const { id } = await call(channelsContract.createChannel, { as: await anOrganizer(), body });
    const { items } = await call(channelsContract.listChannels, {
      as: await anAdmin(),
      query: { q: 'Opened in May' },
    });
    expect(items.map((row) => [row.id, row.createdAt])).toEqual([[id, '2030-05-01T10:00:00.000Z']]);
  });

  it('ten at once with one title, each at an address of its own', async () => {
    const ana = await anOrganizer();
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(channelsContract.createChannel, { as: ana, body: { title: 'Twice Told' } }),
      ),
    );
    const expected = ['twice-told', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `twice-told-${n}`)];
    expect(new Set(made.map(({ slug }) => slug))).toEqual(new Set(expected));
  });

  it('thirty at once, which is more than there are connections, and changes them so', async () => {
    const ana = await anOrganizer();
    const rooms = Array.from({ length: 30 }, (_, at) => `Room ${at}`);
    forgetMediaPay();
    const made = await Promise.all(
      rooms.map((title) => call(channelsContract.createChannel, { as: ana, body: { title } })),
    );
    const body = { description: 'A room of many.' };
    forgetMediaPay();
    const changed = await Promise.all(
      made.map(({ slug }) =>
        call(channelsContract.changeChannel, { as: ana, params: { slug }, body }),
      ),
    );
    expect(changed.map(({ title, description }) => [title, description])).toEqual(
      rooms.map((title) => [title, body.description]),
    );
  });

  it('with its subscription: net and tax follow from the total', async () => {
    const ana = await anOrganizer();
    const { subscription } = await call(channelsContract.createChannel, {
      as: ana,
      body: {
        title: 'By the month',
        subscription: { enabled: true, currency: 'EUR', taxRate: 1000, total: 1100 },
      },
    });
    expect(subscription).toEqual({
      enabled: true,
      currency: 'EUR',
      taxRate: 1000,
      net: 1000,
      tax: 100,
      total: 1100,
    });
  });

  it('whole and sends it to review at once', async () => {
    const ana = await anOrganizer();
    const body = { title: 'Cellar at once', ...completeFields, review: true };
    const { slug, state, can } = await call(channelsContract.createChannel, { as: ana, body });
    expect([state, can.submit]).toEqual(['in_review', false]);
    const { moves } = await call(channelsContract.getMyChannel, { as: ana, params: { slug } });
    expect(moves.map(({ from, to }) => [from, to])).toEqual([['draft', 'in_review']]);
  });

  it('not half and to review: every field that is missing is named, and nothing is kept', async () => {
    const ana = await anOrganizer();
    const { classification: _, ...half } = completeFields;
    const body = { title: 'Cellar in part', ...half, businessName: ' ', review: true };
    expect(await refusal(channelsContract.createChannel, { as: ana, body })).toEqual({
      status: 422,
      code: 'CHANNEL_INCOMPLETE',
      fields: { classification: 'required', businessName: 'required' },
    });
    expect((await call(channelsContract.listMyChannels, { as: ana })).items).toEqual([]);
  });

  it('not without a title, nor with what does not fit', async () => {
    const ana = await anOrganizer();
    for (const [body, fields] of [
      [{ title: '   ' }, { title: 'required' }],
      [{ title: 'a'.repeat(121) }, { title: 'too_long' }],
      [{ title: 'A', description: 'a'.repeat(401) }, { description: 'too_long' }],
      [
        { title: 'A', social: { website: 'javascript:alert(1)' } },
        { 'social.website': 'not_a_url' },
      ],
      [{ title: 'A', social: { youtube: 'nothing' } }, { 'social.youtube': 'not_a_url' }],
      [{ title: 'A', billing: { phone: 'call me' } }, { 'billing.phone': 'not_a_phone' }],
      [{ title: 'A', classification: 'war' }, { classification: 'invalid' }],
      [
        { title: 'A', subscription: { enabled: true, currency: 'EUR', taxRate: 0, total: 0 } },
        { 'subscription.total': 'too_small' },
      ],
      [{ title: 'A', state: 'published' }, { state: 'unknown' }],
    ] as const) {
      expect(
        await refusal(channelsContract.createChannel, { as: ana, body: body as never }),
      ).toEqual({ status: 422, code: 'VALIDATION', fields });
    }
  });

  it('with own pictures only', async () => {
    const ana = await anOrganizer();
    const theirs = await aPictureOf(await anOrganizer());
    expect(
      await refusal(channelsContract.createChannel, {
        as: ana,
        body: { title: 'Borrowed', logoId: theirs.id },
      }),
    ).toMatchObject({ status: 422, code: 'IMAGE_MISSING' });
    const mine = await aPictureOf(ana);
    const { logo } = await call(channelsContract.createChannel, {
      as: ana,
      body: { title: 'Own', logoId: mine.id },
    });
    expect(logo?.id).toBe(mine.id);
  });

  it('viewers and strangers do not', async () => {
    const body = { title: 'Mine?' };
    expect(await refusal(channelsContract.createChannel, { as: await aViewer(), body })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await refusal(channelsContract.createChannel, { body })).toEqual({
      status: 401,
      code: 'NOT_LOGGED_IN',
    });
  });
});

describe('an organizer changes a channel', () => {
  it('only in what is named', async () => {
    const { owner, slug } = await aChannel({ state: 'draft' });
    const before = await call(channelsContract.getMyChannel, { as: owner, params: { slug } });
    const after = await call(channelsContract.changeChannel, {
      as: owner,
      params: { slug },
      body: { billing: { city: 'Toledo' }, social: { website: 'https://example.test/' } },
    });
    expect(after).toEqual({
      ...before,
      billing: { ...before.billing, city: 'Toledo' },
      social: { ...before.social, website: 'https://example.test/' },
    });
  });

  it('and its address follows the title until it was first published', async () => {
    const draft = await aChannel({ state: 'draft' });
    const body = { title: `Renamed ${draft.slug}` };
    const renamed = await call(channelsContract.changeChannel, {
      as: draft.owner,
      params: { slug: draft.slug },
      body,
    });
    expect(renamed.slug).toBe(`renamed-${draft.slug}`);
    const known = await aChannel({ state: 'published' });
    const kept = await call(channelsContract.changeChannel, {
      as: known.owner,
      params: { slug: known.slug },
      body,
    });
    expect(kept.slug).toBe(known.slug);
  });

  it('keeping an address that fits already', async () => {
    const { owner, slug } = await aChannel({ state: 'draft', title: 'x', slug: 'quiet-hall' });
    const { slug: after } = await call(channelsContract.changeChannel, {
      as: owner,
      params: { slug },
      body: { title: 'Quiet Hall!' },
    });
    expect(after).toBe('quiet-hall');
  });

  it('with warnings about papers that stop nobody', async () => {
    const { owner, slug } = await aChannel({ state: 'draft' });
    const { warnings, can } = await call(channelsContract.changeChannel, {
      as: owner,
      params: { slug },
      body: { billing: { iban: 'es12 3456' } },
    });
    expect({ warnings, submit: can.submit }).toEqual({
      warnings: [{ field: 'billing.iban', warning: 'iban_invalid' }],
      submit: true,
    });
  });

  it('never to a tax id that its country has not', async () => {
    const { owner, slug } = await aChannel({ state: 'draft' });
    const change = { as: owner, params: { slug } };
    const refused = { status: 422, code: 'VALIDATION', fields: { 'billing.taxId': 'tax_id' } };
    for (const billing of [{ taxId: 'B58818502' }, { country: 'PT' }, { country: 'BR' }]) {
      const sent = { ...change, body: { billing } };
      expect(await refusal(channelsContract.changeChannel, sent)).toEqual(refused);
    }
    const billing = { taxId: '501964843', country: 'PT' };
    const saved = await call(channelsContract.changeChannel, { ...change, body: { billing } });
    expect(saved.billing).toMatchObject(billing);
    const body = { title: 'New', billing: { ...billing, taxId: '501964842' } };
    expect(await refusal(channelsContract.createChannel, { as: owner, body })).toEqual(refused);
  });

  it('and hears of a wrong tax id of before when billing data are saved again', async () => {
    const { owner, slug, id } = await aChannel();
    const wrong = { billing_tax_id: 'B58818502' };
    await db().updateTable('channels').set(wrong).where('id', '=', id).execute();
    const change = { as: owner, params: { slug } };
    const texts = { ...change, body: { description: 'Another text.' } };
    const { billing, warnings } = await call(channelsContract.changeChannel, texts);
    expect([billing.taxId, warnings]).toEqual([
      'B58818502',
      [{ field: 'billing.taxId', warning: 'tax_id_invalid' }],
    ]);
    const city = { ...change, body: { billing: { city: 'Toledo' } } };
    expect(await refusal(channelsContract.changeChannel, city)).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { 'billing.taxId': 'tax_id' },
    });
  });

  it('not while it is reviewed, nor when it is banned', async () => {
    for (const state of ['in_review', 'banned'] as const) {
      const { owner, slug } = await aChannel({ state });
      expect(
        await refusal(channelsContract.changeChannel, {
          as: owner,
          params: { slug },
          body: { description: 'Other' },
        }),
      ).toEqual({ status: 409, code: 'CHANNEL_STATE' });
    }
  });

  it('never so that a published one lacks something', async () => {
    const { owner, slug } = await aChannel({ state: 'published' });
    expect(
      await refusal(channelsContract.changeChannel, {
        as: owner,
        params: { slug },
        body: { description: '', billing: { taxId: '' } },
      }),
    ).toEqual({
      status: 422,
      code: 'CHANNEL_INCOMPLETE',
      fields: { description: 'required', 'billing.taxId': 'required' },
    });
    const { description } = await call(channelsContract.getMyChannel, {
      as: owner,
      params: { slug },
    });
    expect(description).toBe(completeFields.description);
  });

  it("somebody else's is not found, whatever they try", async () => {
    const { slug } = await aChannel({ state: 'draft' });
    const as = await anOrganizer();
    const params = { slug };
    expect(await refusal(channelsContract.getMyChannel, { as, params })).toEqual(notFound);
    expect(
      await refusal(channelsContract.changeChannel, { as, params, body: { title: 'Mine' } }),
    ).toEqual(notFound);
    expect(await refusal(channelsContract.submitChannel, { as, params })).toEqual(notFound);
    expect(await refusal(channelsContract.deactivateChannel, { as, params })).toEqual(notFound);
    expect((await call(channelsContract.listMyChannels, { as })).items).toEqual([]);
  });
});

describe('a channel that is not published', () => {
  it('is seen by its owner and administrators, and is not found by everyone else', async () => {
    for (const state of ['draft', 'in_review', 'banned'] as const) {
      const { owner, slug, title } = await aChannel({ state });
      const params = { slug };
      for (const as of [owner, await anAdmin()]) {
        expect(await call(channelsContract.getChannel, { as, params })).toMatchObject({
          title,
          state,
        });
      }
      for (const as of [await aViewer(), await anOrganizer(), undefined]) {
        expect(
          await refusal(channelsContract.getChannel, { ...(as ? { as } : {}), params }),
        ).toEqual(notFound);
      }
    }
  });

  it('is public once published, and shows nothing of the billing', async () => {
    const { slug } = await aChannel();
    const page = await call(channelsContract.getChannel, { params: { slug } });
    expect(Object.keys(page).sort()).toEqual(
      ['classification', 'cover', 'description', 'id', 'logo', 'marketplaceUrl', 'profileImage']
        .concat(['slug', 'social', 'state', 'subscription', 'tags', 'title'])
        .sort(),
    );
  });
});

describe('the list of own channels', () => {
  it('is newest first, with state and number of products', async () => {
    const owner = await anOrganizer();
    const older = await aChannel({ owner });
    const newer = await aChannel({ owner, state: 'draft' });
    await db()
      .insertInto('products')
      .values({ channel_id: older.id, type: 'broadcast', title: 'A', slug: `a-${older.slug}` })
      .execute();
    const { items, can } = await call(channelsContract.listMyChannels, { as: owner });
    expect(items.map(({ slug, state, productCount }) => ({ slug, state, productCount }))).toEqual([
      { slug: newer.slug, state: 'draft', productCount: 0 },
      { slug: older.slug, state: 'published', productCount: 1 },
    ]);
    expect(can).toEqual({ create: true });
  });

  it('is not for viewers', async () => {
    expect(await refusal(channelsContract.listMyChannels, { as: await aUser() })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
  });
});

describe('the control without the lock', () => {
  it('loses: of ten who look for a free address at once, some choose the same', async () => {
    const { id: ownerId } = await anOrganizer();
    const looked = meeting(5);
    const lookThenAdd = () =>
      inTransaction(async (tx) => {
        const rows = await tx.selectFrom('channels').select('slug').execute();
        await looked();
        const slug = freeSlug('no-lock', new Set(rows.map((row) => row.slug)));
        await tx
          .insertInto('channels')
          .values({ owner_id: ownerId, title: 'No lock', slug })
          .execute();
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, lookThenAdd));
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  });
});
