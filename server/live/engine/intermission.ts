import type { Rendition } from './rendition.ts';
import { makeSlate, type Slate, type SlateShape } from './slate.ts';
import { SlateRun } from './slate-run.ts';

type IntermissionParts = {
  /** JPEG or PNG that fills the slate; null: a dark one. Asked once. */
  picture(): Promise<Buffer | null>;
  noted(what: string, facts?: Record<string, unknown>): void;
};

export type IntermissionStart = {
  renditions: readonly Rendition[];
  mapName: string;
  shownFromMs: number;
  dueMs: number;
};

const pausesMs = { first: 2_000, most: 60_000 };

/** What viewers see while no encoder sends: made ahead, shown when it is needed. */
export class Intermission {
  #parts: IntermissionParts;
  #slate: Slate | null = null;
  #making = false;
  #notBefore = 0;
  #pauseMs = pausesMs.first;
  #run: SlateRun | null = null;

  constructor(parts: IntermissionParts) {
    this.#parts = parts;
  }

  get isReady(): boolean {
    return this.#slate !== null;
  }

  get isShown(): boolean {
    return this.#run !== null;
  }

  /** Makes the slate, unless it is there or being made. One that fails is tried again later. */
  prepare(shape: SlateShape): void {
    if (this.#slate || this.#making || performance.now() < this.#notBefore) return;
    this.#making = true;
    void this.#make(shape).finally(() => {
      this.#making = false;
    });
  }

  async #make(shape: SlateShape): Promise<void> {
    try {
      const picture = await this.#parts.picture().catch(() => null);
      this.#slate = await makeSlate(shape, picture);
    } catch (error) {
      this.#parts.noted('the slate could not be made', { error });
      this.#notBefore = performance.now() + this.#pauseMs;
      this.#pauseMs = Math.min(pausesMs.most, this.#pauseMs * 2);
    }
  }

  begin(start: IntermissionStart): void {
    if (this.#slate) this.#run = new SlateRun({ slate: this.#slate, ...start });
  }

  end(): void {
    this.#run?.stop();
    this.#run = null;
  }
}
