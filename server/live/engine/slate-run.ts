import type { Rendition } from './rendition.ts';
import type { Slate, SlateLoop } from './slate.ts';

type SlateRunParts = {
  slate: Slate;
  renditions: readonly Rendition[];
  mapName: string;
  /** Wall clock at which the slate begins for viewers, milliseconds since 1970. */
  shownFromMs: number;
  /** So much of it is due at once: the time since the last picture of the show. */
  dueMs: number;
};

/** As of a run with an encoder: room on the clock before its first sample. */
const startsAtMs = 10_000;
const tickMs = 50;
const frameSamples = 1024;

/** Shows the slate in every rendition, in real time, until it is stopped. Nothing is encoded. */
export class SlateRun {
  #feeders: RenditionFeeder[];
  #beganAt: number;
  #timer: NodeJS.Timeout;

  constructor({ slate, renditions, mapName, shownFromMs, dueMs }: SlateRunParts) {
    this.#beganAt = performance.now() - dueMs;
    this.#feeders = renditions.flatMap((rendition) => {
      const loop = slate.loops.get(rendition.name);
      if (!loop) return [];
      const start = { mapName, shownFromMs, clockMs: startsAtMs, isSlate: true };
      rendition.beginRun(loop.head, start);
      return [new RenditionFeeder(rendition, loop, slate.shape)];
    });
    this.#timer = setInterval(() => this.#go(), tickMs);
    this.#go();
  }

  #go(): void {
    const until = performance.now() - this.#beganAt;
    for (const feeder of this.#feeders) feeder.goTo(until);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Gives one rendition pictures and silence in the order of their times. */
class RenditionFeeder {
  #rendition: Rendition;
  #loop: SlateLoop;
  #pictureMs: number;
  #silenceMs: number;
  #pictures = 0;
  #silences = 0;

  constructor(rendition: Rendition, loop: SlateLoop, shape: Slate['shape']) {
    this.#rendition = rendition;
    this.#loop = loop;
    this.#pictureMs = 1000 / shape.frameRate;
    this.#silenceMs = shape.sound ? (frameSamples * 1000) / shape.sound.sampleRate : 0;
  }

  /** Everything that begins before `untilMs` of the slate's own time. */
  goTo(untilMs: number): void {
    const { pictures, silence } = this.#loop;
    for (;;) {
      const picture = pictures.length > 0 ? this.#pictures * this.#pictureMs : untilMs;
      const sound = silence ? this.#silences * this.#silenceMs : untilMs;
      if (Math.min(picture, sound) >= untilMs) return;
      if (sound < picture) this.#giveSilence(sound);
      else this.#givePicture(picture);
    }
  }

  #givePicture(atMs: number): void {
    const { pictures } = this.#loop;
    const index = this.#pictures % pictures.length;
    this.#pictures += 1;
    this.#give('video', { atMs, isKeyframe: index === 0, bytes: pictures[index] });
  }

  #giveSilence(atMs: number): void {
    this.#silences += 1;
    this.#give('audio', { atMs, isKeyframe: true, bytes: this.#loop.silence ?? undefined });
  }

  #give(
    kind: 'video' | 'audio',
    { atMs, isKeyframe, bytes }: { atMs: number; isKeyframe: boolean; bytes: Buffer | undefined },
  ): void {
    if (!bytes) return;
    const at = startsAtMs + atMs;
    this.#rendition.add({ kind, decodeMs: at, presentMs: at, isKeyframe, bytes });
  }
}
