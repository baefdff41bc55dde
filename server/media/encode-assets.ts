import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { tryHold } from '#server/platform/database/hold.ts';
import { db } from '#server/platform/database/index.ts';
import { defineJob, enqueueNow } from '#server/platform/jobs.ts';
import { log } from '#server/platform/log.ts';
import { bringFile, storage } from '#server/platform/storage/index.ts';
import { findSourceKey, scratchOf } from './asset-files.ts';
import { AssetWork } from './asset-work.ts';
import { findUpload } from './assets.queries.ts';
import { isTooMany, nextTry, pauseAfter } from './assets.rules.ts';
import { beginRun, findWaiting, undoRun, type Waiting, writeNextTry } from './assets.store.ts';
import { deleteAssetFiles } from './delete-asset-files.ts';
import { encodeAsset, inspectMedia, MediaRefused } from './encoding/index.ts';
import { encodingLimits } from './encoding-limits.ts';
import { failAsset, finishAsset } from './end-encoding.ts';

/**
 * Makes everything of every asset that waits, one after the other, until none waits any more. Called
 * for by each upload, and by the clock for what a killed worker left. Of several workers each takes
 * another asset, and people take turns: nobody waits for all the films of somebody else.
 */
export const encodeAssets = defineJob<object>(
  'encode-assets',
  async (_nothing, stopping) => {
    const passed: string[] = [];
    while (!stopping.aborted) {
      const lately = instantText(now().subtract({ hours: 1 }));
      const next = await findWaiting(db(), { at: nowText(), lately, except: passed });
      if (!next) return;
      passed.push(next.id);
      await encodeHeld(next, stopping);
    }
  },
  { cron: '* * * * *', hours: 23, retryLimit: 0 },
);

/** While one process works on an asset, no other does; when it is killed, the next one may. */
async function encodeHeld(asset: Waiting, stopping: AbortSignal): Promise<void> {
  const hold = await tryHold(`asset ${asset.id}`);
  if (!hold) return;
  try {
    const signal = AbortSignal.any([stopping, hold.lost]);
    await encode(asset, signal);
  } finally {
    await hold.release();
  }
}

/** One run. What goes wrong with it is this asset's alone: the next one gets its turn. */
async function encode(asset: Waiting, broken: AbortSignal): Promise<void> {
  const next = later(pauseAfter(asset.attempts + 1));
  const attempts = await beginRun(db(), asset, { at: nowText(), next });
  if (attempts === null) return;
  if (isTooMany(attempts)) return failAsset(asset, 'kept_failing');
  const work = new AssetWork(asset, broken);
  try {
    const made = await make(asset, work);
    await work.settled();
    await finishAsset(asset, made, work.signal);
  } catch (error) {
    await work.settled().catch(() => undefined);
    await endBadly(asset, { error, work, broken, attempts });
  } finally {
    work.end();
    await rm(scratchOf(asset.id), { recursive: true, force: true });
    await leaveNothing(asset.id);
  }
}

/** What was deleted while we worked on it may have got files after its deletion. */
async function leaveNothing(id: string): Promise<void> {
  if (await findUpload(db(), id)) return;
  await enqueueNow(deleteAssetFiles, { ids: [id] });
}

async function make(asset: Waiting, work: AssetWork) {
  const scratch = scratchOf(asset.id);
  const path = `${scratch}/source`;
  // What a killed process had begun may write there for a moment more.
  await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(dirname(path), { recursive: true });
  const key = await findSourceKey(asset.id);
  if (!key) throw new Error('the uploaded file is not in the storage');
  const { signal } = work;
  await bringFile(storage(), { key, path, signal });
  const facts = await inspectMedia(path, { signal });
  await work.found(facts);
  return encodeAsset({
    path,
    facts,
    sink: work.sink,
    scratch: `${scratch}/work`,
    limits: encodingLimits(facts),
    signal,
    report: work.report,
  });
}

const later = (seconds: number): string => instantText(now().add({ seconds }));

type Bad = { error: unknown; work: AssetWork; broken: AbortSignal; attempts: number };

/** It was deleted, or we are stopping; or it can never work; or it may work later. */
async function endBadly(asset: Waiting, { error, work, broken, attempts }: Bad): Promise<void> {
  if (work.isUnwanted) return;
  if (broken.aborted) return undoRun(db(), asset.id, nowText());
  if (error instanceof MediaRefused) return failAsset(asset, error.why);
  log().error({ err: error, assetId: asset.id }, 'an asset could not be made');
  const seconds = nextTry(attempts);
  if (seconds === null) return failAsset(asset, 'kept_failing');
  await writeNextTry(db(), asset.id, later(seconds));
}
