import type { BroadcastHealth, EncoderRole } from '#contract/live.ts';
import { adviceFor } from './broadcasts.rules.ts';
import type { LiveBroadcast } from './engine/live-broadcast.ts';
import type { LiveEngine } from './engine/live-engine.ts';
import type { Received } from './preflight.rules.ts';

/**
 * What is on air in this process: the engine, and the product of each broadcast. The engine knows
 * nothing of products; this is where both meet.
 */
let engine: LiveEngine | null = null;
const products = new Map<string, string>();
/** What has ended here and whose recording is still being written. */
const finishing = new Set<string>();

export function setEngine(next: LiveEngine | null): void {
  engine = next;
  if (next) return;
  products.clear();
  finishing.clear();
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

export const productHere = (broadcastId: string): string | null =>
  products.get(broadcastId) ?? null;

export function forgetBroadcast(broadcastId: string): void {
  products.delete(broadcastId);
}

/** This process writes the recording of this broadcast to its end, however often storage refuses. */
export const noteFinishing = (broadcastId: string): void => void finishing.add(broadcastId);
export const forgetFinishing = (broadcastId: string): void => void finishing.delete(broadcastId);

/** The broadcasts whose files this process writes. */
export function inHand(): string[] {
  const here = engine?.list().map(({ id }) => id) ?? [];
  return [...here, ...(engine?.recovering ?? []), ...finishing];
}

const sourceOf = (broadcast: LiveBroadcast) =>
  broadcast.feeds.find((feed) => feed.isOnAir)?.feed.source ?? null;

/** What comes of the encoder on air, for the rules; null when the broadcast is not here. */
export function receivedOf(broadcastId: string): Received | null {
  const broadcast = broadcastHere(broadcastId);
  if (!broadcast) return null;
  const source = sourceOf(broadcast);
  const health = broadcast.health.read();
  return {
    ...health,
    receiving: health.bitsPerSecond > 0 && source !== null,
    width: source?.video?.shape?.width ?? 0,
    height: source?.video?.shape?.height ?? 0,
    hasPicture: source?.video != null,
    sourceFrames: source?.video?.frameRate ?? 0,
    hasSound: source?.audio != null,
  };
}

/** How a broadcast of this process is doing; null when it is not here. */
export function healthOf(broadcastId: string): BroadcastHealth | null {
  const broadcast = broadcastHere(broadcastId);
  const received = receivedOf(broadcastId);
  if (!broadcast || !received) return null;
  const { bitsPerSecond, framesPerSecond, keyframeSeconds } = received;
  const encoders = broadcast.feeds.map(({ role, isOnAir, feed }) => ({
    role,
    onAir: isOnAir,
    address: feed.address.replace(/^::ffff:/, ''),
  }));
  return {
    receiving: bitsPerSecond > 0,
    slate: broadcast.isSlateShown,
    bitsPerSecond,
    framesPerSecond,
    keyframeSeconds,
    droppedFrames: received.droppedFrames,
    source: shownSource(broadcast, received),
    encoders,
    renditions: shownRenditions(broadcast),
    advice: adviceFor({
      ...received,
      hasAudio: received.hasSound,
      isRecordingWhole: broadcast.lostFiles === 0,
      hasRest: broadcast.resting.length > 0,
    }),
  };
}

function shownRenditions({ variants, renditions, resting }: LiveBroadcast) {
  return variants.map(({ name, width, height, bandwidth }) => ({
    name,
    width,
    height,
    bitsPerSecond: renditions.find((one) => one.name === name)?.bitsPerSecond ?? bandwidth,
    rests: resting.includes(name),
  }));
}

function shownSource(broadcast: LiveBroadcast, received: Received): BroadcastHealth['source'] {
  const source = sourceOf(broadcast);
  if (!source) return null;
  const { width, height, sourceFrames } = received;
  const { shape = null } = source.audio ?? {};
  const sound = shape && { channels: shape.channels, sampleRate: shape.sampleRate };
  return { width, height, framesPerSecond: sourceFrames, sound };
}

/** Hangs up on one encoder of a product. */
export function dropEncoder(productId: string, role: EncoderRole, reason: string): void {
  for (const [broadcastId, product] of products) {
    if (product === productId) engine?.find(broadcastId)?.dropFeed(role, reason);
  }
}
