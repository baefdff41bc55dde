import type { FeedTag } from '#server/live/engine/feed.ts';
import { Relay } from '#server/live/engine/outputs/relay.ts';
import { aSource } from './factories/sources.ts';

const source = aSource({ width: 320, height: 180, frameRate: 25 });

const head = {
  video: Buffer.from([0x17, 0, 0, 0, 0, 1, 0x42, 0xc0]),
  audio: Buffer.from([0xaf, 0, 0x11, 0x90]),
};
const picture = (isKeyframe: boolean, at: number, size = 20) =>
  Buffer.concat([
    Buffer.from([isKeyframe ? 0x17 : 0x27, 1, 0, 0, 0]),
    Buffer.alloc(size, at & 0xff),
  ]);

/** A show without a camera: tags of a feed, as fast as they are wanted. */
export class Show {
  readonly relay = new Relay((error) => this.errors.push(error));
  readonly errors: unknown[] = [];
  at = 0;
  #timer: NodeJS.Timeout | null = null;

  begin(): this {
    this.relay.begin(source);
    this.#give('video', head.video);
    this.#give('audio', head.audio);
    return this;
  }

  /** So many groups of two pictures and their sound, 100 ms each. */
  groups(count: number, size?: number): void {
    for (let one = 0; one < count; one += 1) {
      this.#give('video', picture(true, this.at, size));
      this.at += 50;
      this.#give('audio', Buffer.from([0xaf, 1, this.at & 0xff]));
      this.#give('video', picture(false, this.at, size));
      this.at += 50;
    }
  }

  play(): this {
    this.#timer = setInterval(() => this.groups(1), 20);
    return this;
  }

  pause(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #give(kind: FeedTag['kind'], body: Buffer): void {
    const { at } = this;
    this.relay.take({ kind, body, at, timestamp: at, arrivedMs: 1_000_000 + at });
  }
}
