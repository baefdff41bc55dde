import { audioFourCcs, videoFourCcs } from './codecs.ts';
import type { MediaTag } from './publication.ts';

/**
 * Enhanced RTMP (versions 1 and 2 of the Veovera specification) in the fewest shapes. Codecs that
 * FLV has a number for become ordinary tags, so that H.264 and AAC pass through however they are
 * named; the others keep their four letters and have two forms left, a configuration and coded media.
 */
export type PlainTag = { tag: MediaTag } | { unknown: string } | null;

const packet = {
  start: 0,
  frames: 1,
  framesUnshifted: 3,
  metadata: 4,
  multitrackSound: 5,
  multitrack: 6,
  modifier: 7,
} as const;
const soundFormat = 9;
const command = 5;
const manyCodecs = 2;

/** What a tag says at its front: frame type or sound format, kind of packet, codec, and the rest. */
type Front = { high: number; kind: number; fourCc: string; rest: Buffer };

/**
 * The tag in its plain form; null when it shows nothing (metadata, commands, an end, tracks after the
 * first); `unknown` names letters that the engine has no codec for. Cut-off tags show nothing.
 */
export function plainTag(tag: MediaTag): PlainTag {
  const { kind, body } = tag;
  const first = body[0] ?? 0;
  if (kind === 'video' && first & 0x80) return plainVideo(tag);
  if (kind === 'audio' && first >> 4 === soundFormat) return plainAudio(tag);
  return { tag };
}

function plainVideo({ kind, timestamp, body }: MediaTag): PlainTag {
  const front = readFront(body, packet.multitrack);
  if (!front) return null;
  const { high, fourCc, rest } = front;
  const frameType = high & 7;
  const isStart = front.kind === packet.start;
  const isMedia = front.kind === packet.frames || front.kind === packet.framesUnshifted;
  if (frameType === command || (!isStart && !isMedia)) return null;
  const codec = videoFourCcs[fourCc];
  if (!codec) return { unknown: fourCc };
  const isH264 = codec === 'h264';
  const hasShift = isH264 || (codec === 'hevc' && isMedia);
  const isShiftMissing = isStart || front.kind === packet.framesUnshifted;
  const shift = hasShift && isShiftMissing ? Buffer.alloc(3) : Buffer.alloc(0);
  const type = isStart ? packet.start : packet.frames;
  const head = isH264
    ? Buffer.from([(frameType << 4) | 7, type])
    : Buffer.concat([Buffer.from([0x80 | (frameType << 4) | type]), Buffer.from(fourCc, 'latin1')]);
  return { tag: { kind, timestamp, body: Buffer.concat([head, shift, rest]) } };
}

/** The sound formats of FLV, with 44 kHz, 16 bits and two channels where those are fixed or unread. */
const flvSound: Record<string, number[]> = { aac: [0xaf], mp3: [0x2f] };

function plainAudio({ kind, timestamp, body }: MediaTag): PlainTag {
  const front = readFront(body, packet.multitrackSound);
  if (!front || front.kind > packet.frames) return null;
  const { fourCc, rest } = front;
  const codec = audioFourCcs[fourCc];
  if (!codec) return { unknown: fourCc };
  const isStart = front.kind === packet.start;
  if (codec === 'mp3' && isStart) return null;
  const older = flvSound[codec];
  const head = older
    ? Buffer.from(codec === 'aac' ? [...older, front.kind] : older)
    : Buffer.concat([Buffer.from([0x90 | front.kind]), Buffer.from(fourCc, 'latin1')]);
  return { tag: { kind, timestamp, body: Buffer.concat([head, rest]) } };
}

/** Reads over modifiers (a nanosecond offset is less than we cut by) and picks the first track. */
function readFront(body: Buffer, multitrack: number): Front | null {
  try {
    const first = body.readUInt8(0);
    let kind = first & 0x0f;
    let at = 1;
    while (kind === packet.modifier) {
      let size = body.readUInt8(at) + 1;
      at += 1;
      if (size === 256) {
        size = body.readUInt16BE(at) + 1;
        at += 2;
      }
      kind = body.readUInt8(at + size) & 0x0f;
      at += size + 1;
    }
    const front = { high: first >> 4, kind };
    if (kind === multitrack) return readFirstTrack(front, body, at);
    const fourCc = body.toString('latin1', at, at + 4);
    return fourCc.length < 4 ? null : { ...front, fourCc, rest: body.subarray(at + 4) };
  } catch {
    return null;
  }
}

/** Of several tracks the one with number 0, which is the default one. */
function readFirstTrack(front: { high: number }, body: Buffer, from: number): Front | null {
  const sort = body.readUInt8(from) >> 4;
  const kind = body.readUInt8(from) & 0x0f;
  let at = from + 1;
  const isShared = sort !== manyCodecs;
  let fourCc = body.toString('latin1', at, at + 4);
  if (isShared) at += 4;
  while (at < body.length) {
    if (!isShared) {
      fourCc = body.toString('latin1', at, at + 4);
      at += 4;
    }
    const track = body.readUInt8(at);
    const size = sort === 0 ? body.length - at - 1 : body.readUIntBE(at + 1, 3);
    at += sort === 0 ? 1 : 4;
    if (track === 0) return { ...front, kind, fourCc, rest: body.subarray(at, at + size) };
    at += size;
  }
  return null;
}
