import type { AudioCodec, AudioShape, VideoCodec, VideoShape } from './codecs.ts';
import { readAudioTag, readVideoTag } from './codecs.ts';
import type { MediaTag } from './publication.ts';
import { audioShapeOf, videoShapeOf } from './shapes.ts';

/** What the first seconds of a feed have shown. */
export type Source = {
  video: null | {
    codec: VideoCodec;
    shape: VideoShape | null;
    frameRate: number;
    /** Longest distance seen between two keyframes; null when there was only one. */
    keyframeSeconds: number | null;
    bitsPerSecond: number;
  };
  audio: null | { codec: AudioCodec; shape: AudioShape | null };
};

// A keyframe interval of 4 s must fit, with some air for encoders that are late.
const patienceMs = 4_600;
const audioPatienceMs = 1_200;

/**
 * Looks at the first tags of a feed until it knows what is coming: after the second keyframe, or
 * when it has seen 4.6 s of media. Times are media times, so a burst is judged like a live stream.
 */
export class SourceProbe {
  #videoCodec: VideoCodec | null = null;
  #videoShape: VideoShape | null = null;
  #audioCodec: AudioCodec | null = null;
  #audioShape: AudioShape | null = null;
  #firstAt: number | null = null;
  #lastAt = 0;
  #keyframes: number[] = [];
  #frames: number[] = [];
  #videoBytes = 0;

  /** `at` is the tag's time in milliseconds, unwrapped. */
  see(tag: MediaTag, at: number): void {
    if (tag.kind === 'script') return;
    this.#firstAt ??= at;
    this.#lastAt = Math.max(this.#lastAt, at);
    if (tag.kind === 'audio') this.#seeAudio(tag.body);
    else this.#seeVideo(tag.body, at);
  }

  #seeAudio(body: Buffer): void {
    const { codec, isConfig } = readAudioTag(body);
    this.#audioCodec = codec;
    if (isConfig) this.#audioShape = audioShapeOf(body);
  }

  #seeVideo(body: Buffer, at: number): void {
    const { codec, isConfig, isKeyframe } = readVideoTag(body);
    this.#videoCodec = codec;
    if (isConfig) {
      this.#videoShape = videoShapeOf(body);
      return;
    }
    // VP9 says its size in its pictures alone, and AV1 may.
    if (isKeyframe) this.#videoShape ??= videoShapeOf(body);
    if (isKeyframe) this.#keyframes.push(at);
    if (this.#keyframes.length === 0) return;
    this.#frames.push(at);
    this.#videoBytes += body.length;
  }

  /** The source, once enough is known; null until then. */
  verdict(): Source | null {
    const seen = this.#firstAt === null ? 0 : this.#lastAt - this.#firstAt;
    const audioKnown = this.#audioKnown() || seen >= audioPatienceMs;
    if (this.#videoCodec === null) {
      return this.#audioKnown() && seen >= audioPatienceMs ? this.#source() : null;
    }
    const intervalKnown = this.#keyframes.length >= 2;
    if (intervalKnown && audioKnown) return this.#source();
    return seen >= patienceMs && this.#keyframes.length > 0 ? this.#source() : null;
  }

  #audioKnown(): boolean {
    return this.#audioCodec !== null && (this.#audioCodec !== 'aac' || this.#audioShape !== null);
  }

  #source(): Source {
    return { video: this.#videoFound(), audio: this.#audioFound() };
  }

  #audioFound(): Source['audio'] {
    const codec = this.#audioCodec;
    return codec !== null && this.#audioKnown() ? { codec, shape: this.#audioShape } : null;
  }

  #videoFound(): Source['video'] {
    if (this.#videoCodec === null) return null;
    const first = this.#frames[0] ?? 0;
    const span = Math.max(1, (this.#frames.at(-1) ?? 0) - first);
    const gaps = this.#keyframes.slice(1).map((at, index) => at - (this.#keyframes[index] ?? at));
    return {
      codec: this.#videoCodec,
      shape: this.#videoShape,
      frameRate: niceFrameRate(((this.#frames.length - 1) * 1000) / span),
      keyframeSeconds: gaps.length > 0 ? Math.max(...gaps) / 1000 : null,
      bitsPerSecond: Math.round((this.#videoBytes * 8000) / span),
    };
  }
}

const usualRates = [10, 12, 15, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60];

/** The usual rate next to a measured one, when it is within 1 %; else the measured one. */
export function niceFrameRate(measured: number): number {
  const byDistance = usualRates.toSorted((a, b) => Math.abs(a - measured) - Math.abs(b - measured));
  const nearest = byDistance[0] ?? measured;
  if (Math.abs(nearest - measured) <= nearest * 0.01) return nearest;
  return Math.min(120, Math.max(1, Math.round(measured * 100) / 100));
}

/**
 * The source with the shape that a new configuration says; null when it says none, or what was known
 * of the source would not hold for it.
 */
export function reshaped({ video, audio }: Source, { kind, body }: MediaTag): Source | null {
  if (kind === 'video') {
    const shape = readVideoTag(body).codec === video?.codec ? videoShapeOf(body) : null;
    return video && shape && { audio, video: { ...video, shape } };
  }
  const shape = readAudioTag(body).codec === audio?.codec ? audioShapeOf(body) : null;
  return audio && shape && { video, audio: { ...audio, shape } };
}
