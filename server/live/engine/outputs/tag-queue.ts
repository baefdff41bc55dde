import type { RelayTag } from './relay-tags.ts';

export type QueueBounds = { ms: number; bytes: number };

export const queueBounds: QueueBounds = { ms: 4_000, bytes: 8 * 1024 * 1024 };

/**
 * What waits for a far server. It begins with a keyframe, and when it is full whole groups of pictures
 * go, sound and picture together: what is left begins with a keyframe again. What decoders must know
 * is never lost.
 */
export class TagQueue {
  /** Tags that were left out since the queue was made. */
  dropped = 0;
  #bounds: QueueBounds;
  #tags: RelayTag[] = [];
  #bytes = 0;
  #needsKeyframe = true;
  #hasPicture: boolean;

  constructor(hasPicture: boolean, bounds: QueueBounds = queueBounds) {
    this.#hasPicture = hasPicture;
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The media time that waits, in milliseconds. */
  get spanMs(): number {
    // What decoders must know is kept, however old it is.
    const first = this.#tags.find((tag) => !tag.isConfig);
    const last = this.#tags.at(-1);
    return first && last ? last.atMs - first.atMs : 0;
  }

  /** Another feed follows: its picture begins with a keyframe. */
  restart(hasPicture: boolean): void {
    this.#hasPicture = hasPicture;
    this.#needsKeyframe = true;
  }

  push(tag: RelayTag): void {
    if (!tag.isConfig && this.#needsKeyframe) {
      if (!this.#canBeginWith(tag)) return;
      this.#needsKeyframe = false;
    }
    if (tag.isConfig) this.#forgetOlder(tag);
    this.#tags.push(tag);
    this.#bytes += tag.body.length;
    if (!this.#isFull) return;
    do this.#leaveOut();
    while (this.#isFull && this.#tags.some((one) => !one.isConfig));
  }

  shift(): RelayTag | null {
    const tag = this.#tags.shift() ?? null;
    this.#bytes -= tag?.body.length ?? 0;
    return tag;
  }

  /** Of what nothing follows yet the newest is enough. */
  #forgetOlder({ kind }: RelayTag): void {
    if (this.#tags.some((tag) => !tag.isConfig)) return;
    this.#tags = this.#tags.filter((tag) => tag.kind !== kind);
    this.#bytes = bytesOf(this.#tags);
  }

  get #isFull(): boolean {
    return this.#bytes > this.#bounds.bytes || this.spanMs > this.#bounds.ms;
  }

  #canBeginWith(tag: RelayTag): boolean {
    return this.#hasPicture ? tag.isKeyframe : tag.kind === 'audio';
  }

  /** Up to the next keyframe that waits; when none does, everything up to the next that comes. */
  #leaveOut(): void {
    const first = this.#tags[0]?.isConfig ? this.#tags.findIndex((tag) => !tag.isConfig) : 0;
    const next = this.#tags.findIndex(
      (tag, index) => index > first && !tag.isConfig && this.#canBeginWith(tag),
    );
    const gone = this.#tags.splice(0, next < 0 ? this.#tags.length : next);
    if (next < 0) this.#needsKeyframe = true;
    const configs = newestConfigs(gone);
    this.dropped += gone.length - configs.length;
    this.#tags.unshift(...configs);
    this.#bytes = bytesOf(this.#tags);
  }
}

const bytesOf = (tags: readonly RelayTag[]): number =>
  tags.reduce((sum, tag) => sum + tag.body.length, 0);

function newestConfigs(tags: readonly RelayTag[]): RelayTag[] {
  const newest = new Map<RelayTag['kind'], RelayTag>();
  for (const tag of tags.filter(({ isConfig }) => isConfig)) {
    // In the order in which they came.
    newest.delete(tag.kind);
    newest.set(tag.kind, tag);
  }
  return [...newest.values()];
}
