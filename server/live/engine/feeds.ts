import { Feed, type FeedRole, type Remembered } from './feed.ts';

export type FeedsNow = {
  onAir: Feed | null;
  /** Something is shown while no encoder sends: nobody waits for the next feed before a black picture. */
  hasSlate: boolean;
  /** So long without a picture, and a feed counts as silent. */
  handoverMs: number;
};

/** A peer that has been silent for so long makes place for another of its role. */
const makesPlaceMs = 3_000;
const roles: readonly FeedRole[] = ['main', 'backup'];

/** The encoders of one broadcast, and which of them is shown. */
export class Feeds {
  #byRole = new Map<FeedRole, Feed>();
  #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Is there room for a publisher of this role? */
  canTake(role: FeedRole): boolean {
    const feed = this.#byRole.get(role);
    if (!feed || feed.isOver) return true;
    return performance.now() - feed.lastMediaAt > makesPlaceMs && !feed.isPaused;
  }

  add(role: FeedRole, known: { remembered: Remembered | null; pass: string }): Feed {
    this.#byRole.get(role)?.close('Another encoder has taken over.');
    const feed = new Feed(role, { changed: this.#changed }, known);
    this.#byRole.set(role, feed);
    return feed;
  }

  drop(role: FeedRole, reason: string): void {
    this.#byRole.get(role)?.close(reason);
  }

  closeAll(reason: string): void {
    for (const feed of this.#byRole.values()) feed.close(reason);
  }

  /** Those that are connected. */
  get open(): Feed[] {
    return [...this.#byRole.values()].filter((feed) => !feed.isOver);
  }

  /**
   * The feed that should be on air: the main one when it flows, else the backup. One that comes
   * back takes over as one of its keyframes arrives, so that the show neither repeats nor lags;
   * when there is nothing else to show, at once.
   */
  choose({ onAir, hasSlate, handoverMs }: FeedsNow): Feed | null {
    const flows = (feed: Feed | undefined) =>
      feed?.isPaused || performance.now() - (feed?.lastShownAt ?? 0) < handoverMs;
    const ready = roles
      .map((role) => this.#byRole.get(role))
      .filter((feed) => feed !== undefined && !feed.isOver && feed.source !== null);
    const next = ready.find(flows) ?? null;
    if (!next) return hasSlate ? null : (ready[0] ?? null);
    const isAnotherShown = onAir ? onAir !== next && !onAir.isOver && flows(onAir) : hasSlate;
    return isAnotherShown && !next.isFresh ? onAir : next;
  }
}
