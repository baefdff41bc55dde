import { nowMs } from '#server/platform/clock.ts';
import type { BroadcastEvents, BroadcastSettings, EndReason } from './broadcast-events.ts';
import type { Feed, FeedRole } from './feed.ts';
import { Feeds } from './feeds.ts';
import { HealthMeter } from './health.ts';
import { chooseLadder, partTarget } from './ladder.rules.ts';
import { Relay } from './outputs/relay.ts';
import type { VariantFacts } from './playlists.ts';
import { segmentName } from './playlists.ts';
import { Programme } from './programme.ts';
import type { Publication } from './publication.ts';
import type { RecordingEnd } from './recorder.ts';
import { Recorder } from './recorder.ts';
import type { RenditionStart, Segment } from './rendition.ts';
import { Rendition } from './rendition.ts';
import { soundOf, variantsOf } from './rendition-set.ts';
import type { Run } from './run.ts';
import type { SegmentSink } from './segment-sink.ts';
import type { Source } from './source-probe.ts';

/** TARGETDURATION: passes keyframe intervals of up to 4 s. */
const target = 4;
const tickMs = 250;
const longestRefusalMs = 60_000;

type BroadcastParts = {
  sink: SegmentSink;
  settings: BroadcastSettings;
  events: BroadcastEvents;
  /** What fills the slate: JPEG or PNG; null for a dark one. */
  slatePicture?(): Promise<Buffer | null>;
};

/** One broadcast: its feeds, what is shown of them, and its recording. */
export class LiveBroadcast {
  readonly id: string;
  state: 'waiting' | 'live' | 'ended' = 'waiting';
  startedAtMs: number | null = null;
  variants: VariantFacts[] = [];
  /** When media was last heard, on the monotonic clock. */
  lastMediaAt = performance.now();
  readonly health = new HealthMeter();
  /** What is on air, for outputs. */
  readonly relay = new Relay((error) => this.#events.noted('an output failed', { error }));
  #sink: SegmentSink;
  #settings: BroadcastSettings;
  #events: BroadcastEvents;
  #feeds = new Feeds(() => this.#tick());
  #remembered: Feed['memory'] = null;
  #programme: Programme;
  #recorder: Recorder | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isTurning = false;
  #isEnding = false;
  #isLeft = false;
  #timer: NodeJS.Timeout;

  constructor(id: string, parts: BroadcastParts) {
    this.id = id;
    this.#sink = parts.sink;
    this.#settings = parts.settings;
    this.#events = parts.events;
    this.#programme = new Programme({
      settings: parts.settings,
      slatePicture: parts.slatePicture ?? (async () => null),
      noted: parts.events.noted,
      recorded: (rendition, segment) => this.#record(rendition, segment),
      advanced: (run) => this.#startWhenReady(run),
      relay: this.relay,
    });
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Goes on with what an earlier process left. False when nothing was kept. */
  async recover(left: { startedAtMs: number; silentMs: number }): Promise<boolean> {
    const recorder = await Recorder.recover(this.#sink);
    if (!recorder) return false;
    this.#recorder = recorder;
    const { sequence, discontinuity } = recorder.beginEpoch();
    this.variants = recorder.meta.variants;
    this.#makeRenditions({ sequence, discontinuity, isContinued: true });
    // Written before anything is shown: the process after this one counts on from here.
    await recorder.flush();
    this.state = 'live';
    this.startedAtMs = left.startedAtMs;
    this.lastMediaAt = performance.now() - left.silentMs;
    return true;
  }

  get renditions(): Rendition[] {
    return this.#programme.renditions;
  }

  get hasSlate(): boolean {
    return this.#programme.hasSlate;
  }

  /** No encoder sends: viewers see the slate. */
  get isSlateShown(): boolean {
    return this.#programme.isSlateShown;
  }

  /** Names of renditions that rest, since the machine cannot keep up. */
  get resting(): string[] {
    return [...this.#programme.resting];
  }

  /** Ended, or about to: no encoder is taken any more. */
  get isOver(): boolean {
    return this.#isEnding;
  }

  /** Is there room for a publisher of this role? A peer that went silent makes place. */
  canTake(role: FeedRole): boolean {
    return !this.#isEnding && this.#feeds.canTake(role);
  }

  /** `pass` is what let the encoder in: whoever gave it can tell later whether it still holds. */
  publish(role: FeedRole, pass: string): Publication {
    return this.#feeds.add(role, { remembered: this.#remembered, pass });
  }

  /** Hangs up on an encoder whose key is no longer good. */
  dropFeed(role: FeedRole, reason: string): void {
    this.#feeds.drop(role, reason);
  }

  get isFed(): boolean {
    return this.#feeds.open.length > 0;
  }

  /** Which encoders are connected, and which one is on air. */
  get feeds(): { role: FeedRole; isOnAir: boolean; feed: Feed }[] {
    const { onAir } = this.#programme;
    return this.#feeds.open.map((feed) => ({ role: feed.role, isOnAir: onAir === feed, feed }));
  }

  get lostFiles(): number {
    return this.#recorder?.lost ?? 0;
  }

  /** The process of the present run; for fault tests. */
  get transcoderPid(): number | undefined {
    return this.#programme.run?.transcoder?.pid;
  }

  #tick(): void {
    if (this.#isEnding) return;
    const { onAir } = this.#programme;
    for (const feed of this.#feeds.open) {
      if (performance.now() - feed.lastMediaAt < tickMs * 2) this.lastMediaAt = performance.now();
    }
    if (onAir) this.health.sample(onAir);
    if (performance.now() - this.lastMediaAt > this.#settings.idleCloseMs) {
      void this.end('idle');
      return;
    }
    if (this.#isTurning) return;
    const verdict = this.#programme.watch();
    const wanted = this.#choose();
    if (wanted !== onAir) this.#show(wanted);
    else if (verdict !== 'fine') this.#show(onAir, { late: verdict === 'late' });
    else if (this.#recorder && this.state === 'live') {
      this.#programme.fillPause(this.variants, this.#recorder);
    }
  }

  #show(feed: Feed | null, how: { late?: boolean } = {}): void {
    void this.#take(async () => {
      if (this.#isEnding) return;
      if (feed) this.#remembered = feed.memory;
      const recorder = feed?.source ? this.#prepare(feed.source) : this.#recorder;
      if (recorder) await this.#programme.show({ feed, recorder }, how);
    });
  }

  /** One change at a time. */
  #take(change: () => Promise<void>): Promise<void> {
    this.#isTurning = true;
    this.#turn = this.#turn
      .then(change)
      .catch((error: unknown) => this.#events.noted('change of feed failed', { error }))
      .finally(() => {
        this.#isTurning = false;
      });
    return this.#turn;
  }

  #choose(): Feed | null {
    if (this.#programme.isPausing) return null;
    const { onAir, hasSlate } = this.#programme;
    const { handoverMs } = this.#settings;
    return this.#feeds.choose({ onAir, hasSlate: hasSlate && this.state === 'live', handoverMs });
  }

  #prepare(source: Source): Recorder {
    if (this.#recorder) return this.#recorder;
    const frameSeconds = source.video ? 1 / source.video.frameRate : 1024 / 48_000;
    this.#recorder = new Recorder(this.#sink, {
      rungs: chooseLadder(source, this.#settings.ladder),
      variants: [],
      target,
      partTarget: partTarget(frameSeconds),
      epoch: 0,
      runs: 0,
      from: { sequence: 0, discontinuity: 0 },
    });
    this.#makeRenditions({ sequence: 0, discontinuity: 0, isContinued: false });
    return this.#recorder;
  }

