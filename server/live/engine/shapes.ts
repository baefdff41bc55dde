import { readAv1Config, readAv1Size } from './av1.ts';
import type { AudioShape, VideoShape } from './codecs.ts';
import {
  audioPayload,
  readAacConfig,
  readAudioTag,
  readAvcConfig,
  readVideoTag,
  videoPayload,
} from './codecs.ts';
import { readHevcConfig } from './hevc.ts';
import { readVp9Size } from './vp9.ts';

const largest = 8192;

/** The size of the picture, from a configuration or a keyframe; null when it does not say. */
export function videoShapeOf(body: Buffer): VideoShape | null {
  const { codec, isConfig } = readVideoTag(body);
  const bytes = videoPayload(body)?.bytes;
  if (!bytes) return null;
  if (codec === 'h264') return isConfig ? readAvcConfig(bytes) : null;
  const size = sizeOf(codec, isConfig, bytes);
  const makesSense =
    size && size.width >= 16 && size.height >= 16 && Math.max(size.width, size.height) <= largest;
  return makesSense ? { ...size, codec } : null;
}

function sizeOf(codec: string, isConfig: boolean, bytes: Buffer) {
  if (codec === 'hevc') return isConfig ? readHevcConfig(bytes) : null;
  if (codec === 'av1') return isConfig ? readAv1Config(bytes) : readAv1Size(bytes);
  return codec === 'vp9' && !isConfig ? readVp9Size(bytes) : null;
}

/** What a configuration says of the sound; null when it does not. */
export function audioShapeOf(body: Buffer): AudioShape | null {
  const { codec, isConfig } = readAudioTag(body);
  const bytes = audioPayload(body)?.bytes;
  if (!bytes || !isConfig) return null;
  if (codec === 'aac') return readAacConfig(bytes);
  if (codec === 'opus') return readOpusHead(bytes);
  return codec === 'flac' ? readFlacHead(bytes) : null;
}

/** The identification header of Opus (RFC 7845, 5.1); it is always decoded at 48 kHz. */
function readOpusHead(bytes: Buffer): AudioShape | null {
  if (bytes.length < 19 || bytes.toString('latin1', 0, 8) !== 'OpusHead') return null;
  return { sampleRate: 48_000, channels: bytes.readUInt8(9), objectType: 0 };
}

/** The mark and the STREAMINFO block of FLAC (RFC 9639, 8.2): 20 bits of rate, 3 of channels. */
function readFlacHead(bytes: Buffer): AudioShape | null {
  if (bytes.length < 4 + 4 + 34 || bytes.toString('latin1', 0, 4) !== 'fLaC') return null;
  const facts = bytes.readUInt32BE(18);
  const sampleRate = facts >>> 12;
  return sampleRate > 0 ? { sampleRate, channels: ((facts >>> 9) & 7) + 1, objectType: 0 } : null;
}
