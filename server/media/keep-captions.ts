import { type Asset, captionLimits } from '#contract/assets.ts';
import { nowText } from '#server/platform/clock.ts';
import { tryHold } from '#server/platform/database/hold.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { storage } from '#server/platform/storage/index.ts';
import { AssetChanged } from './announcements.ts';
import { assetKey } from './asset-files.ts';
import { getAsset, hasCaptions } from './assets.queries.ts';
import { removeCaptionsRow, writeCaptions } from './assets.store.ts';
import { lockedAsset } from './change-asset.ts';
import { CaptionsRefused, cleanCaptions } from './encoding/index.ts';

type Of = { id: string; language: string };

const captionsKey = ({ id, language }: Of): string => assetKey(id, `captions/${language}.vtt`);

/**
 * Sets the captions of one language, as they are shown: cleaned, in the place of those before.
 * Refuses CAPTIONS_TOO_LARGE, CAPTIONS_INVALID with the line that cannot be read, ASSET_STATE before the
 * length is known, BUSY while others change the same ones.
 */
export const putCaptions = (actor: Actor, of: Of, file: Buffer): Promise<Asset> =>
  alone(actor, of, async (asset) => {
    demandPlace(asset, of);
    const { vtt, cues } = clean(file);
    // Before the transaction: storage may take a minute, and no row is locked so long.
    await storage().put(captionsKey(of), Buffer.from(vtt));
    try {
      return await inTransaction(async (tx) => {
        demandPlace(await lockedAsset(tx, actor, of.id), of);
        await writeCaptions(tx, { assetId: of.id, language: of.language, cues, at: nowText() });
        await announce(tx, AssetChanged, { assetId: of.id });
        return getAsset(actor, of.id, tx);
      });
    } catch (error) {
      await deleteUnnamed(of);
      throw error;
    }
  });

/** Of two who change the captions of a language file and figures agree: one comes after the other. */
async function alone<T>(actor: Actor, of: Of, work: (asset: Asset) => Promise<T>): Promise<T> {
  // Strangers keep nobody waiting.
  await getAsset(actor, of.id);
  const hold = (await tryHold(`captions ${of.id} ${of.language}`)) ?? refuse('BUSY');
  try {
    return await work(await getAsset(actor, of.id));
  } finally {
    await hold.release();
  }
}

function demandPlace({ can, captions }: Asset, { language }: Of): void {
  if (!can.describe) refuse('ASSET_STATE');
  const isNew = !captions.some((known) => known.language === language);
  if (isNew && captions.length >= captionLimits.languages) refuse('CAPTIONS_TOO_MANY');
}

async function deleteUnnamed(of: Of): Promise<void> {
  if (!(await hasCaptions(db(), of))) await storage().delete(captionsKey(of));
}

function clean(file: Buffer) {
  if (file.length > captionLimits.bytes) refuse('CAPTIONS_TOO_LARGE');
  try {
    const cleaned = cleanCaptions(file);
    if (cleaned.cues === 0) refuse('CAPTIONS_INVALID', { values: { line: 1 } });
    return cleaned;
  } catch (error) {
    if (!(error instanceof CaptionsRefused)) throw error;
    return refuse('CAPTIONS_INVALID', { values: { line: error.line } });
  }
}

/** Removes the captions of one language; what is not there does not exist. Refuses BUSY as above. */
export const removeCaptions = (actor: Actor, of: Of): Promise<Asset> =>
  alone(actor, of, async () => {
    const asset = await inTransaction(async (tx) => {
      await lockedAsset(tx, actor, of.id);
      orRefuse((await removeCaptionsRow(tx, of.id, of.language)) || null);
      await announce(tx, AssetChanged, { assetId: of.id });
      return getAsset(actor, of.id, tx);
    });
    await deleteUnnamed(of);
    return asset;
  });
