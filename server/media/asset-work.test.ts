import { describe, expect, it } from 'vitest';
import { assetsContract } from '#contract/assets.ts';
import { anOrganizer } from '#test/factories/accounts.ts';
import { anAsset, assetRow } from '#test/factories/assets.ts';
import { call } from '#test/story.ts';
import { AssetWork } from './asset-work.ts';

/** A run that was begun on a film of somebody, of which nothing is made yet. */
async function aRun(seconds: number | null = 60) {
  const ana = await anOrganizer();
  const id = await anAsset(ana, { state: 'processing', seconds });
  const asset = { id, ownerId: ana.id, attempts: 0, posterId: null, playable: false };
  const work = new AssetWork(asset, new AbortController().signal);
  return { id, ana, work };
}
const size = { name: '360p', width: 640, height: 360 };

describe('a run on an asset', () => {
  it('goes on to say what can be watched when its progress could not be written', async () => {
    const { id, work } = await aRun();
    // The database refuses what is no number.
    work.report.progress(Number.NaN, 'first');
    work.report.playable([size]);
    await work.settled().finally(() => work.end());
    expect(await assetRow(id)).toMatchObject({ playable: true, renditions: [size] });
  });

  it('takes back what could be watched when that has to be made anew', async () => {
    const { id, work } = await aRun();
    work.report.playable([size]);
    work.report.playable([]);
    await work.settled().finally(() => work.end());
    expect(await assetRow(id)).toMatchObject({ playable: false, renditions: [] });
  });

  it('takes the chapters of the file once: a later run leaves those that its owner set', async () => {
    const { id, ana, work } = await aRun(null);
    const chapters = [{ startSeconds: 0, title: 'Of the camera' }];
    const facts = { container: 'mkv', seconds: 60, video: null, audio: null } as const;
    const found = async () => {
      await work.found({ ...facts, chapters });
      return (await assetRow(id))?.chapters;
    };
    expect(await found()).toEqual(chapters);
    const params = { id };
    await call(assetsContract.setChapters, { as: ana, params, body: { chapters: [] } });
    expect(await found()).toEqual([]);
    work.end();
  });

  it('fails at its end when it could not be written what can be watched', async () => {
    // The database refuses what can be watched and has no length.
    const { work } = await aRun(null);
    work.report.playable([size]);
    work.report.progress(0.5, 'ladder');
    await expect(work.settled().finally(() => work.end())).rejects.toThrow('check constraint');
  });
});
