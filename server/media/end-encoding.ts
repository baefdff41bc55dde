import type { AssetRefusal } from '#contract/assets.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import { storage } from '#server/platform/storage/index.ts';
import { AssetChanged } from './announcements.ts';
import { findSourceKey, settleSource, sinkOf } from './asset-files.ts';
import { findPlayableAsset, findUpload } from './assets.queries.ts';
import { isFinal } from './assets.rules.ts';
import { moveAsset, type Waiting, writeResult } from './assets.store.ts';
import { type EncodedAsset, wholeFilmSeconds } from './encoding/index.ts';
import { keepPicture } from './keep-picture.ts';
import { tellOwner } from './tell-owner.ts';

/** Everything was made: it is ready, with a still of its own. */
export async function finishAsset(
  asset: Waiting,
  made: EncodedAsset,
  signal: AbortSignal,
): Promise<void> {
  const { id, ownerId } = asset;
  await settleSource(id, signal);
  const posterId = asset.posterId ?? (await keepPoster(ownerId, made.poster));
  await inTransaction(async (tx) => {
    if (!(await moveAsset(tx, { id, from: 'processing', to: 'ready', at: nowText() }))) return;
    await writeResult(tx, id, { made, posterId });
    await announce(tx, AssetChanged, { assetId: id });
    tellOwner(tx, {
      ...{ ownerId, assetId: id },
      ...{ state: 'ready', step: null, progress: 100, playable: true },
    });
  });
}

/** Without a still nothing is lost: whoever has used up the pictures of the day goes without. */
async function keepPoster(ownerId: string, still: Buffer | null): Promise<string | null> {
  if (!still) return null;
  try {
    return (await keepPicture(ownerId, still)).id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log().warn({ because: error.code }, 'the still of an asset was not kept');
    return null;
  }
}

/**
 * Nothing can be made of it, or we could not. A file that is at fault itself is not kept. What can be
 * watched of it stays so only when it is the whole film, and it is as long as that: nobody may be sold half
 * of one, and what the clock plays ends with its last picture.
 */
export async function failAsset(asset: Waiting, refusal: AssetRefusal): Promise<void> {
  const { id, ownerId } = asset;
  const seconds = (await findUpload(db(), id))?.seconds ?? 0;
  const wholeSeconds = await wholeFilmSeconds(sinkOf(id), seconds);
  const failed = await inTransaction(async (tx) => {
    const move = { id, from: 'processing', to: 'failed', refusal, at: nowText() } as const;
    if (!(await moveAsset(tx, { ...move, wholeSeconds }))) return false;
    await announce(tx, AssetChanged, { assetId: id });
    const playable = (await findPlayableAsset(tx, id)) !== null;
    tellOwner(tx, {
      ...{ ownerId, assetId: id },
      ...{ state: 'failed', step: null, progress: 0, playable },
    });
    return true;
  });
  if (!failed || !isFinal(refusal)) return;
  const key = await findSourceKey(id);
  if (key) await storage().delete(key);
}
