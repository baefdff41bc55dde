import { type Asset, captionLimits } from '#contract/assets.ts';
import { nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { storage } from '#server/platform/storage/index.ts';
import { AssetChanged } from './announcements.ts';
import { assetKey } from './asset-files.ts';
import { getAsset } from './assets.queries.ts';
import { removeCaptionsRow, writeCaptions } from './assets.store.ts';
import { lockedAsset } from './change-asset.ts';
import { CaptionsRefused, cleanCaptions } from './encoding/index.ts';

type Of = { id: string; language: string };

const captionsKey = ({ id, language }: Of): string => assetKey(id, `captions/${language}.vtt`);

/**
 * Sets the captions of one language, as they are shown: cleaned, in the place of those before.
 * Refuses CAPTIONS_INVALID with the line that cannot be read, ASSET_STATE before the length is known.
 */
export async function putCaptions(actor: Actor, of: Of, text: string): Promise<Asset> {
  return inTransaction(async (tx) => {
    const { can, captions } = await lockedAsset(tx, actor, of.id);
    if (!can.describe) refuse('ASSET_STATE');
    const { vtt, cues } = clean(text);
    const isNew = !captions.some(({ language }) => language === of.language);
    if (isNew && captions.length >= captionLimits.languages) refuse('CAPTIONS_TOO_MANY');
    await writeCaptions(tx, { assetId: of.id, language: of.language, cues, at: nowText() });
    // Under the lock of the row: of two who set the same language the file and the figures agree.
    await storage().put(captionsKey(of), Buffer.from(vtt));
    await announce(tx, AssetChanged, { assetId: of.id });
    return getAsset(actor, of.id, tx);
  });
}

function clean(text: string) {
  try {
    const cleaned = cleanCaptions(text);
    if (cleaned.cues === 0) refuse('CAPTIONS_INVALID', { values: { line: 1 } });
    return cleaned;
  } catch (error) {
    if (!(error instanceof CaptionsRefused)) throw error;
    return refuse('CAPTIONS_INVALID', { values: { line: error.line } });
  }
}

/** Removes the captions of one language; what is not there does not exist. */
export async function removeCaptions(actor: Actor, of: Of): Promise<Asset> {
  const asset = await inTransaction(async (tx) => {
    await lockedAsset(tx, actor, of.id);
    orRefuse((await removeCaptionsRow(tx, of.id, of.language)) || null);
    await announce(tx, AssetChanged, { assetId: of.id });
    return getAsset(actor, of.id, tx);
  });
  await storage().delete(captionsKey(of));
  return asset;
}
