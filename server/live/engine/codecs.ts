/**
 * Reads what FLV tags say about their codecs: the H.264 parameter set (size, profile) and the AAC
 * configuration. Every reader answers null for bytes that make no sense; none throws.
 */
export type VideoShape = { width: number; height: number; codec: string };
export type AudioShape = { sampleRate: number; channels: number; objectType: number };

export const flvCodec = { avc: 7, aac: 10 } as const;

export type VideoTag = {
  codec: number;
  /** Enhanced RTMP says its codec by four letters; we do not take those yet. */
  isEnhanced: boolean;
  isKeyframe: boolean;
  isConfig: boolean;
};

export function readVideoTag(body: Buffer): VideoTag {
  const first = body[0] ?? 0;
  const codec = first & 0x0f;
  const isConfig = codec === flvCodec.avc && body[1] === 0;
  return {
    codec,
    isEnhanced: (first & 0x80) !== 0,
    isKeyframe:
      (first & 0x70) >> 4 === 1 && !isConfig && !(codec === flvCodec.avc && body[1] === 2),
    isConfig,
  };
}

export function readAudioTag(body: Buffer): { codec: number; isConfig: boolean } {
  const codec = (body[0] ?? 0) >> 4;
  return { codec, isConfig: codec === flvCodec.aac && body[1] === 0 };
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

/** Bits of a NAL unit, with the emulation prevention bytes taken out. */
class Bits {
  #bytes: Buffer;
  #at = 0;

  constructor(nal: Buffer) {
    const kept: number[] = [];
    for (let index = 0; index < nal.length; index += 1) {
      const isGuard = nal[index] === 3 && nal[index - 1] === 0 && nal[index - 2] === 0;
      if (!isGuard || index < 2) kept.push(nal[index] ?? 0);
    }
    this.#bytes = Buffer.from(kept);
  }

  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new RangeError('parameter set is cut off');
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  readUnsigned(): number {
    let zeros = 0;
    while (this.read(1) === 0) {
      zeros += 1;
      if (zeros > 31) throw new RangeError('number is too long');
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }

  readSigned(): number {
    const value = this.readUnsigned();
    return value % 2 === 0 ? -(value / 2) : (value + 1) / 2;
  }
}

/** Profiles that carry a chroma format (ISO 14496-10, 7.3.2.1.1). */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Width and height in pixels from a sequence parameter set; null when it makes no sense. */
export function readSps(sps: Buffer): { width: number; height: number } | null {
  try {
    const bits = new Bits(sps);
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
