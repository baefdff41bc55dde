import { describe, expect, it } from 'vitest';
import { catalogContract } from '#contract/catalog.ts';
import { db } from '#server/platform/database/index.ts';
import { anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct, type ProductGiven } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { call, refusal } from '#test/story.ts';

/** A video on demand of this organizer: a draft without a file unless told. */
async function aVod(owner: Someone, given: ProductGiven & { assetId?: string } = {}) {
  const { assetId, ...rest } = given;
  const channel = await aChannel({ owner });
  const product = await aProduct({
    ...{ channel, type: 'vod', status: 'draft', sessions: [] },
    ...rest,
  });
  if (assetId) {
    await db()
      .updateTable('products')
      .set({ asset_id: assetId })
      .where('id', '=', product.id)
      .execute();
  }
  return product;
}
const own = (as: Someone, slug: string) =>
  call(catalogContract.getOwnProduct, { as, params: { slug } });
const publish = { ...catalogContract.publishProduct };

describe('a video on demand', () => {
  it('is published when its file plays, and needs no date', async () => {
    const ana = await anOrganizer();
    const waiting = await anAsset(ana, { state: 'processing' });
    const product = await aVod(ana, { assetId: waiting });
    const params = { slug: product.slug };
    expect((await own(ana, product.slug)).missing).toEqual(['asset']);
    expect(await refusal(publish, { as: ana, params })).toEqual({
      status: 422,
      code: 'PRODUCT_INCOMPLETE',
      fields: { assetId: 'required' },
    });
    await db()
      .updateTable('assets')
      .set({ playable: true, seconds: 61 })
      .where('id', '=', waiting)
      .execute();
    expect((await own(ana, product.slug)).can).toMatchObject({ publish: true, addSession: false });
    const published = await call(publish, { as: ana, params });
    expect(published).toMatchObject({ status: 'published', missing: [], sale: 'open' });
    const page = await call(catalogContract.getProduct, { as: await aViewer(), params });
    expect(page).toMatchObject({
      ...{ type: 'vod', seconds: 61, captions: [], sessions: [], sale: 'open', past: null },
      can: { buy: true, gift: true, edit: false },
    });
    const { items } = await call(catalogContract.listProducts, { query: { type: 'vod' } });
    expect(items.find(({ id }) => id === product.id)).toMatchObject({ seconds: 61 });
  });

  it('takes the files of its organizer alone, and none that failed', async () => {
    const [ana, leo] = [await anOrganizer(), await anOrganizer()];
    const product = await aVod(ana);
    const refused = (assetId: string) =>
      refusal(catalogContract.saveDraft, {
        ...{ as: ana, params: { slug: product.slug }, body: { assetId } },
      });
    const missing = { status: 422, code: 'ASSET_MISSING' };
    expect(await refused(await anAsset(leo))).toEqual(missing);
    expect(await refused(crypto.randomUUID())).toEqual(missing);
    const failed = await anAsset(ana, { state: 'failed', refusal: 'damaged' });
    expect(await refused(failed)).toEqual(missing);
    const coming = await anAsset(ana, { state: 'uploading' });
    const { product: saved } = await call(catalogContract.saveDraft, {
      ...{ as: ana, params: { slug: product.slug }, body: { assetId: coming } },
    });
    expect(saved.form.assetId).toBe(coming);
  });

  it('keeps a file that plays once it is out of the draft, this one or another', async () => {
    const ana = await anOrganizer();
    const assetId = await anAsset(ana);
    const product = await aVod(ana, { status: 'published', assetId });
    expect((await own(ana, product.slug)).required).toContain('assetId');
    const save = (to: string | null) => ({
      ...{ as: ana, params: { slug: product.slug }, body: { assetId: to } },
    });
    const incomplete = {
      ...{ status: 422, code: 'PRODUCT_INCOMPLETE', fields: { assetId: 'required' } },
    };
    expect(await refusal(catalogContract.saveProduct, save(null))).toEqual(incomplete);
    const coming = await anAsset(ana, { state: 'processing' });
    expect(await refusal(catalogContract.saveProduct, save(coming))).toEqual(incomplete);
    const other = await anAsset(ana);
    const saved = await call(catalogContract.saveProduct, save(other));
    expect(saved.form.assetId).toBe(other);
  });

  it('has no dates, and a show at an hour has no file', async () => {
    const ana = await anOrganizer();
    const [vod, show] = [await aVod(ana), await aVod(ana, { type: 'broadcast' })];
    const session = { startsAt: '2030-06-01T20:00' };
    expect(
      await refusal(catalogContract.addSession, {
        ...{ as: ana, params: { slug: vod.slug }, body: session },
      }),
    ).toEqual({ status: 409, code: 'PRODUCT_STATE' });
    const assetId = await anAsset(ana);
    expect(
      await refusal(catalogContract.saveProduct, {
        ...{ as: ana, params: { slug: show.slug }, body: { assetId } },
      }),
    ).toEqual({ status: 422, code: 'VALIDATION', fields: { assetId: 'invalid' } });
  });
});
