import type { BroadcastHealth, EncoderRole } from '#contract/live.ts';
import { adviceFor } from './broadcasts.rules.ts';
import type { LiveBroadcast } from './engine/live-broadcast.ts';
import type { LiveEngine } from './engine/live-engine.ts';

const viewWindowMs = 15_000;

/**
 * What is on air in this process: the engine, and for each broadcast its product and who watches.
 * The engine knows nothing of products; this is where both meet.
 */
let engine: LiveEngine | null = null;
const products = new Map<string, string>();
const views = new Map<string, Map<string, number>>();

export function setEngine(next: LiveEngine | null): void {
  engine = next;
  if (next) return;
  products.clear();
  views.clear();
}

export const runningEngine = (): LiveEngine | null => engine;

/** The engine's broadcast of that id, unless it is over. */
export function broadcastHere(broadcastId: string): LiveBroadcast | null {
  const found = engine?.find(broadcastId) ?? null;
  return found?.state === 'ended' ? null : found;
}

export function noteProduct(broadcastId: string, productId: string): void {
  products.set(broadcastId, productId);
}

export function forgetBroadcast(broadcastId: string): void {
  products.delete(broadcastId);
  views.delete(broadcastId);
}

/** A playback has fetched something of a broadcast. */
export function noteView(broadcastId: string, playbackId: string): void {
  const seen = views.get(broadcastId) ?? new Map<string, number>();
  seen.set(playbackId, performance.now());
  views.set(broadcastId, seen);
}

/** Distinct playbacks that fetched something within the last 15 seconds. */
export function viewersOf(broadcastId: string): number {
  const seen = views.get(broadcastId);
  if (!seen) return 0;
  const oldest = performance.now() - viewWindowMs;
  for (const [playbackId, at] of seen) if (at < oldest) seen.delete(playbackId);
  return seen.size;
}

/** Viewers of those products that are on air here; products that are not are left out. */
export function liveViewers(productIds: readonly string[]): Map<string, number> {
  const wanted = new Set(productIds);
  const found = new Map<string, number>();
  for (const [broadcastId, productId] of products) {
    if (!wanted.has(productId) || broadcastHere(broadcastId)?.state !== 'live') continue;
    found.set(productId, viewersOf(broadcastId));
  }
  return found;
}

/** How a broadcast of this process is doing; null when it is not here. */
export function healthOf(broadcastId: string): BroadcastHealth | null {
  const broadcast = broadcastHere(broadcastId);
  if (!broadcast) return null;
  const { bitsPerSecond, framesPerSecond, keyframeSeconds } = broadcast.health.read();
  const encoders = broadcast.feeds.map(({ role, isOnAir, feed }) => ({
    role,
    onAir: isOnAir,
    address: feed.address.replace(/^::ffff:/, ''),
  }));
  const source = broadcast.feeds.find((feed) => feed.isOnAir)?.feed.source;
  const receiving = bitsPerSecond > 0;
  return {
    receiving,
    bitsPerSecond,
    framesPerSecond,
    keyframeSeconds,
    encoders,
    renditions: broadcast.variants.map(({ name, width, height, bandwidth }) => ({
      name,
      width,
      height,
      bitsPerSecond: bandwidth,
    })),
    advice: adviceFor({
      receiving: receiving && source != null,
      bitsPerSecond,
      framesPerSecond,
      keyframeSeconds,
      hasAudio: source?.audio != null,
      hasBackup: encoders.some(({ role }) => role === 'backup'),
      isRecordingWhole: broadcast.lostFiles === 0,
    }),
  };
}

/** Hangs up on one encoder of a product. */
export function dropEncoder(productId: string, role: EncoderRole, reason: string): void {
  for (const [broadcastId, product] of products) {
    if (product === productId) engine?.find(broadcastId)?.dropFeed(role, reason);
  }
}
