import { afterEach, describe, expect, it } from 'vitest';
import { assetsContract } from '#contract/assets.ts';
import { catalogContract, type OwnProduct } from '#contract/catalog.ts';
import { pagesContract } from '#contract/pages.ts';
import { AssetChanged } from '#server/media/index.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { anAdmin, anOrganizer, type Someone } from '#test/factories/accounts.ts';
import { anAsset } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPlayout, aRecording, showIsAt as at } from '#test/factories/playouts.ts';
import { call, refusal } from '#test/story.ts';

afterEach(() => useClock(null));

const evening = { startsAt: '2031-03-01T21:00', durationMinutes: 90, capacity: null };

/** A draft that plays something by the clock, as its form makes it. */
async function aDraft(as: Someone, form: Record<string, unknown> = {}): Promise<OwnProduct> {
  const { slug: channel } = await aChannel({ owner: as });
  return call(catalogContract.createProduct, {
    as,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { type: 'live', title: 'Midnight screening', channel, sessions: [evening], ...form },
  } as never);
}
const own = (as: Someone, slug: string) =>
  call(catalogContract.getOwnProduct, { as, params: { slug } });
const save = (as: Someone, slug: string, body: Record<string, unknown>) => ({
  ...{ as, params: { slug }, body },
});
const minutesOf = ({ sessions }: OwnProduct) =>
  sessions.map(({ durationMinutes, startsAt, endsAt }) => [
    durationMinutes,
    Date.parse(endsAt) - Date.parse(startsAt),
  ]);

