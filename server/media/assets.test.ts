import { describe, expect, it } from 'vitest';
import { type Asset, assetsContract, captionLimits } from '#contract/assets.ts';
import { catalogContract } from '#contract/catalog.ts';
import { countQueries } from '#server/platform/database/counting.ts';
import { tryHold } from '#server/platform/database/hold.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { keptJobs, runKeptJobs } from '#server/platform/jobs.ts';
import { storage, useStorage } from '#server/platform/storage/index.ts';
import { anAdmin, anOrganizer, aViewer, type Someone } from '#test/factories/accounts.ts';
import { anAsset, assetRow } from '#test/factories/assets.ts';
import { aProduct } from '#test/factories/catalog.ts';
import { aChannel } from '#test/factories/channels.ts';
import { anUpload } from '#test/factories/media.ts';
import { holdClock } from '#test/held-clock.ts';
import { call, refusal } from '#test/story.ts';
import { assetKey, receivedKey } from './asset-files.ts';
import { eraseAssetsOf } from './delete-asset.ts';

const notFound = { status: 404, code: 'SERVER_ERROR_NOT_FOUND' };
const state = { status: 409, code: 'ASSET_STATE' };
const get = (as: Someone, id: string): Promise<Asset> =>
  call(assetsContract.getAsset, { as, params: { id } });
const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nBuenas noches\n';

/** A product that shows an upload. */
async function aVod(owner: Someone, assetId: string, status: 'draft' | 'published' | 'private') {
  const channel = await aChannel({ owner });
  const product = await aProduct({ channel, type: 'vod', status, sessions: [] });
  await db()
    .updateTable('products')
    .set({ asset_id: assetId })
    .where('id', '=', product.id)
    .execute();
  return product;
}

describe('the uploads of an organizer', () => {
  it('are listed for them alone, the newest first, found by title and state', async () => {
    const [ana, leo] = [await anOrganizer(), await anOrganizer()];
    const first = await anAsset(ana, { createdAt: '2026-02-01T00:00:00Z', title: 'Sueño' });
    const second = await anAsset(ana, { createdAt: '2026-02-02T00:00:00Z', state: 'uploading' });
    await anAsset(leo);
    const list = async (query = {}) =>
      (await call(assetsContract.listAssets, { as: ana, query })).items.map(({ id }) => id);
    expect(await list()).toEqual([second, first]);
    expect(await list({ q: 'sueno' })).toEqual([first]);
    expect(await list({ state: 'uploading' })).toEqual([second]);
    expect(await list({ size: 1, page: 2 })).toEqual([first]);
    holdClock();
    const queries = () => countQueries(() => list());
    const withTwo = await queries();
    await anAsset(ana);
    expect(await queries()).toBe(withTwo);
  });

  it('do not exist for others; administrators work on any', async () => {
    const [ana, leo] = [await anOrganizer(), await anOrganizer()];
    const id = await anAsset(ana);
    const params = { id };
    const captions = { id, language: 'es' };
    const { headers, body } = anUpload(Buffer.from(vtt));
    const theirs = { headers, body: body as never };
    const as = leo;
    const refused = await Promise.all([
      refusal(assetsContract.getAsset, { as, params }),
      refusal(assetsContract.renameAsset, { as, params, body: { title: 'Mine' } }),
      refusal(assetsContract.retryAsset, { as, params }),
      refusal(assetsContract.setChapters, { as, params, body: { chapters: [] } }),
      refusal(assetsContract.putCaptions, { as, params: captions, ...theirs }),
      refusal(assetsContract.removeCaptions, { as, params: captions }),
      refusal(assetsContract.deleteAsset, { as, params }),
    ]);
    expect(refused).toEqual(Array(7).fill(notFound));
    const viewer = await aViewer();
    expect(await refusal(assetsContract.listAssets, { as: viewer })).toMatchObject({ status: 403 });
    expect(await refusal(assetsContract.listAssets)).toMatchObject({ status: 401 });
    const admin = await anAdmin();
    const named = await call(assetsContract.renameAsset, {
      ...{ as: admin, params, body: { title: 'Gala' } },
    });
    expect(named.title).toBe('Gala');
  });

  it('are tried again when the fault may have been ours', async () => {
    const ana = await anOrganizer();
    const ours = await anAsset(ana, { state: 'failed', refusal: 'kept_failing' });
    const theirs = await anAsset(ana, { state: 'failed', refusal: 'damaged' });
    expect((await get(ana, ours)).can).toMatchObject({ retry: true, attach: false });
    const retried = await call(assetsContract.retryAsset, { as: ana, params: { id: ours } });
    expect(retried).toMatchObject({ state: 'processing', refusal: null, progress: 0 });
    expect(keptJobs().map(({ name }) => name)).toEqual(['encode-assets']);
    expect((await get(ana, theirs)).can.retry).toBe(false);
    for (const id of [ours, theirs]) {
      expect(await refusal(assetsContract.retryAsset, { as: ana, params: { id } })).toEqual(state);
    }
  });
});

