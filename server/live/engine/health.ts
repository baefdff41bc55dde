import type { Feed } from './feed.ts';

export type Health = {
  bitsPerSecond: number;
  framesPerSecond: number;
  keyframeSeconds: number;
  /** Frames that the encoder left out in the last minute. */
  droppedFrames: number;
};

type Sample = { at: number; bytes: number; frames: number; dropped: number };

const windowMs = 5_000;
const keptMs = 60_000;

/** What the encoder on air sends: averages of the last five seconds, and what the last minute lacks. */
export class HealthMeter {
  #feed: Feed | null = null;
  #samples: Sample[] = [];

  sample(feed: Feed): void {
    if (feed !== this.#feed) this.#samples = [];
    this.#feed = feed;
    const { bytes, frames, dropped } = feed.stats;
    this.#samples.push({ at: performance.now(), bytes, frames, dropped });
    while ((this.#samples[0]?.at ?? 0) < performance.now() - keptMs) this.#samples.shift();
  }

  read(): Health {
    const since = performance.now() - windowMs;
    const first = this.#samples.find(({ at }) => at >= since);
    const last = this.#samples.at(-1);
    const seconds = first && last ? (last.at - first.at) / 1000 : 0;
    const droppedFrames = (last?.dropped ?? 0) - (this.#samples[0]?.dropped ?? 0);
    if (!first || !last || seconds <= 0) {
      return { bitsPerSecond: 0, framesPerSecond: 0, keyframeSeconds: 0, droppedFrames };
    }
    return {
      bitsPerSecond: Math.round(((last.bytes - first.bytes) * 8) / seconds),
      framesPerSecond: Math.round(((last.frames - first.frames) / seconds) * 10) / 10,
      keyframeSeconds: (this.#feed?.stats.keyframeGapMs ?? 0) / 1000,
      droppedFrames,
    };
  }
}
