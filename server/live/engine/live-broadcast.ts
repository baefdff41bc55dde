import { nowMs } from '#server/platform/clock.ts';
import type { BroadcastEvents, BroadcastSettings, EndReason } from './broadcast-events.ts';
import type { FeedRole } from './feed.ts';
import { Feed } from './feed.ts';
import { HealthMeter } from './health.ts';
import { chooseLadder, partTarget, planRungs } from './ladder.rules.ts';
import type { VariantFacts } from './playlists.ts';
import { segmentName } from './playlists.ts';
import type { Publication } from './publication.ts';
import type { RecordingEnd } from './recorder.ts';
import { Recorder } from './recorder.ts';
import type { RenditionStart, Segment } from './rendition.ts';
import { Rendition } from './rendition.ts';
import { alignRenditions, variantsOf } from './rendition-set.ts';
import { Run } from './run.ts';
import type { SegmentSink } from './segment-sink.ts';
import type { Source } from './source-probe.ts';

/** TARGETDURATION: passes keyframe intervals of up to 4 s. */
const target = 4;
const tickMs = 250;
const stuckMs = 12_000;
const longestPauseMs = 10_000;
const longestRefusalMs = 60_000;

/** One broadcast: its feeds, the ffmpeg that runs now, its renditions and its recording. */
export class LiveBroadcast {
  readonly id: string;
  state: 'waiting' | 'live' | 'ended' = 'waiting';
  startedAtMs: number | null = null;
  renditions: Rendition[] = [];
  variants: VariantFacts[] = [];
  /** When media was last heard, on the monotonic clock. */
  lastMediaAt = performance.now();
  readonly health = new HealthMeter();
  #sink: SegmentSink;
  #settings: BroadcastSettings;
  #events: BroadcastEvents;
  #feeds = new Map<FeedRole, Feed>();
  #remembered: Feed['memory'] = null;
  #run: Run | null = null;
  #recorder: Recorder | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isTurning = false;
  #isEnding = false;
  #isLeft = false;
  #pauseMs = 500;
  #notBefore = 0;
  #timer: NodeJS.Timeout;

