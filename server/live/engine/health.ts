import type { Feed } from './feed.ts';

export type Health = {
  bitsPerSecond: number;
  framesPerSecond: number;
  keyframeSeconds: number;
};

type Sample = { at: number; bytes: number; frames: number };

const windowMs = 5_000;

/** What the encoder on air sends, averaged over the last five seconds. */
export class HealthMeter {
  #feed: Feed | null = null;
  #samples: Sample[] = [];

  sample(feed: Feed): void {
    if (feed !== this.#feed) this.#samples = [];
    this.#feed = feed;
    const { bytes, frames } = feed.stats;
    this.#samples.push({ at: performance.now(), bytes, frames });
    while ((this.#samples[0]?.at ?? 0) < performance.now() - windowMs) this.#samples.shift();
  }

  read(): Health {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    const seconds = first && last ? (last.at - first.at) / 1000 : 0;
    const isSilent = !last || performance.now() - last.at > windowMs;
    if (!first || !last || seconds <= 0 || isSilent) {
      return { bitsPerSecond: 0, framesPerSecond: 0, keyframeSeconds: 0 };
    }
    return {
      bitsPerSecond: Math.round(((last.bytes - first.bytes) * 8) / seconds),
      framesPerSecond: Math.round(((last.frames - first.frames) / seconds) * 10) / 10,
      keyframeSeconds: (this.#feed?.stats.keyframeGapMs ?? 0) / 1000,
    };
  }
}