describe('a product that the clock plays', () => {
  it('lasts as long as its film, whatever is typed, from when that is known', async () => {
    useClock('2031-02-01T10:00:00Z');
    const ana = await anOrganizer();
    const assetId = await anAsset(ana, { state: 'processing' });
    const product = await aDraft(ana, { assetId });
    expect([product.type, product.playsSeconds]).toEqual(['live', null]);
    expect(minutesOf(product)).toEqual([[90, 90 * 60_000]]);
    await db()
      .updateTable('assets')
      .set({ playable: true, seconds: 61.5, state: 'ready' })
      .where('id', '=', assetId)
      .execute();
    await inTransaction((tx) => announce(tx, AssetChanged, { assetId }));
    const known = await own(ana, product.slug);
    expect(known.playsSeconds).toBe(61.5);
    expect(minutesOf(known)).toEqual([[2, 61_500]]);
    const params = { slug: product.slug };
    const body = { ...evening, startsAt: '2031-03-02T21:00', durationMinutes: 200 };
    useClock('2031-02-01T10:00:00.001Z');
    const two = await call(catalogContract.addSession, { as: ana, params, body });
    expect(minutesOf(two)).toEqual([
      [2, 61_500],
      [2, 61_500],
    ]);
    // Open pages tell by it that it is newer than what they know.
    expect(two.updatedAt > known.updatedAt).toBe(true);
  });

  it('lasts as long as the recording that takes the place of the film', async () => {
    const ana = await anOrganizer();
    const { id: recordingId } = await aRecording(ana);
    const product = await aDraft(ana, { assetId: await anAsset(ana, { seconds: 600 }) });
    const replaced = await call(
      catalogContract.saveProduct,
      save(ana, product.slug, { recordingId }),
    );
    expect(replaced.form).toMatchObject({ assetId: null, recordingId });
    expect(minutesOf(replaced)).toEqual([[3, 180_000]]);
    const back = await call(
      catalogContract.saveProduct,
      save(ana, product.slug, { assetId: product.form.assetId }),
    );
    expect(back.form).toMatchObject({ assetId: product.form.assetId, recordingId: null });
    expect(minutesOf(back)).toEqual([[10, 600_000]]);
  });

  it('plays what is its organizer’s own, and one thing', async () => {
    const ana = await anOrganizer();
    const luz = await anOrganizer();
    const { id: recordingId } = await aRecording(luz);
    const product = await aDraft(ana);
    const refused = (body: Record<string, unknown>) =>
      refusal(catalogContract.saveProduct, save(ana, product.slug, body));
    expect(await refused({ recordingId })).toEqual({ status: 422, code: 'RECORDING_MISSING' });
    expect(await refused({ recordingId: crypto.randomUUID() })).toMatchObject({
      code: 'RECORDING_MISSING',
    });
    expect(await refused({ assetId: await anAsset(luz) })).toMatchObject({ code: 'ASSET_MISSING' });
    const { id: mine } = await aRecording(ana);
    await db()
      .updateTable('broadcasts')
      .set({ recording_ready: false })
      .where('id', '=', mine)
      .execute();
    expect(await refused({ recordingId: mine })).toMatchObject({ code: 'RECORDING_MISSING' });
    const both = { assetId: await anAsset(ana), recordingId: (await aRecording(ana)).id };
    expect(await refused(both)).toMatchObject({ fields: { recordingId: 'invalid' } });
    const video = await aProduct({ owner: ana, type: 'vod', status: 'draft', sessions: [] });
    const { id: other } = await aRecording(ana);
    expect(
      await refusal(catalogContract.saveProduct, save(ana, video.slug, { recordingId: other })),
    ).toMatchObject({ code: 'VALIDATION', fields: { recordingId: 'invalid' } });
  });

  it('is published when all of its film is there, and keeps one from then on', async () => {
    const ana = await anOrganizer();
    const growing = await anAsset(ana, { state: 'processing', playable: true, seconds: 60 });
    const product = await aProduct({
      ...{ channel: await aChannel({ owner: ana }), type: 'live', status: 'draft' },
      sessions: [{ startsAt: '2031-03-01T20:00:00Z' }],
    });
    const params = { slug: product.slug };
    expect((await own(ana, product.slug)).missing).toEqual(['asset']);
    await call(catalogContract.saveProduct, save(ana, product.slug, { assetId: growing }));
    expect((await own(ana, product.slug)).missing).toEqual(['asset']);
    expect(await refusal(catalogContract.publishProduct, { as: ana, params })).toMatchObject({
      ...{ code: 'PRODUCT_INCOMPLETE', fields: { assetId: 'required' } },
    });
    const assetId = await anAsset(ana, { seconds: 60 });
    await call(catalogContract.saveProduct, save(ana, product.slug, { assetId }));
    const published = await call(catalogContract.publishProduct, { as: ana, params });
    expect(published).toMatchObject({ status: 'published', missing: [], sale: 'open' });
    for (const source of [{ assetId: null }, { assetId: growing }]) {
      expect(
        await refusal(catalogContract.saveProduct, save(ana, product.slug, source)),
      ).toMatchObject({ code: 'PRODUCT_INCOMPLETE', fields: { assetId: 'required' } });
    }
  });

  it('changes what it plays until a quarter of an hour before a showing, and afterwards', async () => {
    const show = await aPlayout();
    const ana = show.owner;
    const assetId = await anAsset(ana, { seconds: 600 });
    const given = save(ana, show.slug, { assetId });
    const locked = { status: 409, code: 'SOURCE_LOCKED' };
    for (const [seconds, reason] of [
      [-15 * 60, 'starts_soon'],
      [0, 'on_air'],
      [179.999, 'on_air'],
    ] as const) {
      await at(seconds);
      expect(await refusal(catalogContract.saveProduct, given)).toEqual(locked);
      const { can, because } = await own(ana, show.slug);
      expect([can.replaceSource, because.replaceSource]).toEqual([false, reason]);
      // All else can be changed, and what stays the same is no change.
      const body = { title: 'Another title', assetId: show.assetId };
      await call(catalogContract.saveProduct, save(ana, show.slug, body));
    }
    await at(-15 * 60 - 1);
    expect((await own(ana, show.slug)).can.replaceSource).toBe(true);
    // Its end is still being fetched for a minute: nothing of the next film may be had by its address.
    await at(239.999);
    expect(await refusal(catalogContract.saveProduct, given)).toEqual(locked);
    await at(240);
    await call(catalogContract.saveProduct, given);
    // What was shown lasted as long as it did, however long the next film is.
    expect(minutesOf(await own(ana, show.slug))).toEqual([[3, 180_000]]);
    expect((await own(ana, show.slug)).sale).toBe('closed');
  });

  it('lets administrators choose among the recordings of others', async () => {
    const ana = await anOrganizer();
    const { id: recordingId } = await aRecording(ana);
    const product = await aDraft(ana);
    const given = save(await anAdmin(), product.slug, { recordingId });
    expect((await call(catalogContract.saveProduct, given)).form.recordingId).toBe(recordingId);
  });

  it('stands among what is on air, as long as its film lasts', async () => {
    const show = await aPlayout();
    const isOnAir = async (seconds: number) => {
      await at(seconds);
      const { live } = await call(pagesContract.getHome);
      return live.some(({ id }) => id === show.id);
    };
    expect(await isOnAir(-0.001)).toBe(false);
    expect(await isOnAir(0)).toBe(true);
    expect(await isOnAir(179.999)).toBe(true);
    expect(await isOnAir(180)).toBe(false);
  });

  it('lets go of a film that is deleted, as long as it is a draft', async () => {
    const ana = await anOrganizer();
    const assetId = await anAsset(ana, { seconds: 60 });
    const product = await aDraft(ana, { assetId });
    await call(assetsContract.deleteAsset, { as: ana, params: { id: assetId } });
    const left = await own(ana, product.slug);
    expect([left.form.assetId, left.playsSeconds, left.missing.includes('asset')]).toEqual([
      ...[null, null, true],
    ]);
    const show = await aPlayout();
    const given = { as: show.owner, params: { id: show.assetId ?? '' } };
    expect(await refusal(assetsContract.deleteAsset, given)).toMatchObject({
      code: 'ASSET_IN_USE',
    });
  });
});
