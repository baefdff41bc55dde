import { audioPayload, readAudioTag, readVideoTag, videoPayload } from './codecs.ts';
import { type FlvParts, flvHeader, flvTag } from './flv.ts';
import { type MatroskaTrack, matroskaFrame, matroskaHead } from './matroska.ts';
import type { MediaTag } from './publication.ts';
import type { Source } from './source-probe.ts';

/**
 * How a feed is given to ffmpeg: FLV for what FLV has numbers for, else Matroska, since ffmpeg before
 * 6.1 cannot read HEVC, AV1, VP9 or Opus in FLV.
 *
 * Fragmented MP4, one fragment a frame, was tried first. It works, but ffmpeg 5.1 keeps an index of
 * every fragment that it has read (some 50 MB an hour with sound; with Matroska its memory stays as it
 * is), and took 0.8 s instead of 0.25 s to the first picture of HEVC.
 */
export type TranscoderInput = {
  format: 'flv' | 'matroska';
  begin(): Buffer;
  carry(tag: MediaTag): Buffer;
};

const nothing = Buffer.alloc(0);
const inFlv = new Set<string>(['h264', 'aac', 'mp3', 'other']);

export function transcoderInput(source: Source, wants: FlvParts): TranscoderInput {
  const codecs = [wants.video && source.video?.codec, wants.audio && source.audio?.codec];
  if (codecs.every((codec) => !codec || inFlv.has(codec))) {
    return { format: 'flv', begin: () => flvHeader(source, wants), carry: flvTag };
  }
  const input = new MatroskaInput(source, wants);
  return { format: 'matroska', begin: () => nothing, carry: (tag) => input.carry(tag) };
}

/** A feed gives its configurations before its first frame; the head is written when that comes. */
class MatroskaInput {
  #source: Source;
  #kinds: ('video' | 'audio')[];
  #configs: { video: Buffer | null; audio: Buffer | null } = { video: null, audio: null };
  #isBegun = false;

  constructor(source: Source, wants: FlvParts) {
    this.#source = source;
    const kinds = ['video', 'audio'] as const;
    this.#kinds = kinds.filter((kind) => wants[kind] && source[kind]);
  }

  carry(tag: MediaTag): Buffer {
    const { kind, body, timestamp } = tag;
    if (kind === 'script') return nothing;
    const { isConfig } = kind === 'video' ? readVideoTag(body) : readAudioTag(body);
    const payload = kind === 'video' ? videoPayload(body) : audioPayload(body);
    if (!payload) return nothing;
    if (isConfig) {
      this.#configs[kind] ??= Buffer.from(payload.bytes);
      return nothing;
    }
    const frame = matroskaFrame({
      track: this.#kinds.indexOf(kind) + 1,
      presentMs: timestamp + payload.shift,
      isKeyframe: kind === 'audio' || readVideoTag(body).isKeyframe,
      bytes: payload.bytes,
    });
    if (this.#isBegun) return frame;
    this.#isBegun = true;
    return Buffer.concat([matroskaHead(this.#tracks()), frame]);
  }

  #tracks(): MatroskaTrack[] {
    const { video, audio } = this.#source;
    return this.#kinds.flatMap((kind): MatroskaTrack[] => {
      if (kind === 'video' && video) {
        const { width, height } = video.shape ?? { width: 640, height: 360 };
        // The record of VP9 says nothing that its pictures do not; Matroska wants it in other words.
        const config = video.codec === 'vp9' ? null : this.#configs.video;
        return [{ kind, codec: video.codec, width, height, config }];
      }
      if (kind === 'audio' && audio) {
        const { sampleRate = 48_000, channels = 2 } = audio.shape ?? {};
        return [{ kind, codec: audio.codec, sampleRate, channels, config: this.#configs.audio }];
      }
      return [];
    });
  }
}
