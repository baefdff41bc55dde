import { describe, expect, it } from 'vitest';
import { catalogContract, type ProductType } from '#contract/catalog.ts';
import { db } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer } from '#test/factories/accounts.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPicture } from '#test/factories/media.ts';
import { call, refusal } from '#test/story.ts';

const { saveDraft, saveProduct, publishProduct, duplicateProduct, getProduct, getProductDefaults } =
  catalogContract;
const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };

describe('a draft that saves itself', () => {
  it('keeps what is valid and names what is not', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const body = {
      shortDescription: 'Half a',
      trailerUrl: 'www',
      offer: { by: 'total', amount: 0, startsAt: null, endsAt: null },
    };
    const { product, left } = await call(saveDraft, { as: owner, params: { slug }, body });
    expect(product.form).toMatchObject({ shortDescription: 'Half a', trailerUrl: '', offer: null });
    expect(Object.entries(left).map(([name, { fault }]) => [name, fault])).toEqual([
      ['trailerUrl', 'not_a_url'],
      ['offer.amount', 'too_small'],
    ]);
    expect(left.trailerUrl?.message).not.toBe('');
  });

  it('of two tabs loses nothing of either', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const params = { slug };
    await Promise.all([
      call(saveDraft, { as: owner, params, body: { production: 'First tab' } }),
      call(saveDraft, { as: owner, params, body: { priceNote: 'Second tab' } }),
    ]);
    const { form } = await call(catalogContract.getOwnProduct, { as: owner, params });
    expect([form.production, form.priceNote]).toEqual(['First tab', 'Second tab']);
  });

  it('cannot be published with an offer above the price', async () => {
    const { owner, slug } = await aProduct({ status: 'draft', price: 1210 });
    const body = { offer: { by: 'total', amount: 2000 } };
    const { product } = await call(saveDraft, { as: owner, params: { slug }, body });
    expect([product.missing, product.can.publish]).toEqual([['offer'], false]);
    expect(await refusal(publishProduct, { as: owner, params: { slug } })).toEqual({
      status: 422,
      code: 'PRODUCT_INCOMPLETE',
      fields: { 'offer.amount': 'too_big' },
    });
  });

  it('is refused after publishing, and to everyone but its people', async () => {
    const { owner, slug } = await aProduct();
    const body = { title: 'x' };
    const params = { slug };
    expect(await refusal(saveDraft, { as: owner, params, body })).toEqual({
      status: 409,
      code: 'PRODUCT_STATE',
    });
    const draft = { slug: (await aProduct({ status: 'draft' })).slug };
    expect(await refusal(saveDraft, { as: await anOrganizer(), params: draft, body })).toEqual(
      notFound,
    );
    expect(await refusal(saveDraft, { as: await aViewer(), params: draft, body })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
  });

  it('takes no picture of somebody else', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const { id } = await aPicture({ owner: await anOrganizer() });
    for (const body of [{ pictureId: id }, { banner: { pictureId: id, alt: '', url: '' } }]) {
      expect(await refusal(saveDraft, { as: owner, params: { slug }, body })).toMatchObject({
        status: 422,
        code: 'IMAGE_MISSING',
      });
    }
  });
});

