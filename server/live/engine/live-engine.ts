import type { FeedRole } from './feed.ts';
import type { BroadcastEvents, BroadcastSettings, EndReason } from './live-broadcast.ts';
import { LiveBroadcast } from './live-broadcast.ts';
import { LiveOrigin } from './origin.ts';
import type { PublishAnswer, PublishRequest } from './publication.ts';
import type { RtmpListener, RtmpListenerOptions } from './rtmp-listener.ts';
import { listenForRtmp } from './rtmp-listener.ts';
import type { SegmentSink } from './segment-sink.ts';

/** To whom a stream key belongs, or why it is refused. */
export type KeyOwner =
  | { ok: true; broadcastId: string; role: FeedRole }
  | { ok: false; reason: 'unknown_key' | 'denied'; message: string };

export type EngineOptions = {
  rtmp: Omit<RtmpListenerOptions, 'authorise'>;
  settings: BroadcastSettings;
  ownerOf(request: PublishRequest): Promise<KeyOwner>;
  sinkOf(broadcastId: string): SegmentSink;
  eventsOf(broadcastId: string): BroadcastEvents;
  /** So long after its end a broadcast is still served from memory. */
  lingerMs?: number;
};

const sweepMs = 5_000;

/** All broadcasts of this process, and the door through which encoders come. */
export class LiveEngine {
  readonly port: number;
  #options: EngineOptions;
  #listener: RtmpListener;
  #broadcasts = new Map<string, { broadcast: LiveBroadcast; origin: LiveOrigin }>();
  #sweeper: NodeJS.Timeout;

  private constructor(
    options: EngineOptions,
    listener: RtmpListener,
    broadcasts: Map<string, { broadcast: LiveBroadcast; origin: LiveOrigin }>,
  ) {
    this.#options = options;
    this.#listener = listener;
    this.#broadcasts = broadcasts;
    this.port = listener.port;
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
  }

  /** Opens the RTMP port. Throws when it is taken. */
  static async start(options: EngineOptions): Promise<LiveEngine> {
    let engine: LiveEngine | null = null;
    const listener = await listenForRtmp({
      ...options.rtmp,
      authorise: async (request) =>
        engine
          ? engine.#authorise(request)
          : { ok: false, reason: 'denied', message: 'The server is starting.' },
    });
    engine = new LiveEngine(options, listener, new Map());
    return engine;
  }

  async #authorise(request: PublishRequest): Promise<PublishAnswer> {
    const owner = await this.#options.ownerOf(request);
    if (!owner.ok) return owner;
    const broadcast = this.#open(owner.broadcastId);
    if (!broadcast.canTake(owner.role)) {
      return { ok: false, reason: 'busy', message: 'This stream key is already in use.' };
    }
    return { ok: true, publication: broadcast.publish(owner.role) };
  }

  #open(id: string): LiveBroadcast {
    const known = this.#broadcasts.get(id);
    if (known && known.broadcast.state !== 'ended') return known.broadcast;
    const broadcast = this.#create(id);
    this.#broadcasts.set(id, { broadcast, origin: new LiveOrigin(broadcast) });
    return broadcast;
  }

  #create(id: string): LiveBroadcast {
    const { settings, sinkOf, eventsOf } = this.#options;
    const events = eventsOf(id);
    const lingerMs = this.#options.lingerMs ?? 5 * 60_000;
    return new LiveBroadcast(id, {
      sink: sinkOf(id),
      settings,
      events: {
        ...events,
        ended: async (end) => {
          await events.ended(end);
          setTimeout(() => this.#forget(id), lingerMs).unref();
        },
      },
    });
  }

  #forget(id: string): void {
    if (this.#broadcasts.get(id)?.broadcast.state === 'ended') this.#broadcasts.delete(id);
  }

  /** A broadcast that never went live and that nobody feeds any more needs no memory. */
  #sweep(): void {
    for (const [id, { broadcast }] of this.#broadcasts) {
      const isIdle = performance.now() - broadcast.lastMediaAt > 60_000;
      if (broadcast.state !== 'waiting' || broadcast.isFed || !isIdle) continue;
      this.#broadcasts.delete(id);
      void broadcast.suspend();
    }
  }

  /**
   * Takes over a broadcast that an earlier process left live: it goes on when its encoder comes
   * back in time. False when that process had kept nothing of it.
   */
  async recover(id: string, left: { startedAtMs: number; silentMs: number }): Promise<boolean> {
    const broadcast = this.#create(id);
    if (!(await broadcast.recover(left))) {
      await broadcast.suspend();
      return false;
    }
    this.#broadcasts.set(id, { broadcast, origin: new LiveOrigin(broadcast) });
    return true;
  }

  find(id: string): LiveBroadcast | null {
    return this.#broadcasts.get(id)?.broadcast ?? null;
  }

  originOf(id: string): LiveOrigin | null {
    return this.#broadcasts.get(id)?.origin ?? null;
  }

  list(): LiveBroadcast[] {
    return [...this.#broadcasts.values()].map(({ broadcast }) => broadcast);
  }

  async end(id: string, reason: EndReason): Promise<void> {
    await this.#broadcasts.get(id)?.broadcast.end(reason);
  }

  /** Stops receiving; broadcasts stay live for the process that comes next. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all(this.list().map((broadcast) => broadcast.suspend()));
    await this.#listener.close();
  }
}