  constructor(
    id: string,
    parts: { sink: SegmentSink; settings: BroadcastSettings; events: BroadcastEvents },
  ) {
    this.id = id;
    this.#sink = parts.sink;
    this.#settings = parts.settings;
    this.#events = parts.events;
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

  /** Ended, or about to: no encoder is taken any more. */
  get isOver(): boolean {
    return this.#isEnding;
  }

  /** Is there room for a publisher of this role? A peer that went silent makes place. */
  canTake(role: FeedRole): boolean {
    const feed = this.#feeds.get(role);
    if (this.#isEnding) return false;
    if (!feed || feed.isOver) return true;
    return performance.now() - feed.lastMediaAt > 3_000 && !feed.isPaused;
  }

  /** `pass` is what let the encoder in: whoever gave it can tell later whether it still holds. */
  publish(role: FeedRole, pass: string): Publication {
    this.#feeds.get(role)?.close('Another encoder has taken over.');
    const known = { remembered: this.#remembered, pass };
    const feed = new Feed(role, { changed: () => this.#tick() }, known);
    this.#feeds.set(role, feed);
    return feed;
  }

  /** Hangs up on an encoder whose key is no longer good. */
  dropFeed(role: FeedRole, reason: string): void {
    this.#feeds.get(role)?.close(reason);
  }

  get isFed(): boolean {
    return [...this.#feeds.values()].some((feed) => !feed.isOver);
  }

  /** Which encoders are connected, and which one is on air. */
  get feeds(): { role: FeedRole; isOnAir: boolean; feed: Feed }[] {
    return [...this.#feeds.values()]
      .filter((feed) => !feed.isOver)
      .map((feed) => ({ role: feed.role, isOnAir: this.#run?.feed === feed, feed }));
  }

  get lostFiles(): number {
    return this.#recorder?.lost ?? 0;
  }

  /** The process of the present run; for fault tests. */
  get transcoderPid(): number | undefined {
    return this.#run?.transcoder?.pid;
  }

  #tick(): void {
    if (this.#isEnding) return;
    const onAir = this.#run?.feed;
    for (const { feed } of this.feeds) {
      if (performance.now() - feed.lastMediaAt < tickMs * 2) this.lastMediaAt = performance.now();
    }
    if (onAir) this.health.sample(onAir);
    this.#watchRun();
    if (performance.now() - this.lastMediaAt > this.#settings.idleCloseMs) {
      void this.end('idle');
      return;
    }
    const wanted = this.#choose();
    if (!this.#isTurning && wanted !== (onAir ?? null))
      void this.#take(() => this.#switchTo(wanted));
  }

  /** One change of feed at a time. */
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
    if (performance.now() < this.#notBefore) return null;
    const ready = (['main', 'backup'] as const)
      .map((role) => this.#feeds.get(role))
      .filter((feed) => feed !== undefined && !feed.isOver && feed.source !== null);
    const flows = (feed: Feed | undefined) =>
      feed?.isPaused || performance.now() - (feed?.lastShownAt ?? 0) < this.#settings.handoverMs;
    return ready.find(flows) ?? ready[0] ?? null;
  }

  /** Ends a run that is stuck, and one whose picture can no longer be passed through. */
  #watchRun(): void {
    const run = this.#run;
    if (!run || this.#isTurning) return;
    const silent = performance.now() - run.lastMadeAt;
    const isFed = performance.now() - run.feed.lastShownAt < 2_000 || run.feed.isPaused;
    if (run.transcoder && silent > (this.#settings.stuckMs ?? stuckMs) && isFed) {
      this.#events.noted('ffmpeg is stuck');
      run.transcoder.kill();
    }
    const { source, stats } = run.feed;
    if (run.copies && source?.video && stats.keyframeGapMs > (target + 0.4) * 1000) {
      this.#events.noted('keyframes too far apart, encoding anew');
      source.video.keyframeSeconds = stats.keyframeGapMs / 1000;
      void this.#take(() => this.#switchTo(run.feed));
    }
  }

  async #switchTo(feed: Feed | null): Promise<void> {
    await this.#stopRun();
    if (feed && !feed.isOver && feed.source && !this.#isEnding) this.#startRun(feed, feed.source);
  }

  async #stopRun(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    await run.stop();
    this.#closeRun();
  }

  #closeRun(): void {
    for (const rendition of this.renditions) rendition.endRun();
    alignRenditions(this.renditions, (rendition, gap) => this.#record(rendition, gap));
  }

  #startRun(feed: Feed, source: Source): void {
    this.#remembered = feed.memory;
    const recorder = this.#prepare(source);
    recorder.meta.runs += 1;
    const mapName = `init-${recorder.meta.epoch}-${recorder.meta.runs}.mp4`;
    const plans = planRungs(recorder.meta.rungs, source);
    const run: Run = new Run({
      feed,
      source,
      plans,
      renditions: this.renditions,
      mapName,
      notBeforeMs: this.#shownUntilMs(),
      events: {
        begun: (rendition, head) => recorder.saveMap(rendition.name, mapName, head.bytes),
        advanced: () => {
          if (this.state === 'waiting') this.#startWhenReady(run, source);
        },
      },
    });
    this.#run = run;
    this.#events.noted('run begins', { feed: feed.role, source, plans });
    run.start();
    void run.transcoder?.finished.then((complaints) => this.#onCrash(run, complaints));
  }

  #shownUntilMs(): number {
    const last = this.renditions[0]?.segments.at(-1);
    return last ? last.startsAtMs + last.seconds * 1000 : 0;
  }

  #onCrash(run: Run, complaints: string): void {
    if (this.#run !== run) return;
    this.#run = null;
    run.feed.unlisten();
    const livedMs = performance.now() - run.beganAt;
    this.#pauseMs = livedMs > 30_000 ? 500 : Math.min(longestPauseMs, this.#pauseMs * 2);
    this.#notBefore = performance.now() + this.#pauseMs;
    this.#events.noted('ffmpeg has ended by itself', { complaints, pauseMs: this.#pauseMs });
    this.#closeRun();
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
    this.renditions = meta.rungs.map(
      ({ name }) =>
        new Rendition(
          name,
          { rules, ...start },
          { segmentClosed: (rendition, segment) => this.#record(rendition, segment) },
        ),
    );
  }

  #record(rendition: Rendition, segment: Segment): void {
    const fileName = segmentName(rendition.rules.epoch, segment.sequence);
    this.#recorder?.add(rendition.name, segment, fileName);
  }

  #startWhenReady(run: Run, source: Source): void {
    const isReady = this.renditions.every((one) => (one.open?.parts.length ?? 0) > 0);
    if (!isReady || !this.#recorder) return;
    const { meta } = this.#recorder;
    meta.variants = variantsOf(this.renditions, meta.rungs, source.video?.frameRate ?? 0);
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
    for (const feed of this.#feeds.values()) feed.close('The broadcast has ended.');
    await this.#take(async () => {
      await this.#stopRun();
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

  /** Lets go without ending, for a process that stops: another one can recover the broadcast. */
  async suspend(): Promise<void> {
    this.#isLeft = true;
    if (this.#isEnding) return this.#turn;
    this.#isEnding = true;
    clearInterval(this.#timer);
    for (const feed of this.#feeds.values()) feed.close('The server restarts, please reconnect.');
    await this.#take(async () => {
      await this.#stopRun();
      await this.#recorder?.flush();
    });
  }
}
