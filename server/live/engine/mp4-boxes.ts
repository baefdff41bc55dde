import type { TrackConfig } from './samples.ts';

/**
 * Writes fragmented MP4 (ISO 14496-12 and -15): a head that describes the tracks, then fragments
 * with the samples of a part.
 */
export type Head = { bytes: Buffer; tracks: TrackConfig[] };

export type FragmentTrack = {
  /** 1 for the first track of the head, 2 for the second. */
  id: number;
  kind: 'video' | 'audio';
  /** Decoding time of the first sample, in units of the track's timescale. */
  decodeAt: number;
  samples: { duration: number; shift: number; isKeyframe: boolean; bytes: Buffer }[];
};

/** Units per second: RTMP's milliseconds are whole numbers of them. */
export const videoTimescale = 90_000;

export const timescaleOf = (track: TrackConfig): number =>
  track.kind === 'video' ? videoTimescale : track.sampleRate;

export type Piece = Buffer | number[] | string;

export const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
export const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
export const u64 = (value: number): number[] => [
  ...u32(Math.floor(value / 2 ** 32)),
  ...u32(value >>> 0),
];
export const zeros = (count: number): number[] => new Array<number>(count).fill(0);

export function box(type: string, ...pieces: Piece[]): Buffer {
  const parts = pieces.map((piece) =>
    typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece),
  );
  const size = 8 + parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from(u32(size)), Buffer.from(type, 'latin1'), ...parts]);
}

export const fullBox = (type: string, flags: number, ...pieces: Piece[]): Buffer =>
  box(type, u32(flags), ...pieces);

export const matrix = [
  ...[...u32(0x10000), ...zeros(12)],
  ...[...u32(0x10000), ...zeros(12)],
  ...u32(0x40000000),
];

/** `ftyp` and `moov` of up to one picture and one sound track. */
export function writeHead(tracks: TrackConfig[]): Head {
  const ftyp = box('ftyp', 'iso6', u32(1), 'iso6', 'mp41', 'dash');
  const mvhd = fullBox(
    'mvhd',
    0,
    [...zeros(8), ...u32(1000), ...zeros(4), ...u32(0x10000), ...u16(0x100), ...zeros(10)],
    [...matrix, ...zeros(24), ...u32(tracks.length + 1)],
  );
  const extends_ = tracks.map((_track, index) =>
    fullBox('trex', 0, u32(index + 1), u32(1), zeros(12)),
  );
  const moov = box('moov', mvhd, ...tracks.map(writeTrack), box('mvex', ...extends_));
  return { bytes: Buffer.concat([ftyp, moov]), tracks };
}

function writeTrack(track: TrackConfig, index: number): Buffer {
  const isVideo = track.kind === 'video';
  const size = isVideo ? [...u32(track.width * 0x10000), ...u32(track.height * 0x10000)] : zeros(8);
  const tkhd = fullBox(
    'tkhd',
    3,
    [...zeros(8), ...u32(index + 1), ...zeros(8), ...zeros(8), ...u16(0), ...u16(0)],
    [...u16(isVideo ? 0 : 0x100), ...u16(0), ...matrix, ...size],
  );
  const mdhd = fullBox('mdhd', 0, zeros(8), u32(timescaleOf(track)), zeros(4), u16(0x55c4), u16(0));
  const purpose = isVideo ? 'vide' : 'soun';
  const hdlr = fullBox('hdlr', 0, zeros(4), purpose, zeros(12), [0]);
  const media = isVideo ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4));
  const dref = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
  const entry = track.kind === 'video' ? writeAvc1(track) : writeMp4a(track);
  const stbl = box(
    'stbl',
    fullBox('stsd', 0, u32(1), entry),
    ...['stts', 'stsc'].map((type) => fullBox(type, 0, zeros(4))),
    fullBox('stsz', 0, zeros(8)),
    fullBox('stco', 0, zeros(4)),
  );
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', media, dref, stbl)));
}

function writeAvc1(track: Extract<TrackConfig, { kind: 'video' }>): Buffer {
  return box(
    'avc1',
    [...zeros(6), ...u16(1), ...zeros(16), ...u16(track.width), ...u16(track.height)],
    [...u32(0x480000), ...u32(0x480000), ...zeros(4), ...u16(1), ...zeros(32)],
    [...u16(24), 0xff, 0xff],
    box('avcC', track.config),
  );
}

function writeMp4a(track: Extract<TrackConfig, { kind: 'audio' }>): Buffer {
  const { config, sampleRate, channels } = track;
  const specific = descriptor(5, config);
  // 0x40: MPEG-4 audio; 0x15: an audio stream. Buffer size and bitrates are left unsaid.
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, ...zeros(11)]), specific);
  const stream = descriptor(3, Buffer.from([0, 0, 0]), decoder, descriptor(6, Buffer.from([2])));
  return box(
    'mp4a',
    [...zeros(6), ...u16(1), ...zeros(8), ...u16(channels || 2), ...u16(16), ...zeros(4)],
    [...u16(sampleRate & 0xffff), ...u16(0)],
    fullBox('esds', 0, stream),
  );
}

function descriptor(tag: number, ...pieces: Buffer[]): Buffer {
  const body = Buffer.concat(pieces);
  return Buffer.concat([Buffer.from([tag, body.length & 0x7f]), body]);
}

const independent = 0x02000000;
const dependent = 0x01010000;
const baseIsMoof = 0x020000;
/** Data offset, and for each sample duration, size, flags and the shift of its showing. */
const runFlags = 0x1 | 0x100 | 0x200 | 0x400 | 0x800;

/** `moof` and `mdat` with the samples of one part; tracks without samples are left out. */
export function writeFragment(sequence: number, all: readonly FragmentTrack[]): Buffer {
  const tracks = all.filter((track) => track.samples.length > 0);
  const size = 8 + 16 + tracks.reduce((sum, track) => sum + trafSize(track), 0);
  let offset = size + 8;
  const trafs = tracks.map((track) => {
    const traf = writeTraf(track, offset);
    offset += track.samples.reduce((sum, sample) => sum + sample.bytes.length, 0);
    return traf;
  });
  const head = Buffer.alloc(8);
  head.writeUInt32BE(offset - size, 0);
  head.write('mdat', 4, 'latin1');
  const moof = box('moof', fullBox('mfhd', 0, u32(sequence)), ...trafs);
  const media = tracks.flatMap((track) => track.samples.map((sample) => sample.bytes));
  return Buffer.concat([moof, head, ...media]);
}

const trafSize = (track: FragmentTrack): number => 8 + 16 + 20 + 20 + 16 * track.samples.length;

function writeTraf(track: FragmentTrack, offset: number): Buffer {
  const run = Buffer.alloc(16 * track.samples.length);
  track.samples.forEach((sample, index) => {
    run.writeUInt32BE(sample.duration, 16 * index);
    run.writeUInt32BE(sample.bytes.length, 16 * index + 4);
    run.writeUInt32BE(sample.isKeyframe ? independent : dependent, 16 * index + 8);
    run.writeInt32BE(sample.shift, 16 * index + 12);
  });
  return box(
    'traf',
    fullBox('tfhd', baseIsMoof, u32(track.id)),
    fullBox('tfdt', 0x01000000, u64(track.decodeAt)),
    // Version 1: the shift may be negative.
    fullBox('trun', 0x01000000 | runFlags, u32(track.samples.length), u32(offset), run),
  );
}
