import { afterEach, describe, expect, it } from 'vitest';
import { assetsContract } from '#contract/assets.ts';
import { catalogContract } from '#contract/catalog.ts';
import { writeTrim } from '#server/live/recordings.store.ts';
import { useClock } from '#server/platform/clock.ts';
import { db, inTransaction, sql } from '#server/platform/database/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset, assetRow } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { aPlayout, aRecording, showIsAt as at } from '#test/factories/playouts.ts';
import { call, refusal, send } from '#test/story.ts';
import { refreshReplaysOf } from './source-of-product.ts';

afterEach(() => useClock(null));

const save = (as: Someone, slug: string, body: Record<string, unknown>) => ({
  ...{ as, params: { slug }, body },
});
const own = (as: Someone, slug: string) =>
  call(catalogContract.getOwnProduct, { as, params: { slug } });

/** Everything that publishing asks for is there, the film apart. */
async function aDraft(owner: Someone, assetId: string | null = null) {
  const channel = await aChannel({ owner });
  const product = await aProduct({ channel, type: 'live', status: 'draft', plan: 'free' });
  if (assetId) await call(catalogContract.saveProduct, save(owner, product.slug, { assetId }));
  return product;
}

describe('what the clock plays is chosen', () => {
  it('by its organizer and administrators alone; to others it does not exist', async () => {
    const ana = await anOrganizer();
    const { slug } = await aDraft(ana);
    const assetId = await anAsset(ana);
    const asked = (as: Someone) => save(as, slug, { assetId });
    for (const endpoint of [catalogContract.saveProduct, catalogContract.saveDraft]) {
      expect((await refusal(endpoint, asked(await anOrganizer()) as never)).status).toBe(404);
      expect((await refusal(endpoint, asked(await aViewer()) as never)).status).toBe(403);
    }
    expect((await own(ana, slug)).form.assetId).toBeNull();
    const saved = await call(catalogContract.saveProduct, asked(await anAdmin()));
    expect(saved.form.assetId).toBe(assetId);
  });

  it('among uploads and recordings that are one’s own and good for something', async () => {
    const [ana, luz] = [await anOrganizer(), await anOrganizer()];
    const { slug } = await aDraft(ana);
    const gone = await anAsset(ana);
    await call(assetsContract.deleteAsset, { as: ana, params: { id: gone } });
    const live = await aRecording(ana);
    await db()
      .updateTable('broadcasts')
      .set({ state: 'live', ended_at: null })
      .where('id', '=', live.id)
      .execute();
    const room = await aRecording(ana);
    await db()
      .updateTable('products')
      .set({ is_rehearsal: true, status: 'private', plan: 'free' })
      .where('slug', '=', room.slug)
      .execute();
    const assets = [
      gone,
      crypto.randomUUID(),
      await anAsset(luz),
      await anAsset(ana, { state: 'failed', refusal: 'damaged' }),
      await anAsset(ana, { state: 'failed', refusal: 'kept_failing', playable: true, seconds: 60 }),
    ];
    for (const assetId of assets) {
      const refused = { status: 422, code: 'ASSET_MISSING' };
      expect(await refusal(catalogContract.saveProduct, save(ana, slug, { assetId }))).toEqual(
        refused,
      );
    }
    const brief = await aRecording(ana);
    await db()
      .updateTable('broadcasts')
      .set({ recording_seconds: 0 })
      .where('id', '=', brief.id)
      .execute();
    const recordings = [live.id, room.id, brief.id, (await aRecording(luz)).id, assets[2]];
    for (const recordingId of recordings) {
      const refused = { status: 422, code: 'RECORDING_MISSING' };
      expect(await refusal(catalogContract.saveProduct, save(ana, slug, { recordingId }))).toEqual(
        refused,
      );
    }
    const { form } = await own(ana, slug);
    expect([form.assetId, form.recordingId]).toEqual([null, null]);
  });

  it('never to what grows, failed or went, once it is out of the draft', async () => {
    const show = await aPlayout();
    const ana = show.owner;
    for (const [given, code] of [
      [{ state: 'processing', playable: true, seconds: 60 }, 'PRODUCT_INCOMPLETE'],
      [{ state: 'uploading' }, 'PRODUCT_INCOMPLETE'],
      [{ state: 'failed', refusal: 'damaged' }, 'ASSET_MISSING'],
    ] as const) {
      const assetId = await anAsset(ana, given);
      expect(
        await refusal(catalogContract.saveProduct, save(ana, show.slug, { assetId })),
      ).toMatchObject({ code });
    }
    expect((await own(ana, show.slug)).form.assetId).toBe(show.assetId);
  });

  it('and its hour stays: it is neither moved nor taken out, before or while it plays', async () => {
    const show = await aPlayout();
    const ana = show.owner;
    const one = { as: ana, params: { slug: show.slug, sessionId: show.sessionId } };
    for (const seconds of [-3600, -1, 0, 60, 179]) {
      await at(seconds);
      expect(await refusal(catalogContract.removeSession, one)).toMatchObject({
        code: 'SESSION_LOCKED',
      });
      expect(
        (await refusal(catalogContract.deleteProduct, { as: ana, params: { slug: show.slug } }))
          .code,
      ).toBe('PRODUCT_STATE');
    }
    await at(180);
    expect(
      await refusal(catalogContract.cancelSession, { ...one, body: { reason: 'Too late' } }),
    ).toMatchObject({ code: 'SESSION_ENDED' });
  });
});

