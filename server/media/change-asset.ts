import type { Asset, Chapter } from '#contract/assets.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { AssetChanged } from './announcements.ts';
import { getAsset } from './assets.queries.ts';
import { orderChapters } from './assets.rules.ts';
import { lockAsset, moveAsset, writeChapters, writeTitle } from './assets.store.ts';
import { encodeAssets } from './encode-assets.ts';
import { tellOwner } from './tell-owner.ts';

type Of = { id: string };

/** The asset within the actor's reach, locked to the end of the transaction. */
export async function lockedAsset(tx: Db, actor: Actor, id: string): Promise<Asset> {
  orRefuse(await lockAsset(tx, id));
  return getAsset(actor, id, tx);
}

export const renameAsset = (actor: Actor, { id }: Of, title: string): Promise<Asset> =>
  inTransaction(async (tx) => {
    await lockedAsset(tx, actor, id);
    await writeTitle(tx, id, title);
    return getAsset(actor, id, tx);
  });

/** Refuses ASSET_STATE before the length is known, VALIDATION for a chapter at a wrong time. */
export const setChapters = (actor: Actor, { id }: Of, chapters: Chapter[]): Promise<Asset> =>
  inTransaction(async (tx) => {
    const { can, seconds } = await lockedAsset(tx, actor, id);
    if (!can.describe || seconds === null) return refuse('ASSET_STATE');
    const ordered = orderChapters(chapters, seconds);
    if (ordered.fault !== undefined) {
      return refuse('VALIDATION', {
        fields: { [`chapters.${ordered.at}.startSeconds`]: ordered.fault },
      });
    }
    await writeChapters(tx, id, ordered.chapters);
    await announce(tx, AssetChanged, { assetId: id });
    return getAsset(actor, id, tx);
  });

/** Another round for what failed and may come out better. Refuses ASSET_STATE for all else. */
export const retryAsset = (actor: Actor, { id }: Of): Promise<Asset> =>
  inTransaction(async (tx) => {
    const asset = await lockedAsset(tx, actor, id);
    const move = { id, from: 'failed', to: 'processing', at: nowText() } as const;
    if (!asset.can.retry || !(await moveAsset(tx, move))) refuse('ASSET_STATE');
    await enqueue(tx, encodeAssets, {});
    const { ownerId } = orRefuse(await lockAsset(tx, id));
    tellOwner(tx, {
      ...{ ownerId, assetId: id },
      ...{ state: 'processing', step: null, progress: 0, playable: asset.playable },
    });
    return getAsset(actor, id, tx);
  });
