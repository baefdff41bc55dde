import type { BroadcastEvents, BroadcastSettings, EndReason } from './broadcast-events.ts';
import { type Decodable, fourCcsOf, listDecodable } from './decoders.ts';
import type { FeedRole } from './feed.ts';
import { LiveBroadcast } from './live-broadcast.ts';
import { LiveOrigin } from './origin.ts';
import type { PublishAnswer, PublishRequest } from './publication.ts';
import { Reception } from './reception.ts';
import type { Certificate, RtmpListener, RtmpListenerOptions } from './rtmp-listener.ts';
import { listenForRtmp } from './rtmp-listener.ts';
import type { SegmentSink } from './segment-sink.ts';

/** To whom a stream key belongs, or why it is refused. */
export type KeyOwner =
  | {
      ok: true;
      broadcastId: string;
      role: FeedRole;
      /** Kept with the feed, so that it can be asked later whether the key still holds. */
      pass: string;
      /** The broadcast has been on air before: only whoever holds it may go on with it. */
      isLive: boolean;
    }
  | { ok: false; reason: 'unknown_key' | 'denied'; message: string };

export type EngineOptions = {
  rtmp: Omit<RtmpListenerOptions, 'authorise' | 'fourCcs'>;
  settings: BroadcastSettings;
  ownerOf(request: PublishRequest): Promise<KeyOwner>;
  sinkOf(broadcastId: string): SegmentSink;
  eventsOf(broadcastId: string): BroadcastEvents;
  /** What fills the slate of this broadcast: JPEG or PNG; null for a dark one. */
  slateOf?(broadcastId: string): Promise<Buffer | null>;
  /** So long after its end a broadcast is still served from memory. */
  lingerMs?: number;
};

const sweepMs = 5_000;

const starting = { ok: false, reason: 'denied', message: 'The server is starting.' } as const;
const ended = { ok: false, reason: 'denied', message: 'This broadcast has ended.' } as const;
const busy = { ok: false, reason: 'busy', message: 'This stream key is already in use.' } as const;

/** All broadcasts of this process, and the door through which encoders come. */
export class LiveEngine {
  readonly port: number;
  /** Where encoders come by TLS; null when they cannot. */
  readonly securePort: number | null;
  #options: EngineOptions;
  #listener: RtmpListener;
  #broadcasts = new Map<string, { broadcast: LiveBroadcast; origin: LiveOrigin }>();
  #sweeper: NodeJS.Timeout;
  #recovering = new Map<string, Promise<boolean>>();
  #isOpen = false;
  #decodable: Decodable;

  private constructor(options: EngineOptions, listener: RtmpListener, decodable: Decodable) {
    this.#options = options;
    this.#listener = listener;
    this.#decodable = decodable;
    this.port = listener.port;
    this.securePort = listener.securePort;
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
  }

  /**
   * Takes the RTMP ports; throws when one is taken. Encoders are told to come back until
   * `welcomeEncoders`: what an earlier process left must be recovered before one of them feeds it.
   */
  static async start(options: EngineOptions): Promise<LiveEngine> {
    let engine: LiveEngine | null = null;
    const decodable = await listDecodable();
    const listener = await listenForRtmp({
      ...options.rtmp,
      fourCcs: fourCcsOf(decodable),
      authorise: async (request) => (engine ? engine.#authorise(request) : starting),
    });
    engine = new LiveEngine(options, listener, decodable);
    return engine;
  }

  /** What encoders are shown by TLS from now on. Throws when it makes no sense. */
  renewCertificate(certificate: Certificate): void {
    this.#listener.renew(certificate);
  }

  welcomeEncoders(): void {
    this.#isOpen = true;
  }

  async #authorise(request: PublishRequest): Promise<PublishAnswer> {
    if (!this.#isOpen) return starting;
    const owner = await this.#options.ownerOf(request);
    if (!owner.ok) return owner;
    const broadcast = this.find(owner.broadcastId) ?? this.#openNew(owner);
    // Its segments are not here: a second broadcast of this name would overwrite them.
    if (!broadcast) return starting;
    if (broadcast.isOver) return ended;
    if (!broadcast.canTake(owner.role)) return busy;
    const feed = broadcast.publish(owner.role, owner.pass);
    return { ok: true, publication: new Reception(feed, this.#decodable) };
  }

  #openNew({ broadcastId, isLive }: { broadcastId: string; isLive: boolean }) {
    return isLive ? null : this.#keep(this.#create(broadcastId));
  }

  #keep(broadcast: LiveBroadcast): LiveBroadcast {
    this.#broadcasts.set(broadcast.id, { broadcast, origin: new LiveOrigin(broadcast) });
    return broadcast;
  }

  #create(id: string): LiveBroadcast {
    const { settings, sinkOf, eventsOf, slateOf } = this.#options;
    const events = eventsOf(id);
    const lingerMs = this.#options.lingerMs ?? 5 * 60_000;
    return new LiveBroadcast(id, {
      sink: sinkOf(id),
      settings,
      slatePicture: async () => (await slateOf?.(id)) ?? null,
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
   * back in time. False when that process had kept nothing of it; throws when storage cannot say.
   */
  async recover(id: string, left: { startedAtMs: number; silentMs: number }): Promise<boolean> {
    if (this.#broadcasts.has(id)) return true;
    const underWay = this.#recovering.get(id);
    if (underWay) return underWay;
    const recovery = this.#recover(id, left).finally(() => this.#recovering.delete(id));
    this.#recovering.set(id, recovery);
    return recovery;
  }

  /** Those of which storage is being asked what there was. */
  get recovering(): string[] {
    return [...this.#recovering.keys()];
  }

  async #recover(id: string, left: { startedAtMs: number; silentMs: number }): Promise<boolean> {
    const broadcast = this.#create(id);
    const isBack = await broadcast.recover(left).catch(async (error: unknown) => {
      await broadcast.suspend();
      throw error;
    });
    if (isBack) this.#keep(broadcast);
    else await broadcast.suspend();
    return isBack;
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

  /** Another process goes on with this broadcast: it is not served here any more. */
  async letGo(id: string): Promise<void> {
    const broadcast = this.find(id);
    this.#broadcasts.delete(id);
    await broadcast?.suspend({ isLost: true });
  }

  /** Stops receiving; broadcasts stay live for the process that comes next. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#sweeper);
    await Promise.all(this.list().map((broadcast) => broadcast.suspend()));
    await this.#listener.close();
  }
}
