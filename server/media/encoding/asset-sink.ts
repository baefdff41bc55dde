import type { Readable } from 'node:stream';
import { MediaRefused } from './refusals.rules.ts';

/** Where the results go; names are relative to the asset: `720p/index.m3u8`. */
export type AssetSink = {
  put(name: string, content: Buffer | Readable): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Also when there is no such file. */
  remove(name: string): Promise<void>;
};

/** Counts what goes into a sink, and refuses with `too_large` what would go beyond the limit. */
export class CountingSink {
  bytes: number;
  #sink: AssetSink;
  #most: number;
  #putting = 0;

  constructor(sink: AssetSink, most: number, bytesBefore = 0) {
    this.#sink = sink;
    this.#most = most;
    this.bytes = bytesBefore;
  }

  /** Somebody waits for the storage: no wonder when nothing else moves. */
  get isPutting(): boolean {
    return this.#putting > 0;
  }

  /** Puts what is counted once. `size` is for a stream, whose length is known from elsewhere. */
  async put(name: string, content: Buffer | Readable, size = 0): Promise<void> {
    this.bytes += Buffer.isBuffer(content) ? content.length : size;
    if (this.bytes > this.#most) throw new MediaRefused('too_large', 'results');
    await this.#write(name, content);
  }

  /** Puts a list that is written again and again, and small. */
  rewrite(name: string, content: Buffer | string): Promise<void> {
    return this.#write(name, Buffer.from(content));
  }

  read(name: string): Promise<Buffer | null> {
    return this.#sink.read(name);
  }

  /** Takes back what was put, or a list (`size` 0). */
  async remove(name: string, size: number): Promise<void> {
    await this.#sink.remove(name);
    this.bytes -= size;
  }

  async #write(name: string, content: Buffer | Readable): Promise<void> {
    this.#putting += 1;
    try {
      await this.#sink.put(name, content);
    } finally {
      this.#putting -= 1;
    }
  }
}
