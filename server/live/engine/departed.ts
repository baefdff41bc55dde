import type { Segment } from './rendition.ts';

/**
 * Segments that have left the playlist. Each is there for its own length and that of the longest
 * playlist that named it, since somebody may just have read that one.
 */
export class Departed {
  #segments: Segment[] = [];
  #longestSeconds: number;

  constructor(longestSeconds: number) {
    this.#longestSeconds = longestSeconds;
  }

  add(segment: Segment): void {
    this.#segments.push(segment);
    let since = this.#segments.reduce((sum, one) => sum + one.seconds, 0);
    for (let [oldest] = this.#segments; oldest; [oldest] = this.#segments) {
      since -= oldest.seconds;
      if (since < this.#longestSeconds + oldest.seconds) return;
      this.#segments.shift();
    }
  }

  find(sequence: number): Segment | null {
    return this.#segments.find((one) => one.sequence === sequence) ?? null;
  }

  get maps(): string[] {
    return this.#segments.map(({ mapName }) => mapName);
  }
}
