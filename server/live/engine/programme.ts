import { nowMs } from '#server/platform/clock.ts';
import type { BroadcastSettings } from './broadcast-events.ts';
import type { Feed } from './feed.ts';
import { Intermission } from './intermission.ts';
import { planRungs } from './ladder.rules.ts';
import type { Relay } from './outputs/relay.ts';
import type { VariantFacts } from './playlists.ts';
import type { Recorder } from './recorder.ts';
import type { Rendition, Segment } from './rendition.ts';
import { alignRenditions, slateShapeOf } from './rendition-set.ts';
import { Run } from './run.ts';
import type { Source } from './source-probe.ts';
import { judgeStrain, nextToRest, type StrainSample, strainSamples } from './strain.rules.ts';

/** An encoder that is back by then needs no slate. */
const slateAfterMs = 1_000;
/** So long after its start a show has its slate made: the first seconds are busy enough. */
const slateMadeAfterMs = 4_000;
/** Of a pause so much is filled at once, and no more. */
const longestDueMs = 4_000;
const longestPauseMs = 10_000;
/** Renditions that rest are tried again with the first run after so long. */
const restMs = 10 * 60_000;
/** Longest distance of keyframes that the target duration has room for. */
const longestGapMs = 4_400;

type ProgrammeParts = {
  settings: BroadcastSettings;
  /** What fills the slate: JPEG or PNG; null for a dark one. */
  slatePicture(): Promise<Buffer | null>;
  noted(what: string, facts?: Record<string, unknown>): void;
  /** A segment has been closed, or is missing in this rendition. */
  recorded(rendition: Rendition, segment: Segment): void;
  /** Something has come of the run. */
  advanced(run: Run): void;
  /** Gets every tag of the feed that is shown. */
  relay: Relay;
};

/** What is to be watched and how: changed by `show`, one change at a time. */
export type Shown = { feed: Feed | null; recorder: Recorder };

/** What a broadcast shows now: the run of a feed, the slate, or nothing; and where it goes. */
export class Programme {
  renditions: Rendition[] = [];
  /** Names of renditions that show another one's picture, since the machine cannot keep up. */
  readonly resting = new Set<string>();
  #parts: ProgrammeParts;
  #intermission: Intermission;
  #run: Run | null = null;
  #strain: StrainSample[] = [];
  #restedAt = 0;
  /** When the last picture came that was shown. */
  #shownAt = performance.now();
  #pauseMs = 500;
  #notBefore = 0;

  constructor(parts: ProgrammeParts) {
    this.#parts = parts;
    this.#intermission = new Intermission({
      picture: parts.slatePicture,
      noted: parts.noted,
    });
  }

  get run(): Run | null {
    return this.#run;
  }

  get onAir(): Feed | null {
    return this.#run?.feed ?? null;
  }

  get hasSlate(): boolean {
    return this.#intermission.isReady;
  }

  get isSlateShown(): boolean {
    return this.#intermission.isShown;
  }

  /** After a crash of ffmpeg there is a pause before the next try. */
  get isPausing(): boolean {
    return performance.now() < this.#notBefore;
  }

  /** From now on this feed is shown; null: nothing, until the slate comes. */
  async show({ feed, recorder }: Shown, { late = false } = {}): Promise<void> {
    await this.stop({ late });
    if (feed && !feed.isOver && feed.source) this.#start(feed, feed.source, recorder);
  }

  async stop({ late = false } = {}): Promise<void> {
    if (this.#intermission.isShown) {
      this.#intermission.end();
      this.#close(performance.now());
    }
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    await run.stop({ late });
    this.#close(run.lastTakenAt);
  }

  #close(shownAt: number): void {
    this.#shownAt = shownAt;
    for (const rendition of this.renditions) rendition.endRun();
    alignRenditions(this.renditions, this.#parts.recorded);
  }

  #start(feed: Feed, source: Source, recorder: Recorder): void {
    const { meta } = recorder;
    if (performance.now() - this.#restedAt > restMs) this.resting.clear();
    const plans = planRungs(meta.rungs, source, this.resting);
    meta.runs += 1;
    const mapName = `init-${meta.epoch}-${meta.runs}.mp4`;
    const run: Run = new Run({
      feed,
      source,
      plans,
      renditions: this.renditions,
      mapName,
      notBeforeMs: this.#shownUntilMs(),
      events: {
        begun: (rendition, head) => recorder.saveMap(rendition.name, mapName, head.bytes),
        advanced: () => this.#parts.advanced(run),
        passed: (tag) => this.#parts.relay.take(tag),
      },
    });
    this.#run = run;
    this.#parts.relay.begin(source);
    this.#strain = [];
    this.#parts.noted('run begins', { feed: feed.role, source, plans });
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
    this.#parts.noted('ffmpeg has ended by itself', { complaints, pauseMs: this.#pauseMs });
    this.#close(run.lastTakenAt);
  }

  /**
   * Looks at the run; called every quarter of a second. `again`: it must be begun anew, since its
   * picture can no longer be passed through or a rendition rests from now on.
   */
  watch(): 'fine' | 'again' | 'late' {
    const run = this.#run;
    if (!run) return 'fine';
    const { source, stats } = run.feed;
    if (run.copies && source?.video && stats.keyframeGapMs > longestGapMs) {
      this.#parts.noted('keyframes too far apart, encoding anew');
      source.video.keyframeSeconds = stats.keyframeGapMs / 1000;
      return 'again';
    }
    if (run.isOutdated) return 'again';
    return run.transcoder ? this.#watchStrain(run) : 'fine';
  }

  #watchStrain(run: Run): 'fine' | 'late' {
    this.#strain.push({ lagMs: run.lagMs, sinceMadeMs: performance.now() - run.lastMadeAt });
    this.#strain.splice(0, this.#strain.length - strainSamples);
    const runMs = performance.now() - run.beganAt;
    const { stuckMs, mayRest = true } = this.#parts.settings;
    const strain = judgeStrain(this.#strain, { runMs, ...(stuckMs ? { stuckMs } : {}) });
    if (strain === 'stuck') {
      this.#parts.noted('ffmpeg is stuck');
      run.transcoder?.kill();
    }
    if (strain !== 'behind' || !mayRest) return 'fine';
    this.#rest(run);
    return 'late';
  }

  #rest(run: Run): void {
    const encoded = run.encodedRungs.filter(({ name }) => !this.resting.has(name));
    const name = nextToRest(encoded, run.copies);
    if (name) this.resting.add(name);
    this.#restedAt = performance.now();
    this.#parts.noted('the machine cannot keep up', { lagMs: run.lagMs, rests: name });
  }

  /** Has the slate made in good time, and shows it when nothing else has been shown for a second. */
  fillPause(variants: readonly VariantFacts[], recorder: Recorder): void {
    const isEarly = this.#run && performance.now() - this.#run.beganAt < slateMadeAfterMs;
    const { meta } = recorder;
    if (!isEarly) this.#intermission.prepare(slateShapeOf(variants, meta.sound));
    const silentMs = performance.now() - this.#shownAt;
    if (this.#run || this.isSlateShown || !this.hasSlate || silentMs < slateAfterMs) return;
    meta.runs += 1;
    this.#intermission.begin({
      renditions: this.renditions,
      mapName: `slate-${meta.epoch}-${meta.runs}.mp4`,
      shownFromMs: this.#shownUntilMs() || nowMs(),
      dueMs: Math.min(silentMs, longestDueMs),
    });
    this.#parts.noted('slate begins', { silentMs: Math.round(silentMs) });
  }
}