describe('deleting an upload', () => {
  it('takes all its files, and drafts go on without it', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana);
    const draft = await aVod(ana, id, 'draft');
    const files = [receivedKey(id), assetKey(id, 'master.m3u8'), assetKey(id, '720p/init.mp4')];
    for (const key of files) await storage().put(key, Buffer.from('x'));
    await call(assetsContract.deleteAsset, { as: ana, params: { id } });
    expect(await assetRow(id)).toBe(null);
    const { form } = await call(catalogContract.getOwnProduct, {
      as: ana,
      params: { slug: draft.slug },
    });
    expect(form.assetId).toBe(null);
    await runKeptJobs();
    expect(await Promise.all(files.map((key) => storage().find(key)))).toEqual([null, null, null]);
  });

  it('is refused while a product shows it that was published once', async () => {
    const ana = await anOrganizer();
    for (const status of ['published', 'private'] as const) {
      const id = await anAsset(ana);
      await aVod(ana, id, status);
      expect((await get(ana, id)).can.delete).toBe(false);
      expect(await refusal(assetsContract.deleteAsset, { as: ana, params: { id } })).toEqual({
        status: 409,
        code: 'ASSET_IN_USE',
      });
      expect(await assetRow(id)).not.toBe(null);
    }
  });

  it('follows the account of whoever uploaded it, except what others have tickets for', async () => {
    const ana = await anOrganizer();
    const [loose, drafted, sold] = [await anAsset(ana), await anAsset(ana), await anAsset(ana)];
    await aVod(ana, drafted, 'draft');
    await aVod(ana, sold, 'published');
    const others = await anAsset(await anOrganizer());
    await inTransaction((tx) => eraseAssetsOf(tx, { userId: ana.id }));
    const left = await Promise.all([loose, drafted, sold, others].map(assetRow));
    expect(left.map((row) => row !== null)).toEqual([false, false, true, true]);
  });
});

describe('chapters', () => {
  const set = (as: Someone, id: string, chapters: { startSeconds: number; title: string }[]) => ({
    ...{ as, params: { id }, body: { chapters } },
  });

  it('are kept in order', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana, { seconds: 61 });
    const chapters = [
      { startSeconds: 30, title: 'Second' },
      { startSeconds: 0, title: 'First' },
    ];
    const asset = await call(assetsContract.setChapters, set(ana, id, chapters));
    expect(asset.chapters).toEqual(chapters.toReversed());
  });

  it('are refused after the end, twice at one time, and before the length is known', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana, { seconds: 61 });
    const late = { startSeconds: 61, title: 'Late' };
    expect(await refusal(assetsContract.setChapters, set(ana, id, [late]))).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: { 'chapters.0.startSeconds': 'after_end' },
    });
    const twins = ['One', 'Other'].map((title) => ({ startSeconds: 7, title }));
    expect(await refusal(assetsContract.setChapters, set(ana, id, twins))).toMatchObject({
      fields: { 'chapters.1.startSeconds': 'begins_twice' },
    });
    const fresh = await anAsset(ana, { state: 'uploading' });
    expect(await refusal(assetsContract.setChapters, set(ana, fresh, []))).toEqual(state);
  });
});

