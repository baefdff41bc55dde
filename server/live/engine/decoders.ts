import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type AudioCodec, audioFourCcs, type VideoCodec, videoFourCcs } from './codecs.ts';

const run = promisify(execFile);

type Codec = Exclude<VideoCodec | AudioCodec, 'other'>;

/** The decoders of ffmpeg that will do. Its own one of AV1 works with a graphics card alone. */
const decodersOf: Record<Codec, readonly string[]> = {
  h264: ['h264'],
  hevc: ['hevc'],
  av1: ['libdav1d', 'libaom-av1', 'libgav1'],
  vp9: ['vp9', 'libvpx-vp9'],
  aac: ['aac', 'libfdk_aac'],
  mp3: ['mp3float', 'mp3'],
  opus: ['opus', 'libopus'],
  ac3: ['ac3'],
  eac3: ['eac3'],
  flac: ['flac'],
};

export type Decodable = ReadonlySet<VideoCodec | AudioCodec>;

/** What the ffmpeg on the path can decode; nothing when there is none. */
export async function listDecodable(): Promise<Decodable> {
  const listing = await run('ffmpeg', ['-hide_banner', '-decoders']).catch(() => ({ stdout: '' }));
  return decodableOf(listing.stdout);
}

export function decodableOf(listing: string): Decodable {
  const names = new Set(listing.split('\n').map((line) => line.trim().split(/\s+/)[1]));
  const codecs = Object.keys(decodersOf) as Codec[];
  return new Set(codecs.filter((codec) => decodersOf[codec].some((name) => names.has(name))));
}

/** Codecs by their four letters, as Enhanced RTMP names them to an encoder. */
export type FourCcs = { video: string[]; audio: string[]; passed: string[] };

/** What an encoder may send: what is passed on as it is, and what can be decoded. */
export function fourCcsOf(decodable: Decodable): FourCcs {
  const passed = ['avc1', 'mp4a'];
  const taken = (known: Record<string, VideoCodec | AudioCodec>) =>
    Object.keys(known).filter(
      (name) => passed.includes(name) || decodable.has(known[name] ?? 'other'),
    );
  return { video: taken(videoFourCcs), audio: taken(audioFourCcs), passed };
}
