import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FlvReader } from './flv.ts';
import type { MediaTag } from './publication.ts';
import type { Source } from './source-probe.ts';
import type { Work } from './transcoder-arguments.ts';
import { firstPipe, transcoderArguments } from './transcoder-arguments.ts';
import { type TranscoderInput, transcoderInput } from './transcoder-input.ts';

export type TranscoderEvents = {
  /** A tag of the result on that pipe: the pictures of the work in order, then the sound. */
  made(result: number, tag: MediaTag): void;
};

/** One ffmpeg, from the first tag of a feed to its last. */
export class Transcoder {
  /** Resolves with what ffmpeg complained about, once it and its pipes have ended. */
  readonly finished: Promise<string>;
  isOver = false;
  #child: ChildProcess;
  #stdin: Writable;
  #complaints = '';
  #wants: { video: boolean; audio: boolean };
  #input: TranscoderInput;

  constructor(source: Source, work: Work, events: TranscoderEvents) {
    const results = work.pictures.length + (work.sound ? 1 : 0);
    this.#wants = { video: work.pictures.length > 0, audio: work.sound };
    this.#input = transcoderInput(source, this.#wants);
    this.#child = spawn('ffmpeg', transcoderArguments(source, work, this.#input.format), {
      stdio: ['pipe', 'ignore', 'pipe', ...new Array<'pipe'>(results).fill('pipe')],
    });
    this.#stdin = this.#child.stdin as Writable;
    this.#stdin.on('error', () => undefined);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-2_000);
    });
    for (let result = 0; result < results; result += 1) {
      this.#read(this.#child.stdio[firstPipe + result] as Readable, result, events);
    }
    this.finished = new Promise((resolve) => {
      this.#child.on('error', (error) => this.#end(resolve, String(error)));
      this.#child.on('close', () => this.#end(resolve, this.#complaints));
    });
    this.#stdin.write(this.#input.begin());
  }

  #end(resolve: (complaints: string) => void, complaints: string): void {
    this.isOver = true;
    resolve(complaints);
  }

  #read(pipe: Readable, result: number, events: TranscoderEvents): void {
    const reader = new FlvReader((tag) => events.made(result, tag));
    pipe.on('error', () => undefined);
    pipe.on('data', (bytes: Buffer) => {
      try {
        reader.push(bytes);
      } catch {
        this.kill();
      }
    });
  }

  /**
   * What ffmpeg has no use for is left out. It is never waited for: what it cannot do in time is
   * judged by its delay (`strain.rules.ts`), which bounds what waits here.
   */
  write(tag: MediaTag): void {
    const isWanted = tag.kind === 'video' ? this.#wants.video : this.#wants.audio;
    if (!this.isOver && isWanted) this.#stdin.write(this.#input.carry(tag));
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