describe('captions', () => {
  const put = (
    as: Someone,
    id: string,
    language: string,
    text: string | Buffer,
    field = 'file',
  ) => {
    const { headers, body } = anUpload(Buffer.from(text), { field, name: 'captions.srt' });
    return { as, params: { id, language }, headers, body: body as never };
  };

  it('are cleaned and kept by language; others take their place, and they can be removed', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana);
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Boa</font> noite\n\n2\n00:00:03,000 --> 00:00:04,000\nOi\n';
    await call(assetsContract.putCaptions, put(ana, id, 'pt-BR', srt));
    const both = await call(assetsContract.putCaptions, put(ana, id, 'es', vtt));
    expect(both.captions).toEqual([
      { language: 'es', cues: 1 },
      { language: 'pt-br', cues: 2 },
    ]);
    const key = assetKey(id, 'captions/pt-br.vtt');
    const text = (await storage().read(key)).toString();
    expect(text.startsWith('WEBVTT')).toBe(true);
    expect(text).not.toContain('font');
    await call(assetsContract.putCaptions, put(ana, id, 'pt-br', vtt));
    expect((await storage().read(key)).toString()).toContain('Buenas noches');
    const params = { id, language: 'pt-br' };
    const one = await call(assetsContract.removeCaptions, { as: ana, params });
    expect(one.captions).toEqual([{ language: 'es', cues: 1 }]);
    expect(await storage().find(key)).toBe(null);
    expect(await refusal(assetsContract.removeCaptions, { as: ana, params })).toEqual(notFound);
  });

  it('lock nothing while their file is written, and are not set while it is being deleted', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana);
    const whole = storage();
    const seen: unknown[] = [];
    useStorage({
      ...whole,
      put: async (key, content) => {
        const free = db().selectFrom('assets').select('id').where('id', '=', id);
        seen.push(await free.forUpdate().skipLocked().executeTakeFirst());
        await whole.put(key, content);
      },
      delete: async (key) => {
        seen.push(await refusal(assetsContract.putCaptions, put(ana, id, 'es', vtt)));
        await whole.delete(key);
      },
    });
    await call(assetsContract.putCaptions, put(ana, id, 'es', vtt));
    const params = { id, language: 'es' };
    await call(assetsContract.removeCaptions, { as: ana, params });
    useStorage(whole);
    expect(seen).toEqual([{ id }, { status: 503, code: 'BUSY' }]);
    const other = await tryHold(`captions ${id} es`);
    expect(await refusal(assetsContract.removeCaptions, { as: ana, params })).toEqual(seen[1]);
    await other?.release();
  });

  it('leave no file behind when they are refused at the last moment', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana);
    const whole = storage();
    const fails = { state: 'failed', refusal: 'damaged' } as const;
    useStorage({
      ...whole,
      put: async (key, content) => {
        await whole.put(key, content);
        await db().updateTable('assets').set(fails).where('id', '=', id).execute();
      },
    });
    const refused = await refusal(assetsContract.putCaptions, put(ana, id, 'es', vtt));
    useStorage(whole);
    expect(refused).toEqual(state);
    expect(await storage().find(assetKey(id, 'captions/es.vtt'))).toBe(null);
  });

  it('are refused with the line that cannot be read, in words', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana);
    const refused = async (text: string) =>
      refusal(assetsContract.putCaptions, put(ana, id, 'es', text));
    const invalid = { status: 422, code: 'CAPTIONS_INVALID' };
    expect(await refused('WEBVTT\n\n00:09.000 --> 00:01.000\nBackwards\n')).toEqual(invalid);
    expect(await refused('A letter to the editor')).toEqual(invalid);
    expect(await refused('WEBVTT\n')).toEqual(invalid);
    const nowhere = await refusal(assetsContract.putCaptions, put(ana, id, '../x', vtt));
    expect(nowhere).toMatchObject({ status: 404 });
  });

  it('come as the file that it is: in the letters of Windows, two megabytes at most', async () => {
    const ana = await anOrganizer();
    const id = await anAsset(ana);
    const said = '1\n00:00:01,000 --> 00:00:02,000\nBuenos días, “señora”\n';
    const bytes = Buffer.from(said.replace('“', '\x93').replace('”', '\x94'), 'latin1');
    await call(assetsContract.putCaptions, put(ana, id, 'es', bytes));
    const text = (await storage().read(assetKey(id, 'captions/es.vtt'))).toString();
    expect(text).toContain('Buenos días, “señora”');
    const refused = async (file: Buffer, field?: string) =>
      refusal(assetsContract.putCaptions, put(ana, id, 'es', file, field));
    const large = (length: number) => Buffer.concat([bytes, Buffer.alloc(length, '\n')]);
    const tooLarge = { status: 413, code: 'CAPTIONS_TOO_LARGE' };
    for (const length of [captionLimits.bytes, 9 * 1024 * 1024])
      expect(await refused(large(length))).toEqual(tooLarge);
    expect(await refused(bytes, 'other')).toEqual({ status: 400, code: 'BAD_REQUEST' });
    const most = put(ana, id, 'es', large(captionLimits.bytes - bytes.length));
    expect((await call(assetsContract.putCaptions, most)).captions).toHaveLength(1);
  });

  it('wait until the length is known, and come in forty languages at most', async () => {
    const ana = await anOrganizer();
    const fresh = await anAsset(ana, { state: 'uploading' });
    expect(await refusal(assetsContract.putCaptions, put(ana, fresh, 'es', vtt))).toEqual(state);
    const id = await anAsset(ana);
    await db()
      .insertInto('asset_captions')
      .values(
        Array.from({ length: 40 }, (_, index) => ({
          asset_id: id,
          language: `a${String.fromCharCode(97 + (index % 26))}${index < 26 ? '' : 'a'}`,
          cues: 1,
        })),
      )
      .execute();
    expect(await refusal(assetsContract.putCaptions, put(ana, id, 'zu', vtt))).toEqual({
      status: 409,
      code: 'CAPTIONS_TOO_MANY',
    });
    expect((await call(assetsContract.putCaptions, put(ana, id, 'aa', vtt))).captions).toHaveLength(
      40,
    );
  });
});
