const windowMs = 4_000;
/** 96 Mbit/s: more than any encoder sends, and little enough to be kept in memory for a while. */
const mostBytes = 48 * 1024 * 1024;
/** What a tag takes in memory beside its body. */
const tagBytes = 512;

/**
 * How much media a feed sends for the time that it covers. Parts and segments end by the feed's own
 * clock: under one that stands still, or runs back, all that comes would be kept.
 */
export class Weight {
  #fromMs: number | null = null;
  #bytes = 0;

  /** A tag of so many bytes has come for `at` (milliseconds of the feed's clock). False: too much. */
  take(at: number, bytes: number): boolean {
    if (this.#fromMs === null || at - this.#fromMs >= windowMs) {
      this.#fromMs = at;
      this.#bytes = 0;
    }
    this.#bytes += bytes + tagBytes;
    return this.#bytes <= mostBytes;
  }
}
