import { availableParallelism } from 'node:os';
import pino from 'pino';
import { Temporal } from 'temporal-polyfill';
import { setMediaSource } from '#server/media/index.ts';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db } from '#server/platform/database/index.ts';
import { FileMissing, storage } from '#server/platform/storage/index.ts';
import { findBroadcast, findBroadcastProduct, listLiveBroadcasts } from './broadcasts.queries.ts';
import { storagePrefix, writeLastMedia } from './broadcasts.store.ts';
import { LiveEngine } from './engine/live-engine.ts';
import type { SegmentSink } from './engine/segment-sink.ts';
import { endBroadcast, followBroadcast, type Log } from './follow-broadcast.ts';
import { broadcastHere, noteProduct, runningEngine, setEngine } from './on-air.ts';
import { answerLive, answerRecording } from './serve-broadcast.ts';
import { findEncoderRefusal, welcomeEncoder } from './welcome-encoder.ts';

export type LiveSettings = {
  /** 0 takes a free one. */
  port?: number;
  idleCloseMs?: number;
  handoverMs?: number;
  /** How often the database and the encoders are compared. */
  watchMs?: number;
};

const idleCloseMs = 30 * 60_000;
let watch: NodeJS.Timeout | null = null;
let log: Log = { info: () => undefined, error: () => undefined };

/** Playlists, segments and recordings are answered from here on, engine or not. */
export function serveBroadcasts(): void {
  setMediaSource('live', answerLive);
  setMediaSource('recordings', answerRecording);
}

/**
 * Opens the RTMP port and takes over what an earlier process left on air. Throws `CannotStart`
 * when the port is taken.
 */
export async function startLiveEngine(settings: LiveSettings = {}): Promise<{ port: number }> {
  serveBroadcasts();
  log = pino({ name: 'live', level: config().LOG_LEVEL });
  const closesAfterMs = settings.idleCloseMs ?? idleCloseMs;
  const engine = await LiveEngine.start({
    rtmp: { port: settings.port ?? config().RTMP_PORT },
    settings: {
      ladder: { cores: availableParallelism(), ...ladderWanted() },
      idleCloseMs: closesAfterMs,
      handoverMs: settings.handoverMs ?? 2_000,
    },
    ownerOf: welcomeEncoder,
    sinkOf,
    eventsOf: (broadcastId) => followBroadcast(broadcastId, log),
  }).catch(portTaken);
  setEngine(engine);
  await takeOver(engine);
  watch = setInterval(() => void compare().catch(() => undefined), settings.watchMs ?? 5_000);
  return { port: engine.port };
}

function portTaken(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
  throw new CannotStart(
    `RTMP_PORT ${config().RTMP_PORT} cannot be used (${error.code}). Stop the other program, or choose another port with RTMP_PORT=…`,
  );
}

/** LIVE_LADDER: the heights to encode, instead of what the machine's cores suggest. */
function ladderWanted(): { sides?: number[] } {
  const wanted = config().LIVE_LADDER;
  return wanted ? { sides: wanted.split(',').map(Number) } : {};
}

/** Stops receiving; broadcasts stay live and are taken over by the next process. */
export async function stopLiveEngine(): Promise<void> {
  const engine = runningEngine();
  if (watch) clearInterval(watch);
  watch = null;
  setEngine(null);
  await engine?.stop();
}

/** Segments of a broadcast stand below its own prefix in the storage of the installation. */
export function sinkOf(broadcastId: string): SegmentSink {
  const prefix = storagePrefix(broadcastId);
  return {
    put: (name, bytes) => storage().put(`${prefix}/${name}`, bytes),
    read: async (name) => {
      try {
        return await storage().read(`${prefix}/${name}`);
      } catch (error) {
        if (error instanceof FileMissing) return null;
        throw error;
      }
    },
  };
}

/** What a process before this one left on air goes on, or ends with what was recorded of it. */
async function takeOver(engine: LiveEngine): Promise<void> {
  for (const broadcast of await listLiveBroadcasts(db())) {
    const { id, productId } = broadcast;
    const startedAtMs = msOf(broadcast.startedAt);
    const silentMs = Math.max(0, nowMs() - msOf(broadcast.lastMediaAt ?? broadcast.startedAt));
    noteProduct(id, productId);
    const isBack = await engine.recover(id, { startedAtMs, silentMs }).catch((error: unknown) => {
      log.error({ err: error, broadcastId: id }, 'broadcast cannot be taken over');
      return false;
    });
    if (isBack) {
      log.info({ broadcastId: id, silentMs }, 'broadcast taken over');
    } else {
      await endBroadcast(id, { endedAt: nowText(), reason: 'interrupted' });
    }
  }
}

function msOf(instant: string | null): number {
  return instant ? Temporal.Instant.from(instant).epochMilliseconds : nowMs();
}

/**
 * Every few seconds: notes who has media, hangs up on encoders that lost their right (product or
 * channel withdrawn, owner blocked), and ends here what was ended elsewhere.
 */
async function compare(): Promise<void> {
  const here = runningEngine()?.list() ?? [];
  const fed = here.filter((one) => one.state === 'live' && one.isFed).map((one) => one.id);
  await writeLastMedia(db(), fed, nowText());
  for (const { id, state, isFed } of here) {
    if (state === 'ended') continue;
    const row = await findBroadcast(db(), id);
    if (row?.state === 'ended') {
      await runningEngine()?.end(id, 'stopped');
    } else if (isFed && row) {
      await dropUnwelcome(id, row.productId);
    }
  }
}

async function dropUnwelcome(broadcastId: string, productId: string): Promise<void> {
  const product = await findBroadcastProduct(db(), productId);
  const refusal = product ? await findEncoderRefusal(product) : 'denied';
  if (!refusal || refusal === 'no_ffmpeg' || refusal === 'ended') return;
  const broadcast = broadcastHere(broadcastId);
  for (const { role } of broadcast?.feeds ?? []) {
    broadcast?.dropFeed(role, 'This stream key may no longer be used.');
  }
}
