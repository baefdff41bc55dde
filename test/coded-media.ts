import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One frame as an encoder made it, in decoding order, with its times in milliseconds. */
export type CodedFrame = {
  kind: 'video' | 'audio';
  atMs: number;
  shiftMs: number;
  isKeyframe: boolean;
  bytes: Buffer;
};
type CodedTrack = { fourCc: string; config: Buffer };
export type CodedMedia = {
  video: CodedTrack | null;
  audio: CodedTrack | null;
  frames: CodedFrame[];
};

export type Recipe = {
  video?: 'hevc' | 'av1' | 'vp9' | 'h264';
  audio?: 'aac' | 'opus' | 'ac3' | 'eac3' | 'flac' | 'mp3';
  size?: string;
  seconds?: number;
};

const videoEncoders = {
  // With pictures that lean on later ones, so that showing and decoding differ.
  hevc: ['libx265', '-preset', 'ultrafast', '-x265-params', 'bframes=2:log-level=none'],
  av1: ['libsvtav1', '-preset', '12'],
  vp9: ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
  h264: ['libx264', '-preset', 'ultrafast', '-bf', '2'],
};
const audioEncoders = {
  aac: 'aac',
  opus: 'libopus',
  ac3: 'ac3',
  eac3: 'eac3',
  flac: 'flac',
  mp3: 'libmp3lame',
};

/** A moving picture and a tone in the wanted codecs, 25 frames and one keyframe a second. */
export async function makeMedia(recipe: Recipe): Promise<CodedMedia> {
  const { video, audio, size = '320x180', seconds = 5 } = recipe;
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`];
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-nostdin', '-loglevel', 'error', ...(video ? picture : []), ...(audio ? tone : [])],
      ...['-t', String(seconds)],
      ...(video
        ? ['-c:v', ...videoEncoders[video], '-g', '25', '-keyint_min', '25', '-pix_fmt', 'yuv420p']
        : []),
      ...(video === 'hevc' ? ['-tag:v', 'hvc1'] : []),
      ...(audio ? ['-c:a', audioEncoders[audio], '-b:a', '96k', '-ac', '2'] : []),
      ...['-strict', '-2', '-movflags', 'frag_every_frame+empty_moov+delay_moov+default_base_moof'],
      ...['-f', 'mp4', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  );
  return readFragments(stdout);
}

type Box = { type: string; body: Buffer; at: number };

function* boxesOf(bytes: Buffer, from = 0): Generator<Box> {
  for (let at = from; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    const end = at + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, body: bytes.subarray(at + 8, end), at };
  }
}

const all = (bytes: Buffer, type: string): Box[] =>
  [...boxesOf(bytes)].filter((box) => box.type === type);

function inside(bytes: Buffer, ...path: string[]): Buffer {
  return path.reduce((body, type) => {
    const [found] = all(body, type);
    if (!found) throw new Error(`no ${type}`);
    return found.body;
  }, bytes);
}

type Track = { kind: CodedFrame['kind']; scale: number };

/** Fragments hold a frame each, apart from the first, for which ffmpeg waits a while. */
function readFragments(file: Buffer): CodedMedia {
  const media: CodedMedia = { video: null, audio: null, frames: [] };
  const tracks: Track[] = [];
  for (const { body } of all(inside(file, 'moov'), 'trak')) {
    const { kind, scale, ...track } = readTrack(body);
    tracks.push({ kind, scale });
    media[kind] = track;
  }
  for (const moof of all(file, 'moof')) {
    for (const { body } of all(moof.body, 'traf')) {
      const track = tracks[inside(body, 'tfhd').readUInt32BE(4) - 1];
      if (track) media.frames.push(...readRun(body, track, file.subarray(moof.at)));
    }
  }
  media.frames.sort((a, b) => a.atMs - b.atMs);
  return media;
}

function readTrack(trak: Buffer) {
  const kind =
    inside(trak, 'mdia', 'hdlr').toString('latin1', 8, 12) === 'vide' ? 'video' : 'audio';
  const scale = inside(trak, 'mdia', 'mdhd').readUInt32BE(12);
  const [entry] = boxesOf(inside(trak, 'mdia', 'minf', 'stbl', 'stsd'), 8);
  if (!entry) throw new Error('no sample entry');
  const [box] = boxesOf(entry.body, kind === 'video' ? 78 : 28);
  const config = box ? configOf(box) : Buffer.alloc(0);
  const isMp3 = entry.type === 'mp4a' && config.length === 0;
  return { kind: kind as CodedFrame['kind'], scale, fourCc: isMp3 ? '.mp3' : entry.type, config };
}

/** The configuration as RTMP carries it, made from what MP4 keeps. */
function configOf({ type, body }: Box): Buffer {
  if (type === 'esds') {
    // The fifth descriptor, which MP3 has not got.
    const at = body.indexOf(Buffer.from([5, 0x80, 0x80, 0x80]));
    return at < 0 ? Buffer.alloc(0) : body.subarray(at + 5, at + 5 + (body[at + 4] ?? 0));
  }
  if (type === 'dOps') {
    // The same fields as in Ogg, where numbers have their lowest byte first.
    const head = Buffer.concat([Buffer.from('OpusHead'), body]);
    head.writeUInt8(1, 8);
    head.writeUInt16LE(body.readUInt16BE(2), 10);
    head.writeUInt32LE(body.readUInt32BE(4), 12);
    head.writeInt16LE(body.readInt16BE(8), 16);
    return head;
  }
  if (type === 'dfLa') return Buffer.concat([Buffer.from('fLaC'), body.subarray(4)]);
  if (type === 'dac3' || type === 'dec3') return Buffer.alloc(0);
  return type === 'vpcC' ? body.subarray(4) : body;
}

const notSync = 0x10000;
const has = { first: 4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 };

function readRun(traf: Buffer, { kind, scale }: Track, from: Buffer): CodedFrame[] {
  const usual = readDefaults(inside(traf, 'tfhd'));
  let time = Number(inside(traf, 'tfdt').readBigUInt64BE(4));
  const frames: CodedFrame[] = [];
  for (const { body } of all(traf, 'trun')) {
    const given = body.readUInt32BE(0);
    let at = 12;
    const next = (mask: number, otherwise: number): number => {
      if (!(given & mask)) return otherwise;
      at += 4;
      return body.readInt32BE(at - 4);
    };
    const firstFlags = next(has.first, usual.flags);
    let start = body.readUInt32BE(8);
    for (let index = 0; index < body.readUInt32BE(4); index += 1) {
      const duration = next(has.duration, usual.duration);
      const size = next(has.size, usual.size);
      const flags = next(has.flags, index === 0 ? firstFlags : usual.flags);
      const shiftMs = (next(has.shift, 0) * 1000) / scale;
      const bytes = from.subarray(start, start + size);
      const isKeyframe = (flags & notSync) === 0;
      frames.push({ kind, atMs: (time * 1000) / scale, shiftMs, isKeyframe, bytes });
      time += duration;
      start += size;
    }
  }
  return frames;
}

/** What `tfhd` says of each sample that does not say it itself. */
function readDefaults(tfhd: Buffer): { duration: number; size: number; flags: number } {
  const given = tfhd.readUInt32BE(0);
  let at = 8;
  const next = (mask: number): number => {
    if (!(given & mask)) return 0;
    at += 4;
    return tfhd.readUInt32BE(at - 4);
  };
  return { duration: next(8), size: next(0x10), flags: next(0x20) };
}
