import { nowMs } from '#server/platform/clock.ts';
import type { Source } from '../source-probe.ts';
import {
  isRefusal,
  type OutputFault,
  type OutputState,
  outputMoves,
  pauseMs,
  provenMs,
  shownWords,
} from './output.rules.ts';
import { AddressRefused, checkedAddresses, type Reach, readOutputUrl } from './output-address.ts';
import type { Relay, RelayListener } from './relay.ts';
import { fourCcOf, type RelayTag } from './relay-tags.ts';
import { type PublisherLimits, RtmpPublisher } from './rtmp-publisher.ts';
import { type QueueBounds, queueBounds, TagQueue } from './tag-queue.ts';

export type OutputTarget = { id: string; url: string; key: string };

export type OutputSettings = PublisherLimits & {
  reach: Reach;
  /** So long without anything on air, and the connection is closed. */
  quietMs: number;
  /** Whoever hangs up within so long of taking a key for the first time has not taken it. */
  doubtMs: number;
  queue?: QueueBounds;
  /** For tests: every pause shortened to so many milliseconds at most. */
  longestPauseMs?: number;
};

export const outputSettings = (reach: Reach): OutputSettings => ({
  reach,
  connectMs: 10_000,
  stallMs: 10_000,
  quietMs: 10_000,
  doubtMs: 3_000,
});

/** Wall clocks in milliseconds. */
export type OutputStatus = {
  state: OutputState;
  sinceMs: number;
  nextTryAtMs: number | null;
  /** Why it waits for its next try; while it sends, that the far side takes less than comes. */
  fault: OutputFault | { code: 'too_slow'; said: '' } | null;
};

const tooSlowShownMs = 30_000;

/** One far server: connects while something is on air, sends it on, and comes back after a failure. */
export class Output implements RelayListener {
  readonly target: OutputTarget;
  #relay: Relay;
  #settings: OutputSettings;
  #changed: () => void;
  #state: OutputState = 'waiting';
  #sinceMs = nowMs();
  #nextTryAtMs: number | null = null;
  #fault: OutputFault | null = null;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;
  #publisher: RtmpPublisher | null = null;
  #queue: TagQueue;
  #sendingSince: number | null = null;
  #droppedAt: number | null = null;
  #baseMs: number | null = null;
  #attempt: symbol | null = null;
  #isEnhanced = false;
  /** The far server has taken a show with this key before. */
  #isKeyGood = false;

  constructor(
    target: OutputTarget,
    parts: { relay: Relay; settings: OutputSettings; changed: () => void },
  ) {
    this.target = target;
    this.#relay = parts.relay;
    this.#settings = parts.settings;
    this.#changed = parts.changed;
    this.#queue = this.#emptyQueue();
    this.#relay.listen(this);
  }

  get status(): OutputStatus {
    return {
      state: this.#state,
      sinceMs: this.#sinceMs,
      nextTryAtMs: this.#nextTryAtMs,
      fault: this.#isTooSlow ? { code: 'too_slow', said: '' } : this.#fault,
    };
  }

  /** For tests: what waits for the far server. */
  get waiting(): { bytes: number; spanMs: number; dropped: number } {
    const { bytes, spanMs, dropped } = this.#queue;
    return { bytes, spanMs, dropped };
  }