describe('of those who come at the same instant', () => {
  it('two who choose different films leave one, and showings as long as that', async () => {
    const ana = await anOrganizer();
    for (let round = 0; round < 5; round += 1) {
      const product = await aDraft(ana);
      const films = await Promise.all([60, 600].map((seconds) => anAsset(ana, { seconds })));
      const { id: recordingId } = await aRecording(ana);
      const answers = await Promise.all([
        ...films.map((assetId) =>
          send(catalogContract.saveProduct, save(ana, product.slug, { assetId })),
        ),
        send(catalogContract.saveProduct, save(ana, product.slug, { recordingId })),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      const { form, playsSeconds, sessions } = await own(ana, product.slug);
      expect([form.assetId, form.recordingId].filter(Boolean)).toHaveLength(1);
      const expected = form.recordingId ? 180 : form.assetId === films[0] ? 60 : 600;
      const [session] = sessions;
      const lasts = Date.parse(session?.endsAt ?? '') - Date.parse(session?.startsAt ?? '');
      expect([playsSeconds, lasts]).toEqual([expected, expected * 1000]);
    }
  });

  it('who deletes a film and who publishes with it never both succeed', async () => {
    const ana = await anOrganizer();
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const assetId = await anAsset(ana, { seconds: 60 });
      const product = await aDraft(ana, assetId);
      const deleting = () => send(assetsContract.deleteAsset, { as: ana, params: { id: assetId } });
      const publishing = () =>
        send(catalogContract.publishProduct, { as: ana, params: { slug: product.slug } });
      const both = round % 2 ? [deleting(), publishing()] : [publishing(), deleting()];
      const codes = (await Promise.all(both)).map(({ statusCode }) => statusCode);
      const { status, form } = await own(ana, product.slug);
      const isThere = (await assetRow(assetId)) !== null;
      outcomes.add(`${status} ${isThere} ${form.assetId !== null}`);
      expect(codes.filter((code) => code < 300)).toHaveLength(1);
    }
    for (const outcome of outcomes) {
      expect(['published true true', 'draft false false']).toContain(outcome);
    }
  });

  it('who chooses a recording waits for who trims it, and plays what is left', async () => {
    const ana = await anOrganizer();
    const { id: recordingId } = await aRecording(ana);
    const product = await aDraft(ana);
    const cut = { first: 2, last: 11, startMs: 12_000, endMs: 72_000 };
    let choosing: Promise<unknown> = Promise.resolve();
    await inTransaction(async (tx) => {
      await writeTrim(tx, recordingId, { cut, seconds: 60 });
      choosing = call(catalogContract.saveProduct, save(ana, product.slug, { recordingId }));
      await somebodyWaits();
      await refreshReplaysOf(tx, { broadcastId: recordingId });
    });
    await choosing;
    const { playsSeconds, sessions } = await own(ana, product.slug);
    const [session] = sessions;
    const lasts = Date.parse(session?.endsAt ?? '') - Date.parse(session?.startsAt ?? '');
    expect([playsSeconds, lasts]).toEqual([60, 60_000]);
  });
});

/** Comes back once some transaction of this database waits for another one. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
    if (rows.length > 0) return;
  }
}
