import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { FeedTag } from './feed.ts';
import { flvHeader, flvTag } from './flv.ts';
import type { RungPlan } from './ladder.rules.ts';
import type { Fragment, Head } from './mp4-boxes.ts';
import { FragmentReader } from './mp4-boxes.ts';
import type { Source } from './source-probe.ts';
import { firstPipe, transcoderArguments } from './transcoder-arguments.ts';

export type TranscoderEvents = {
  head(rung: number, head: Head): void;
  fragment(rung: number, fragment: Fragment): void;
  /** ffmpeg can take more after `write` answered false. */
  drained(): void;
};

/** Where the clock of a run begins, in seconds: room for sound that starts before the picture. */
export const runStartsAt = 10;

/** One ffmpeg, from the first tag of a feed to its last. */
export class Transcoder {
  /** Resolves with what ffmpeg complained about, once it and its pipes have ended. */
  readonly finished: Promise<string>;
  isOver = false;
  #child: ChildProcess;
  #stdin: Writable;
  #complaints = '';
  #firstAt: number | null = null;

  constructor(source: Source, plans: readonly RungPlan[], events: TranscoderEvents) {
    const pipes = plans.map(() => 'pipe' as const);
    this.#child = spawn('ffmpeg', transcoderArguments(source, plans), {
      stdio: ['pipe', 'ignore', 'pipe', ...pipes],
    });
    this.#stdin = this.#child.stdin as Writable;
    this.#stdin.on('error', () => undefined);
    this.#stdin.on('drain', events.drained);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-2_000);
    });
    plans.forEach((_plan, index) => {
      this.#read(this.#child.stdio[firstPipe + index] as Readable, index, events);
    });
    this.finished = new Promise((resolve) => {
      this.#child.on('error', (error) => this.#end(resolve, String(error)));
      this.#child.on('close', () => this.#end(resolve, this.#complaints));
    });
    this.#stdin.write(flvHeader(source));
  }

  #end(resolve: (complaints: string) => void, complaints: string): void {
    this.isOver = true;
    resolve(complaints);
  }

  #read(pipe: Readable, index: number, events: TranscoderEvents): void {
    const reader = new FragmentReader(
      (head) => events.head(index, head),
      (fragment) => events.fragment(index, fragment),
    );
    pipe.on('error', () => undefined);
    pipe.on('data', (bytes: Buffer) => {
      try {
        reader.push(bytes);
      } catch {
        this.kill();
      }
    });
  }

  /** False when ffmpeg has enough to do for now. */
  write(tag: FeedTag): boolean {
    if (this.isOver) return true;
    this.#firstAt ??= tag.at;
    const timestamp = Math.max(0, tag.at - this.#firstAt + runStartsAt * 1000);
    return this.#stdin.write(flvTag({ kind: tag.kind, timestamp, body: tag.body }));
  }

  get isFull(): boolean {
    return this.#stdin.writableNeedDrain;
  }

  /** Lets ffmpeg write what it still holds; kills it when that takes too long. */
  async finish(withinMs = 4_000): Promise<void> {
    this.#stdin.end();
    const late = setTimeout(() => this.kill(), withinMs);
    await this.finished;
    clearTimeout(late);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }
}
