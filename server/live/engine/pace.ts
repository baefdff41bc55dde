const marksEveryMs = 200;
const marksKept = 6;
const allowanceMs = 8_000;
const stallMs = 1_000;
const longestStallMs = 120_000;

/**
 * How fast the media of a feed comes, measured against the clock of this machine. What comes at once
 * at first, or after a stall, is what was waiting; what goes on coming too fast is a file that nobody
 * slowed down, and is held to real time.
 */
export class Pace {
  #leftMs = allowanceMs;
  #last: { at: number; arrived: number } | null = null;
  #marks: { at: number; arrived: number }[] = [];

  /**
   * Media up to `at` (milliseconds of the feed's clock) has come at `arrived` (of the monotonic
   * one). Answers for how many milliseconds nothing more should be taken; mostly 0.
   */
  take(at: number, arrived: number): number {
    const last = this.#last ?? { at, arrived };
    const passedMs = arrived - last.arrived;
    this.#leftMs += passedMs;
    // What an encoder could not send while it stood still may follow as fast as it comes.
    const most =
      passedMs > stallMs ? longestStallMs : Math.max(allowanceMs, this.#leftMs - passedMs);
    this.#leftMs = Math.min(most, this.#leftMs) - Math.max(0, at - last.at);
    this.#last = { at: Math.max(at, last.at), arrived };
    this.#mark(at, arrived);
    return Math.max(0, -this.#leftMs);
  }

  #mark(at: number, arrived: number): void {
    const newest = this.#marks.at(-1);
    const apartMs = newest ? arrived - newest.arrived : marksEveryMs;
    if (apartMs < marksEveryMs) return;
    if (apartMs > stallMs) this.#marks = [];
    this.#marks.push({ at, arrived });
    this.#marks.splice(0, this.#marks.length - marksKept);
  }

  /** Media comes clearly faster than it plays: the encoder is catching up. */
  get isHurried(): boolean {
    const [first] = this.#marks;
    const last = this.#last;
    if (!first || !last) return false;
    return last.at - first.at > (last.arrived - first.arrived) * 1.4 + 500;
  }
}
