import type { AudioCodec, VideoCodec } from './codecs.ts';
import { readAudioTag, readVideoTag } from './codecs.ts';
import type { Decodable } from './decoders.ts';
import { fitsMatroska } from './matroska.ts';
import { plainTag } from './plain-tags.ts';
import type { EncoderLink, MediaTag, Publication } from './publication.ts';

const words: Partial<Record<VideoCodec | AudioCodec, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  flac: 'FLAC',
};
const pictures = ['h264', 'hevc', 'av1', 'vp9'] as const;
const sounds = ['aac', 'mp3', 'opus', 'ac3', 'eac3', 'flac'] as const;
const passed: ReadonlySet<string> = new Set(['h264', 'aac', 'mp3', 'other']);

/**
 * The door of a publication: tags come through in their plain form, and an encoder whose codec cannot
 * be read is sent away with a sentence that says which can.
 */
export class Reception implements Publication {
  #inner: Publication;
  #decodable: Decodable;
  #link: EncoderLink | null = null;
  #isRefused = false;
  #codecs: { video: VideoCodec | null; audio: AudioCodec | null } = { video: null, audio: null };
  #isDescribed = false;

  constructor(inner: Publication, decodable: Decodable) {
    this.#inner = inner;
    this.#decodable = decodable;
  }

  attach(link: EncoderLink): void {
    this.#link = link;
    this.#inner.attach(link);
  }

  ended(): void {
    this.#inner.ended();
  }

  take(raw: MediaTag): boolean {
    const plain = this.#isRefused ? null : plainTag(raw);
    if (!plain) return true;
    if ('unknown' in plain) return this.#refuse(this.#sentence(raw.kind, plain.unknown));
    const { tag } = plain;
    if (tag.kind === 'script') return this.#inner.take(tag);
    const { codec, isConfig } =
      tag.kind === 'video' ? readVideoTag(tag.body) : readAudioTag(tag.body);
    if (this.#codecs[tag.kind] !== codec) {
      const complaint = this.#meet(tag.kind, codec);
      if (complaint) return this.#refuse(complaint);
    }
    // Pictures of HEVC mean nothing before their description.
    if (codec === 'hevc') this.#isDescribed ||= isConfig;
    return codec === 'hevc' && !this.#isDescribed ? true : this.#inner.take(tag);
  }

  /** Notes a codec that comes for the first time; a sentence when it cannot be taken. */
  #meet(kind: 'video' | 'audio', codec: VideoCodec | AudioCodec): string | null {
    if (!passed.has(codec) && !this.#decodable.has(codec)) {
      return this.#sentence(kind, words[codec] ?? codec);
    }
    if (kind === 'video') this.#codecs.video = codec as VideoCodec;
    else this.#codecs.audio = codec as AudioCodec;
    const { video, audio } = this.#codecs;
    const both = [video, audio].filter((one) => one !== null);
    // What neither FLV nor Matroska carries together with the other.
    const isMixed = both.some((one) => !passed.has(one)) && !both.every(fitsMatroska);
    return isMixed ? 'This picture and this sound do not go together here. Send AAC sound.' : null;
  }

  #sentence(kind: MediaTag['kind'], name: string): string {
    const all = kind === 'video' ? pictures : sounds;
    const good = all.filter((one) => one === all[0] || this.#decodable.has(one));
    const shown = name.replace(/[^\x20-\x7e]/g, '?');
    const what = kind === 'video' ? 'video' : 'sound';
    return `This server cannot take ${shown} ${what}. Send ${good.map((one) => words[one]).join(', ')}.`;
  }

  #refuse(sentence: string): true {
    this.#isRefused = true;
    this.#link?.close(sentence);
    return true;
  }
}
