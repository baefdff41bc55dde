import type { Temporal } from 'temporal-polyfill';
import type { PlaybackState } from '#contract/tickets.ts';
import { findProductById, type Product, playsAnyTime } from '#server/catalog/index.ts';
import { findPlayableAsset, type PlayableAsset } from '#server/media/index.ts';
import { nowMs } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import {
  broadcastFor,
  broadcastsByProducts,
  playbackState,
  type ShownBroadcast,
} from '#server/tickets/index.ts';

/** A product with what is or was on air of it, or the upload that plays whenever one wants. */
export type Show = { product: Product; broadcasts: ShownBroadcast[]; upload: PlayableAsset | null };

const freshMs = 1000;
const mostKept = 2000;
const kept = remembered(new Map<string, { show: Promise<Show | null>; at: number }>());

/** The show of a product, at most one second old: whole audiences ask at the same time. */
export function findShow(productId: string): Promise<Show | null> {
  const known = kept.get(productId);
  const age = known ? nowMs() - known.at : -1;
  if (known && age >= 0 && age < freshMs) return known.show;
  if (kept.size >= mostKept) kept.clear();
  const show = loadShow(productId);
  kept.set(productId, { show, at: nowMs() });
  show.catch(() => kept.delete(productId));
  return show;
}

async function loadShow(productId: string): Promise<Show | null> {
  const [product, broadcasts] = await Promise.all([
    findProductById(db(), productId),
    broadcastsByProducts(db(), [productId]),
  ]);
  // A rehearsal room that was closed is there for nobody.
  if (!product || product.closedAt) return null;
  const upload =
    playsAnyTime(product) && product.assetId
      ? await findPlayableAsset(db(), product.assetId)
      : null;
  return { product, broadcasts: broadcasts.get(productId) ?? [], upload };
}

/** The next question reads the database again. */
export const forgetShow = (productId: string): boolean => kept.delete(productId);

type Visitor = {
  ticket: { sessionId: string | null; grantedAt: string; validUntil?: string | null } | null;
  /** Owner of the channel or administrator: watches without a ticket, and without an end. */
  moderator: boolean;
  viewStartedAt?: string | null;
};

/** What the visitor may do with a show at `now`, and with which broadcast. */
export function showFor(
  { product, broadcasts }: Show,
  { ticket, moderator, viewStartedAt = null }: Visitor,
  now: Temporal.Instant,
): { state: PlaybackState; broadcast: ShownBroadcast | null } {
  const pass = ticket ?? (moderator ? { sessionId: null, grantedAt: product.createdAt } : null);
  const shown = moderator ? { ...product, expirationHours: null, expiresAt: null } : product;
  const broadcast = broadcastFor(shown, pass, broadcasts, now);
  return { state: playbackState(shown, pass, broadcast, now, viewStartedAt), broadcast };
}
