/**
 * When this node wrote last that it is alive, and since when it does so without a pause. Milliseconds, on
 * a clock that nobody sets.
 */
export class Heart {
  readonly #deadAfterMs: number;
  #steadySince = Number.POSITIVE_INFINITY;
  #lastBeat = Number.NEGATIVE_INFINITY;

  constructor(deadAfterMs: number) {
    this.#deadAfterMs = deadAfterMs;
  }

  beat(at: number): void {
    if (at - this.#lastBeat > this.#deadAfterMs) this.#steadySince = at;
    this.#lastBeat = at;
  }

  /**
   * May this node take what others held that are not heard of? After the database was away nobody was
   * heard of, and the first to write again must not rob the rest: it waits as long as they may be silent.
   */
  mayInherit(at: number): boolean {
    const isHeard = at - this.#lastBeat < this.#deadAfterMs;
    return isHeard && at - this.#steadySince > this.#deadAfterMs;
  }
}
