import { readAacConfig, readAudioTag, readAvcConfig, readVideoTag } from './codecs.ts';
import type { MediaTag } from './publication.ts';

/** One coded picture, or one frame of sound, with its times in milliseconds on the run's clock. */
export type Sample = {
  kind: 'video' | 'audio';
  decodeMs: number;
  presentMs: number;
  isKeyframe: boolean;
  bytes: Buffer;
};

/** What a decoder must know before the first sample. */
export type TrackConfig =
  | { kind: 'video'; codec: string; width: number; height: number; config: Buffer }
  | { kind: 'audio'; codec: string; sampleRate: number; channels: number; config: Buffer };

export type Track = { config: TrackConfig } | { sample: Sample };

/** So far apart are decoding and showing at most: segments end by one, and take memory by the other. */
const mostShiftMs = 10_000;

/** Reads an FLV tag of H.264 or AAC; null for anything else, and for what makes no sense. */
export function readTag(tag: MediaTag, atMs: number): Track | null {
  if (tag.kind === 'video') return readVideo(tag.body, atMs);
  return tag.kind === 'audio' ? readAudio(tag.body, atMs) : null;
}

function readVideo(body: Buffer, atMs: number): Track | null {
  const { codec, isConfig, isKeyframe } = readVideoTag(body);
  if (codec !== 'h264' || body.length < 6) return null;
  if (isConfig) {
    const config = Buffer.from(body.subarray(5));
    const shape = readAvcConfig(config);
    return shape && { config: { kind: 'video', ...shape, config } };
  }
  if (body[1] !== 1) return null;
  // The distance between decoding and showing is signed, 24 bits.
  const shift = body.readIntBE(2, 3);
  if (Math.abs(shift) > mostShiftMs) return null;
  const bytes = body.subarray(5);
  return {
    sample: { kind: 'video', decodeMs: atMs, presentMs: atMs + shift, isKeyframe, bytes },
  };
}

function readAudio(body: Buffer, atMs: number): Track | null {
  const { codec, isConfig } = readAudioTag(body);
  if (codec !== 'aac' || body.length < 3) return null;
  const rest = body.subarray(2);
  if (!isConfig) {
    const times = { decodeMs: atMs, presentMs: atMs };
    return { sample: { kind: 'audio', ...times, isKeyframe: true, bytes: rest } };
  }
  const shape = readAacConfig(rest);
  if (!shape) return null;
  const { sampleRate, channels, objectType } = shape;
  const codecName = `mp4a.40.${objectType}`;
  return {
    config: { kind: 'audio', codec: codecName, sampleRate, channels, config: Buffer.from(rest) },
  };
}

const samplesPerFrame = 1024;
const driftMs = 60;

/**
 * The clock of AAC frames. Encoders round their times to milliseconds; played as they are, such
 * frames overlap and leave gaps. Each frame follows the one before, unless the times say otherwise
 * by more than 60 ms.
 */
export class SoundClock {
  readonly frameMs: number;
  #nextMs: number | null = null;

  constructor(sampleRate: number) {
    this.frameMs = (samplesPerFrame / sampleRate) * 1000;
  }

  place(sample: Sample): Sample {
    const expected = this.#nextMs ?? sample.decodeMs;
    const isNear = Math.abs(sample.decodeMs - expected) <= driftMs;
    // Sound never runs backwards: a frame that comes too early follows the last one.
    const at = isNear || sample.decodeMs < expected ? expected : sample.decodeMs;
    this.#nextMs = at + this.frameMs;
    return { ...sample, decodeMs: at, presentMs: at };
  }
}
