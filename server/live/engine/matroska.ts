import type { AudioCodec, VideoCodec } from './codecs.ts';

/**
 * Writes Matroska as ffmpeg reads it from a pipe: a head that describes the tracks, then one cluster
 * for each frame. It carries the configurations of RTMP as they are, and times in milliseconds.
 */
export type MatroskaTrack = { config: Buffer | null } & (
  | { kind: 'video'; codec: VideoCodec; width: number; height: number }
  | { kind: 'audio'; codec: AudioCodec; sampleRate: number; channels: number }
);

const codecNames: Partial<Record<VideoCodec | AudioCodec, string>> = {
  h264: 'V_MPEG4/ISO/AVC',
  hevc: 'V_MPEGH/ISO/HEVC',
  av1: 'V_AV1',
  vp9: 'V_VP9',
  aac: 'A_AAC',
  mp3: 'A_MPEG/L3',
  opus: 'A_OPUS',
  ac3: 'A_AC3',
  eac3: 'A_EAC3',
  flac: 'A_FLAC',
};

export const fitsMatroska = (codec: VideoCodec | AudioCodec): boolean => codec in codecNames;

/** Element ids of RFC 9559. */
const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const nanosecondsPerUnit = 1_000_000;
const unknownSize = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
const keyframe = 0x80;

function bytesOf(value: number): Buffer {
  const length = Math.max(1, Math.ceil((32 - Math.clz32(value)) / 8));
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** A size of four bytes: 28 bits with a mark in front. */
function sizeOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((0x10000000 | length) >>> 0);
  return bytes;
}

function element(name: keyof typeof id, ...content: (Buffer | string | number)[]): Buffer {
  const parts = content.map((part) => {
    if (typeof part === 'number') return bytesOf(part);
    return typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
  });
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([bytesOf(id[name]), sizeOf(size), ...parts]);
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** Everything before the first frame; the tracks are numbered from 1 in the order given. */
export function matroskaHead(tracks: readonly MatroskaTrack[]): Buffer {
  const ebml = element(
    'ebml',
    element('docType', 'matroska'),
    element('docTypeVersion', 4),
    element('docTypeReadVersion', 2),
  );
  const info = element('info', element('timestampScale', nanosecondsPerUnit));
  const entries = tracks.map((track, index) =>
    element(
      'trackEntry',
      element('trackNumber', index + 1),
      element('trackUid', index + 1),
      element('trackType', track.kind === 'video' ? 1 : 2),
      element('codecId', codecNames[track.codec] ?? ''),
      ...(track.config ? [element('codecPrivate', track.config)] : []),
      shapeOf(track),
    ),
  );
  return Buffer.concat([
    ebml,
    bytesOf(id.segment),
    unknownSize,
    info,
    element('tracks', ...entries),
  ]);
}

function shapeOf(track: MatroskaTrack): Buffer {
  if (track.kind === 'video') {
    const { width, height } = track;
    return element('video', element('pixelWidth', width), element('pixelHeight', height));
  }
  const { sampleRate, channels } = track;
  const rate = element('samplingFrequency', float(sampleRate));
  return element('audio', rate, element('channels', channels));
}

/** One frame in a cluster of its own, shown at that many milliseconds (32 bits at most). */
export function matroskaFrame(frame: {
  track: number;
  presentMs: number;
  isKeyframe: boolean;
  bytes: Buffer;
}): Buffer {
  const { track, presentMs, isKeyframe, bytes } = frame;
  // The track as a number with a mark in front, the distance from the cluster, the flags.
  const head = Buffer.from([0x80 | track, 0, 0, isKeyframe ? keyframe : 0]);
  const block = [bytesOf(id.simpleBlock), sizeOf(head.length + bytes.length), head, bytes];
  const time = element('timestamp', Math.max(0, Math.round(presentMs)));
  const size = [time, ...block].reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([bytesOf(id.cluster), sizeOf(size), time, ...block]);
}
