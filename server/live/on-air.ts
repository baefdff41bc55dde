import type { BroadcastHealth, EncoderRole } from '#contract/live.ts';
import { adviceFor } from './broadcasts.rules.ts';
import type { LiveBroadcast } from './engine/live-broadcast.ts';
import type { LiveEngine } from './engine/live-engine.ts';

/**
 * What is on air in this process: the engine, and the product of each broadcast. The engine knows
 * nothing of products; this is where both meet.
 */
let engine: LiveEngine | null = null;
const products = new Map<string, string>();

export function setEngine(next: LiveEngine | null): void {
  engine = next;
  if (!next) products.clear();
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
