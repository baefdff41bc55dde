import type { FeedTag } from '../feed.ts';
import type { Source } from '../source-probe.ts';
import { metadataBody } from './publisher-messages.ts';
import { type RelayTag, roleOf } from './relay-tags.ts';

export type RelayListener = {
  /** Another feed, or the same one anew, is on air from here on. */
  began(source: Source): void;
  take(tag: RelayTag): void;
};

/** Connections that hear nothing for so long are closed; no gap on the clock is longer than this. */
export const longestGapMs = 10_000;

/**
 * What is on air, for whoever passes it on: the tags of the feed that viewers see, on one clock that
 * never runs backwards. Listeners are given what passes; they can neither hold it up nor change it.
 */
export class Relay {
  source: Source | null = null;
  /** When a tag last passed, on the monotonic clock; null before the first. */
  lastTagAt: number | null = null;
  #listeners = new Set<RelayListener>();
  #configs = new Map<RelayTag['kind'], RelayTag>();
  #offset: number | null = null;
  #floorMs = 0;
  #lastMs: number | null = null;
  #failed: (error: unknown) => void;

  /** `failed` is told when a listener throws; it is given nothing any more. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** From now on every tag of what is on air is given. */
  listen(listener: RelayListener): void {
    this.#listeners.add(listener);
  }

  unlisten(listener: RelayListener): void {
    this.#listeners.delete(listener);
  }

  /** What a decoder must know of the present feed before its first keyframe. */
  get configs(): RelayTag[] {
    return [...this.#configs.values()];
  }

  /** A run begins: its tags follow those of the one before. */
  begin(source: Source): void {
    this.source = source;
    this.#offset = null;
    this.#configs.clear();
    this.#each((listener) => listener.began(source));
  }

  take({ kind, body, at, arrivedMs }: FeedTag): void {
    if (kind === 'script') return;
    this.lastTagAt = performance.now();
    if (this.#offset === null) {
      this.#offset = this.#continue(arrivedMs) - at;
      this.#sayMetadata();
    }
    const atMs = Math.max(this.#floorMs, at + this.#offset);
    this.#lastMs = Math.max(this.#lastMs ?? atMs, atMs);
    this.#give({ kind, body, atMs, ...roleOf(kind, body) });
  }

  #sayMetadata(): void {
    if (!this.source) return;
    const body = metadataBody(this.source);
    const role = { isConfig: true, isKeyframe: false };
    this.#give({ kind: 'script', body, atMs: this.#floorMs, ...role });
  }

  #give(tag: RelayTag): void {
    if (tag.isConfig) this.#configs.set(tag.kind, tag);
    this.#each((listener) => listener.take(tag));
  }

  /** Whatever goes wrong with one who passes on: the show goes on, and so do the others. */
  #each(tell: (listener: RelayListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener);
      } catch (error) {
        this.#listeners.delete(listener);
        this.#failed(error);
      }
    }
  }

  get #frameMs(): number {
    return Math.ceil(1000 / Math.max(10, this.source?.video?.frameRate ?? 50));
  }

  /**
   * Where the clock stands when a run begins: as late as it came, and a frame after everything before
   * it. Two pictures at nearly the same time are one too many for some players.
   */
  #continue(arrivedMs: number): number {
    const last = this.#lastMs;
    const latest = last === null ? arrivedMs : Math.min(arrivedMs, last + longestGapMs);
    this.#floorMs = last === null ? latest : Math.max(last + this.#frameMs, latest);
    return this.#floorMs;
  }
}
