import { Bits } from './bits.ts';

/**
 * Reads what tags say about their codecs: the H.264 parameter set (size, profile) and the AAC
 * configuration. Every reader answers null for bytes that make no sense; none throws.
 */
export type VideoShape = { width: number; height: number; codec: string };
export type AudioShape = { sampleRate: number; channels: number; objectType: number };

/** What the engine knows by name; `other` is what FLV alone has words for. */
export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9' | 'other';
export type AudioCodec = 'aac' | 'mp3' | 'opus' | 'ac3' | 'eac3' | 'flac' | 'other';

/** Codecs by the numbers of FLV. */
const flvVideo: Record<number, VideoCodec> = { 7: 'h264' };
const flvAudio: Record<number, AudioCodec> = { 2: 'mp3', 10: 'aac', 14: 'mp3' };

/** Codecs by the four letters of Enhanced RTMP. */
export const videoFourCcs: Record<string, VideoCodec> = {
  avc1: 'h264',
  hvc1: 'hevc',
  av01: 'av1',
  vp09: 'vp9',
};
export const audioFourCcs: Record<string, AudioCodec> = {
  mp4a: 'aac',
  '.mp3': 'mp3',
  Opus: 'opus',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  fLaC: 'flac',
};

export type VideoTag = { codec: VideoCodec; isKeyframe: boolean; isConfig: boolean };
export type AudioTag = { codec: AudioCodec; isConfig: boolean };

const fourCcOf = (body: Buffer): string => body.toString('latin1', 1, 5);

/** Is it a tag of Enhanced RTMP that has no older form? See `plain-tags.ts`. */
export const isExVideo = (body: Buffer): boolean => ((body[0] ?? 0) & 0x80) !== 0;
export const isExAudio = (body: Buffer): boolean => (body[0] ?? 0) >> 4 === 9;

export function readVideoTag(body: Buffer): VideoTag {
  const first = body[0] ?? 0;
  const startsAnew = ((first >> 4) & 7) === 1;
  if (isExVideo(body)) {
    const isConfig = (first & 0x0f) === 0;
    const codec = videoFourCcs[fourCcOf(body)] ?? 'other';
    return { codec, isConfig, isKeyframe: startsAnew && !isConfig };
  }
  const codec = flvVideo[first & 0x0f] ?? 'other';
  const isPicture = codec !== 'h264' || body[1] === 1;
  return { codec, isConfig: !isPicture && body[1] === 0, isKeyframe: startsAnew && isPicture };
}

export function readAudioTag(body: Buffer): AudioTag {
  const first = body[0] ?? 0;
  if (isExAudio(body)) {
    const codec = audioFourCcs[fourCcOf(body)] ?? 'other';
    return { codec, isConfig: (first & 0x0f) === 0 };
  }
  const codec = flvAudio[first >> 4] ?? 'other';
  return { codec, isConfig: codec === 'aac' && body[1] === 0 };
}

/** What a tag carries once its own head is taken away: a configuration, or coded media. */
type Payload = {
  bytes: Buffer;
  /** Milliseconds between decoding and showing, signed. */
  shift: number;
};

export function videoPayload(body: Buffer): Payload | null {
  const { codec, isConfig } = readVideoTag(body);
  const head = isExVideo(body) ? 5 : codec === 'h264' ? 2 : 1;
  // The distance is signed, 24 bits; AV1 and VP9 of Enhanced RTMP have none.
  const hasShift = codec === 'h264' || (codec === 'hevc' && !isConfig);
  const start = head + (hasShift ? 3 : 0);
  if (body.length <= start) return null;
  const shift = hasShift && !isConfig ? body.readIntBE(head, 3) : 0;
  return { bytes: body.subarray(start), shift };
}

export function audioPayload(body: Buffer): Payload | null {
  const { codec } = readAudioTag(body);
  const start = isExAudio(body) ? 5 : codec === 'aac' ? 2 : 1;
  return body.length > start ? { bytes: body.subarray(start), shift: 0 } : null;
}

/** From an AVC decoder configuration record (ISO 14496-15, 5.2.4.1). */
export function readAvcConfig(record: Buffer): VideoShape | null {
  if (record.length < 8 || record[0] !== 1) return null;
  const count = (record[5] ?? 0) & 0x1f;
  const length = record.readUInt16BE(6);
  const sps = record.subarray(8, 8 + length);
  if (count < 1 || sps.length < length || length < 4) return null;
  const size = readSps(sps);
  return size ? { ...size, codec: `avc1.${record.toString('hex', 1, 4)}` } : null;
}

/** Profiles that carry a chroma format (ISO 14496-10, 7.3.2.1.1). */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Width and height in pixels from a sequence parameter set; null when it makes no sense. */
export function readSps(sps: Buffer): { width: number; height: number } | null {
  try {
    const bits = Bits.ofNal(sps);
    bits.read(8);
    const profile = bits.read(8);
    bits.read(16);
    bits.readUnsigned();
    const chroma = highProfiles.has(profile) ? skipHighProfile(bits) : 1;
    bits.readUnsigned();
    skipPictureOrder(bits);
    bits.readUnsigned();
    bits.read(1);
    const widthUnits = bits.readUnsigned() + 1;
    const heightUnits = bits.readUnsigned() + 1;
    const frameOnly = bits.read(1);
    if (!frameOnly) bits.read(1);
    bits.read(1);
    const crop = bits.read(1) ? readCrop(bits) : { x: 0, y: 0 };
    const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
    const unitY = (chroma === 1 ? 2 : 1) * (2 - frameOnly);
    const width = widthUnits * 16 - crop.x * unitX;
    const height = heightUnits * 16 * (2 - frameOnly) - crop.y * unitY;
    const makesSense = width >= 16 && height >= 16 && width <= 8192 && height <= 8192;
    return makesSense ? { width, height } : null;
  } catch {
    return null;
  }
}

function readCrop(bits: Bits): { x: number; y: number } {
  const [left, right, top, bottom] = [1, 2, 3, 4].map(() => bits.readUnsigned());
  return { x: (left ?? 0) + (right ?? 0), y: (top ?? 0) + (bottom ?? 0) };
}

function skipHighProfile(bits: Bits): number {
  const chroma = bits.readUnsigned();
  if (chroma === 3) bits.read(1);
  bits.readUnsigned();
  bits.readUnsigned();
  bits.read(1);
  if (!bits.read(1)) return chroma;
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
    if (!bits.read(1)) continue;
    let next = 8;
    let last = 8;
    for (let index = 0; index < (list < 6 ? 16 : 64); index += 1) {
      if (next !== 0) next = (last + bits.readSigned() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
  return chroma;
}

function skipPictureOrder(bits: Bits): void {
  const kind = bits.readUnsigned();
  if (kind === 0) bits.readUnsigned();
  if (kind !== 1) return;
  bits.read(1);
  bits.readSigned();
  bits.readSigned();
  const count = bits.readUnsigned();
  if (count > 255) throw new RangeError('too many reference offsets');
  for (let index = 0; index < count; index += 1) bits.readSigned();
}

const sampleRates = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
];

/** From an AudioSpecificConfig (ISO 14496-3, 1.6.2.1). */
export function readAacConfig(config: Buffer): AudioShape | null {
  if (config.length < 2) return null;
  const bits = new Bits(config);
  try {
    const objectType = bits.read(5);
    const index = bits.read(4);
    const sampleRate = index === 15 ? bits.read(24) : sampleRates[index];
    const channels = bits.read(4);
    return sampleRate ? { sampleRate, channels, objectType } : null;
  } catch {
    return null;
  }
}