describe('advertising', () => {
  it('stands on the page when picture, text and link are there', async () => {
    const { owner, slug } = await aProduct();
    const params = { slug };
    const { id } = await aPicture({ owner });
    const save = (banner: object) =>
      call(saveProduct, { as: owner, params, body: { banner } as never });
    expect((await call(getProduct, { params })).banner).toBeNull();
    await save({ pictureId: id, alt: 'The bar next door', url: 'https://bar.example/menu' });
    expect((await call(getProduct, { params })).banner).toMatchObject({
      picture: { id },
      alt: 'The bar next door',
      url: 'https://bar.example/menu',
    });
    await save({ pictureId: null, alt: 'The bar next door', url: '' });
    expect((await call(getProduct, { params })).banner).toBeNull();
  });

  it('is refused half filled once the product is out, and with an unsafe link', async () => {
    const { owner, slug } = await aProduct();
    const { id } = await aPicture({ owner });
    const fieldsOf = async (banner: object) =>
      (await refusal(saveProduct, { as: owner, params: { slug }, body: { banner } as never }))
        .fields;
    expect(await fieldsOf({ pictureId: id, alt: '', url: '' })).toEqual({
      'banner.alt': 'required',
      'banner.url': 'required',
    });
    for (const url of ['http://bar.example', 'javascript:alert(1)', 'bar']) {
      expect(await fieldsOf({ pictureId: id, alt: 'Bar', url })).toEqual({
        'banner.url': 'not_a_url',
      });
    }
  });

  it('half filled keeps a draft from being published', async () => {
    const { owner, slug } = await aProduct({ status: 'draft' });
    const { id } = await aPicture({ owner });
    const body = { banner: { pictureId: id, alt: 'Bar', url: '' } };
    const { product } = await call(saveDraft, { as: owner, params: { slug }, body });
    expect([product.missing, product.bannerPicture?.id]).toEqual([['banner'], id]);
    expect((await call(getProduct, { as: owner, params: { slug } })).banner).toBeNull();
  });
});

describe('a copy of a product', () => {
  it('is a draft with everything but the showings', async () => {
    const offer = { price: 605, endsAt: '2020-01-01T00:00:00Z' };
    const { owner, slug, title } = await aProduct({ offer, tags: ['strings'] });
    const before = await call(catalogContract.getOwnProduct, { as: owner, params: { slug } });
    const copy = await call(duplicateProduct, { as: owner, params: { slug } });
    expect(copy).toMatchObject({ status: 'draft', sessions: [], publishedAt: null, changes: [] });
    expect(copy.form).toEqual({ ...before.form, title: `${title} (2)`, offer: null });
    expect([copy.slug, copy.missing]).toEqual([`${slug}-2`, ['sessions']]);
  });

  it('is made by its owner, not in a banned channel', async () => {
    const { slug } = await aProduct();
    expect(await refusal(duplicateProduct, { as: await anAdmin(), params: { slug } })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await refusal(duplicateProduct, { as: await anOrganizer(), params: { slug } })).toEqual(
      notFound,
    );
    const channel = await aChannel({ state: 'banned' });
    const banned = await aProduct({ channel });
    const given = { as: channel.owner, params: { slug: banned.slug } };
    expect(await refusal(duplicateProduct, given)).toEqual({ status: 409, code: 'CHANNEL_STATE' });
    const count = await db()
      .selectFrom('products')
      .select('id')
      .where('channel_id', '=', channel.id)
      .execute();
    expect(count).toHaveLength(1);
  });
});

describe('a new product', () => {
  it('starts with the tax, the currency and the duration of the last one', async () => {
    const stranger = await anOrganizer();
    expect(await call(getProductDefaults, { as: stranger, query: {} })).toEqual({
      currency: 'EUR',
      taxRate: null,
      durationMinutes: 90,
    });
    const { owner } = await aProduct({
      currency: 'USD',
      taxRate: 1000,
      sessions: [{ minutes: 45 }],
    });
    expect(await call(getProductDefaults, { as: owner, query: {} })).toEqual({
      currency: 'USD',
      taxRate: 1000,
      durationMinutes: 45,
    });
    const rateOf = async (type: ProductType) =>
      (await call(getProductDefaults, { as: owner, query: { type } })).taxRate;
    // A thing does not have the reduced rate of a show.
    expect([await rateOf('live'), await rateOf('physical'), await rateOf('bundle')]).toEqual([
      ...[1000, null, null],
    ]);
    expect(await refusal(getProductDefaults, { as: await aViewer(), query: {} })).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    });
  });

  it('tells of each act that is not possible why', async () => {
    const { owner, slug } = await aProduct({ status: 'draft', sessions: [] });
    const because = async () =>
      (await call(catalogContract.getOwnProduct, { as: owner, params: { slug } })).because;
    expect(await because()).toEqual({
      publish: 'incomplete',
      makePrivate: 'incomplete',
      withdraw: 'draft',
    });
    const out = await aProduct();
    const given = { as: out.owner, params: { slug: out.slug } };
    expect((await call(catalogContract.getOwnProduct, given)).because).toEqual({
      publish: 'already',
    });
  });
});
