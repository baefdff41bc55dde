import type { ProductPatch, ProductType } from '#contract/catalog.ts';
import { clockTypes } from '#contract/shared/product-kinds.ts';
import { demandOwnAsset } from '#server/media/index.ts';
import { now as clockNow, instantText, nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { findProductById, sourceOfRow } from './products.queries.ts';
import { type Product, playsAnyTime } from './products.rules.ts';
import { writeProduct } from './products.store.ts';
import { sessionEnd } from './session-json.queries.ts';
import { playsByClock, whyNotReplace } from './source.rules.ts';
import { findStanding, isOwnRecording, listProductsOf } from './sources.queries.ts';

type Given = {
  product: Pick<Product, 'type' | 'status' | 'sessions' | 'assetId' | 'recordingId'>;
  patch: Pick<ProductPatch, 'assetId' | 'recordingId'>;
};

/** A new product before it is written: it plays nothing. */
export const withoutSource = (type: ProductType): Given['product'] => ({
  ...{ type, status: 'draft', sessions: [], assetId: null, recordingId: null },
});

/**
 * What is new for a product to play must be the actor's own, and of use to its type. Out of the draft
 * it must play: whoever has a ticket never finds an empty stage. Refuses ASSET_MISSING,
 * RECORDING_MISSING, VALIDATION, PRODUCT_INCOMPLETE, and SOURCE_LOCKED around a showing.
 */
export async function demandOwnSource(tx: Db, actor: Actor, { product, patch }: Given) {
  demandUseful(product.type, patch);
  const { assetId, recordingId } = sourceAfter(patch, product);
  if (assetId === product.assetId && recordingId === product.recordingId) return;
  if (whyNotReplace(product, clockNow()) !== null) refuse('SOURCE_LOCKED');
  if (assetId !== product.assetId) await demandOwnAsset(tx, actor, assetId);
  if (recordingId !== null && recordingId !== product.recordingId) {
    if (!(await isOwnRecording(tx, actor, recordingId))) refuse('RECORDING_MISSING');
  }
  if (product.status === 'draft' || recordingId !== null) return;
  const standing = assetId === null ? null : await findStanding(tx, assetId);
  if (!(playsByClock(product) ? standing?.isWhole : standing?.playable)) {
    refuse('PRODUCT_INCOMPLETE', { fields: { assetId: 'required' } });
  }
}

/** Whoever chooses the one lets go of the other. */
function sourceAfter(patch: Given['patch'], before: Given['product']) {
  const { assetId = before.assetId, recordingId = before.recordingId } = patch;
  return {
    assetId: patch.recordingId ? null : assetId,
    recordingId: patch.assetId ? null : recordingId,
  };
}

function demandUseful(type: ProductType, { assetId, recordingId }: Given['patch']): void {
  const plays = playsByClock({ type }) || playsAnyTime({ type });
  if (assetId && !plays) refuse('VALIDATION', { fields: { assetId: 'invalid' } });
  if (recordingId && (assetId || !playsByClock({ type }))) {
    refuse('VALIDATION', { fields: { recordingId: 'invalid' } });
  }
}

/**
 * The showings of what plays by the clock last as long as what they play. Those that have begun stay
 * as they were: another film makes nobody's evening longer afterwards. Those of a draft, where nobody
 * watches, are fitted until they are over: it may be published while one of them is on.
 */
export async function fitShowings(tx: Db, productId: string): Promise<void> {
  await sql`update product_sessions s set plays_ms = x.ms,
      duration_minutes = case when x.ms is null then s.duration_minutes
        else least(1440, ceil(x.ms / 60000.0))::int end
    from products p
      left join lateral (select nullif(ms, 0) as ms from ${sourceOfRow} as source limit 1) x on true
    where p.id = ${productId} and s.product_id = p.id and p.type = any(${clockTypes})
      and (s.starts_at > ${nowText()} or s.plays_ms is null
        or p.status = 'draft' and ${sql.raw(sessionEnd)} > ${nowText()})`.execute(tx);
}

/** What is shown of an upload has changed: so has every product that shows it and is not a draft. */
export async function refreshProductsOf(tx: Db, { assetId }: { assetId: string }): Promise<void> {
  await refresh(tx, { assetId });
}

/** Another part of a recording is shown: what plays it by the clock ends at another hour. */
export async function refreshReplaysOf(
  tx: Db,
  { broadcastId }: { broadcastId: string },
): Promise<void> {
  await refresh(tx, { recordingId: broadcastId });
}

async function refresh(tx: Db, source: Parameters<typeof listProductsOf>[1]): Promise<void> {
  for (const { id, status } of await listProductsOf(tx, source)) {
    await fitShowings(tx, id);
    if (status !== 'draft') await announce(tx, ProductChanged, { productId: id });
  }
}

/** Refuses SOURCE_LOCKED while a product plays this recording by the clock, or is about to. */
export async function demandUnplayed(tx: Db, recordingId: string): Promise<void> {
  for (const { id } of await listProductsOf(tx, { recordingId })) {
    const product = orRefuse(await findProductById(tx, id));
    if (whyNotReplace(product, clockNow()) !== null) refuse('SOURCE_LOCKED');
  }
}

/** An upload is about to be deleted: drafts go on without it. */
export async function letGoOfAsset(tx: Db, { assetId }: { assetId: string }): Promise<void> {
  const updated_at = instantText(clockNow());
  for (const { id, status } of await listProductsOf(tx, { assetId })) {
    if (status !== 'draft') continue;
    await writeProduct(tx, id, { asset_id: null, updated_at });
    await fitShowings(tx, id);
  }
}