  get #isTooSlow(): boolean {
    const at = this.#droppedAt;
    return this.#state === 'sending' && at !== null && performance.now() - at < tooSlowShownMs;
  }

  get #isFlowing(): boolean {
    const { lastTagAt } = this.#relay;
    return lastTagAt !== null && performance.now() - lastTagAt < this.#settings.quietMs;
  }

  /** Takes leave of the far server; nothing is sent any more. */
  stop(): void {
    this.#relay.unlisten(this);
    this.#hangUp();
  }

  /** Called now and then: while no encoder sends, no connection is kept and no try is made. */
  look(): void {
    if (this.#isFlowing || this.#state === 'waiting') return;
    const wasAgreed = this.#nextTryAtMs !== null;
    this.#hangUp();
    this.#failures = 0;
    // A refusal stays in sight: somebody has to do something about it.
    if (this.#state !== 'refused') this.#move('waiting', null);
    else if (wasAgreed) this.#changed();
  }

  began(source: Source): void {
    this.#queue.restart(source.video !== null);
  }

  take(tag: RelayTag): void {
    if (this.#state === 'sending') this.#sendOn(tag);
    else if (this.#state !== 'connecting' && this.#nextTryAtMs === null) this.#try();
  }

  #sendOn(tag: RelayTag): void {
    const codec = fourCcOf(tag);
    if (codec !== null && !this.#takes(codec)) {
      this.#onCodec();
      return;
    }
    const before = this.#queue.dropped;
    this.#queue.push(tag);
    if (this.#queue.dropped > before) this.#noteTooSlow();
    this.#pump();
  }

  #takes(codec: string): boolean {
    const codecs = this.#publisher?.codecs;
    return codecs?.has(codec) === true || codecs?.has('*') === true;
  }

  /** A codec that needs Enhanced RTMP: the far server is asked for it once, then it has refused. */
  #onCodec(): void {
    if (this.#isEnhanced) {
      this.#onFailure({ code: 'codec', said: '' });
      return;
    }
    this.#isEnhanced = true;
    this.#hangUp();
    this.#move('retrying', null);
    this.#try();
  }

  #noteTooSlow(): void {
    const isNew = !this.#isTooSlow;
    this.#droppedAt = performance.now();
    if (isNew) this.#changed();
  }

  #pump(): void {
    while (this.#publisher?.hasRoom) {
      const tag = this.#queue.shift();
      if (!tag) return;
      if (!tag.isConfig) this.#baseMs ??= tag.atMs;
      const timestamp = this.#baseMs === null ? 0 : Math.max(0, tag.atMs - this.#baseMs);
      this.#publisher.send({ kind: tag.kind, timestamp, body: tag.body });
    }
  }

  #try(): void {
    this.#stopTimer();
    this.#move('connecting', null);
    const attempt = Symbol('attempt');
    this.#attempt = attempt;
    void this.#connect(attempt).catch((error: unknown) => {
      if (this.#attempt !== attempt) return;
      const isKnown = error instanceof AddressRefused;
      this.#onFailure(isKnown ? error.fault : { code: 'unreachable', said: '' });
    });
  }

  async #connect(attempt: symbol): Promise<void> {
    const { url, key } = this.target;
    const address = readOutputUrl(url);
    if (!address) throw new AddressRefused('unknown_host');
    const ips = await checkedAddresses(address, this.#settings.reach);
    if (this.#attempt !== attempt) return;
    const target = { address, ips, key, isEnhanced: this.#isEnhanced };
    this.#publisher = new RtmpPublisher(target, this.#settings, {
      ready: () => this.#onReady(),
      drained: () => this.#pump(),
      failed: (fault) => this.#onFailure(fault),
    });
  }

  #onReady(): void {
    this.#queue = this.#emptyQueue();
    this.#baseMs = null;
    this.#droppedAt = null;
    this.#sendingSince = performance.now();
    this.#move('sending', null);
    for (const config of this.#relay.configs) {
      if (this.#state === 'sending') this.#sendOn(config);
    }
  }

  #emptyQueue(): TagQueue {
    return new TagQueue(this.#relay.source?.video != null, this.#settings.queue ?? queueBounds);
  }

  #onFailure({ code, said }: OutputFault): void {
    const since = this.#sendingSince;
    const sentMs = since === null ? 0 : performance.now() - since;
    this.#failures = sentMs > provenMs ? 1 : this.#failures + 1;
    this.#isKeyGood ||= sentMs > this.#settings.doubtMs;
    // Some servers say "start" to everybody, and look at the key only then.
    const isDoubted = code === 'lost' && since !== null && !this.#isKeyGood;
    this.#hangUp();
    const told = shownWords(said, this.target.key);
    const fault: OutputFault = { code: isDoubted ? 'hung_up' : code, said: told };
    const state = isRefusal(fault) ? 'refused' : 'retrying';
    const pause = pauseMs(state, this.#failures, Math.random());
    const waitMs = Math.min(pause, this.#settings.longestPauseMs ?? pause);
    this.#nextTryAtMs = nowMs() + waitMs;
    this.#timer = setTimeout(() => this.#onPauseOver(), waitMs);
    this.#move(state, fault);
  }

  #onPauseOver(): void {
    this.#nextTryAtMs = null;
    if (this.#isFlowing) this.#try();
    else this.look();
  }

  #hangUp(): void {
    this.#stopTimer();
    this.#attempt = null;
    this.#publisher?.close();
    this.#publisher = null;
    this.#sendingSince = null;
    this.#queue = this.#emptyQueue();
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#nextTryAtMs = null;
  }

  #move(state: OutputState, fault: OutputFault | null): void {
    if (!outputMoves[this.#state].includes(state)) {
      throw new Error(`an output cannot go from ${this.#state} to ${state}`);
    }
    this.#state = state;
    this.#fault = fault;
    this.#sinceMs = nowMs();
    this.#changed();
  }
}