  #makeRenditions(start: Omit<RenditionStart, 'rules'>): void {
    const meta = this.#recorder?.meta;
    if (!meta) return;
    const rules = { partTarget: meta.partTarget, target: meta.target, epoch: meta.epoch };
    const segmentClosed = (rendition: Rendition, segment: Segment) =>
      this.#record(rendition, segment);
    this.#programme.renditions = meta.rungs.map(
      ({ name }) => new Rendition(name, { rules, ...start }, { segmentClosed }),
    );
  }

  #record(rendition: Rendition, segment: Segment): void {
    const fileName = segmentName(rendition.rules.epoch, segment.sequence);
    if (segment.isSlate) this.#recorder?.noteSlate(segment);
    else this.#recorder?.add(rendition.name, segment, fileName);
  }

  #startWhenReady(run: Run): void {
    const { renditions } = this;
    const isReady = renditions.every((one) => (one.open?.parts.length ?? 0) > 0);
    if (this.state !== 'waiting' || !isReady || !this.#recorder) return;
    const { meta } = this.#recorder;
    const { resting } = this.#programme;
    meta.variants = variantsOf(renditions, meta.rungs, { source: run.source, resting });
    meta.sound = soundOf(renditions);
    this.variants = meta.variants;
    this.#recorder.saveMeta();
    this.state = 'live';
    this.startedAtMs = run.shownFromMs ?? nowMs();
    this.#events.started({ startedAtMs: this.startedAtMs });
  }

  /** Ends the show for good and makes its recording. Later calls wait for the first. */
  async end(reason: EndReason): Promise<void> {
    if (this.#isEnding) return this.#turn;
    this.#isEnding = true;
    clearInterval(this.#timer);
    this.#feeds.closeAll('The broadcast has ended.');
    await this.#take(async () => {
      await this.#programme.stop();
      for (const rendition of this.renditions) rendition.end();
      const recorder = this.startedAtMs === null ? null : this.#recorder;
      const recording = recorder && (await this.#finish(recorder));
      this.state = 'ended';
      await this.#events.ended({ endedAtMs: nowMs(), reason, recording });
      if (recorder && !recording) void this.#finishLater(recorder);
    });
  }

  #finish(recorder: Recorder): Promise<RecordingEnd | null> {
    return recorder.finish().catch((error: unknown) => {
      this.#events.noted('the recording could not be finished', { error });
      return null;
    });
  }

  /** Storage that refuses the playlists now may take them later. */
  async #finishLater(recorder: Recorder): Promise<void> {
    for (let pauseMs = 500; ; pauseMs = Math.min(longestRefusalMs, pauseMs * 2)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
      if (this.#isLeft) return;
      const recording = await this.#finish(recorder);
      if (recording) return this.#events.recorded(recording);
    }
  }

  /**
   * Lets go without ending, for a process that stops: another one can recover the broadcast. `isLost`:
   * another one has done so already, and its files are not ours to write any more.
   */
  async suspend({ isLost = false } = {}): Promise<void> {
    this.#isLeft = true;
    if (isLost) this.#recorder?.abandon();
    if (this.#isEnding) return this.#turn;
    this.#isEnding = true;
    clearInterval(this.#timer);
    this.#feeds.closeAll('The server restarts, please reconnect.');
    await this.#take(async () => {
      await this.#programme.stop();
      await this.#recorder?.flush();
    });
  }
}
