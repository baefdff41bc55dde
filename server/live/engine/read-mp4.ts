/** Reads the fragmented MP4 that `mp4-boxes.ts` writes: heads of runs, and segments of fragments. */

/** A track as a head describes it. */
export type ReadTrack = {
  id: number;
  kind: 'video' | 'audio';
  /** Units per second. */
  timescale: number;
  width: number;
  height: number;
  /** The box that tells decoders what the samples are, with its codec's parameters. */
  entry: Buffer;
};

/** Samples of one track that lie behind one another in a segment. */
export type ReadSamples = {
  trackId: number;
  /** Where the first one lies, from the start of the segment. */
  offset: number;
  /** Decoding time of the first one, in units of its track. */
  decodeAt: number;
  samples: ReadSample[];
};

export type ReadSample = { duration: number; size: number; shift: number; isKeyframe: boolean };

type Box = { type: string; body: Buffer; whole: Buffer; at: number };

/** Thrown for bytes that were not written by us. */
export class UnreadableMedia extends Error {}

function boxesIn(bytes: Buffer, from = 0): Box[] {
  const found: Box[] = [];
  let at = from;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new UnreadableMedia('a box ends elsewhere');
    const whole = bytes.subarray(at, at + size);
    found.push({ type: whole.toString('latin1', 4, 8), body: whole.subarray(8), whole, at });
    at += size;
  }
  if (at !== bytes.length) throw new UnreadableMedia('bytes behind the last box');
  return found;
}

/** The only box of that type on the way that is named. */
function inside(bytes: Buffer, ...way: string[]): Buffer {
  return way.reduce((within, type) => {
    const found = boxesIn(within).find((one) => one.type === type);
    if (!found) throw new UnreadableMedia(`no box ${type}`);
    return found.body;
  }, bytes);
}

/** The tracks of a head. Throws `UnreadableMedia`. */
export function readHead(bytes: Buffer): ReadTrack[] {
  return boxesIn(inside(bytes, 'moov'))
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => readTrack(body));
}

function readTrack(trak: Buffer): ReadTrack {
  const tkhd = inside(trak, 'tkhd');
  const purpose = inside(trak, 'mdia', 'hdlr').toString('latin1', 8, 12);
  return {
    id: tkhd.readUInt32BE(12),
    kind: purpose === 'vide' ? 'video' : 'audio',
    timescale: inside(trak, 'mdia', 'mdhd').readUInt32BE(12),
    width: tkhd.readUInt32BE(76) >>> 16,
    height: tkhd.readUInt32BE(80) >>> 16,
    // Behind version, flags and the number of entries.
    entry: Buffer.from(inside(trak, 'mdia', 'minf', 'stbl', 'stsd').subarray(8)),
  };
}

/** All samples of a segment, fragment by fragment. Throws `UnreadableMedia`. */
export function readSegment(bytes: Buffer): ReadSamples[] {
  return boxesIn(bytes)
    .filter(({ type }) => type === 'moof')
    .flatMap(({ body, at }) =>
      boxesIn(body)
        .filter(({ type }) => type === 'traf')
        .map((traf) => readTraf(traf.body, at, bytes.length)),
    );
}

const bytesOfSample = 16;

function readTraf(traf: Buffer, moofAt: number, end: number): ReadSamples {
  const trun = inside(traf, 'trun');
  const count = trun.readUInt32BE(4);
  if (trun.length < 12 + count * bytesOfSample) throw new UnreadableMedia('samples are missing');
  const offset = moofAt + trun.readUInt32BE(8);
  const samples = Array.from({ length: count }, (_none, index) =>
    readSample(trun, 12 + index * bytesOfSample),
  );
  const size = samples.reduce((sum, sample) => sum + sample.size, 0);
  if (offset + size > end) throw new UnreadableMedia('a sample ends behind its segment');
  return {
    trackId: inside(traf, 'tfhd').readUInt32BE(4),
    offset,
    decodeAt: Number(inside(traf, 'tfdt').readBigUInt64BE(4)),
    samples,
  };
}

const dependent = 0x01000000;

const readSample = (trun: Buffer, at: number): ReadSample => ({
  duration: trun.readUInt32BE(at),
  size: trun.readUInt32BE(at + 4),
  isKeyframe: (trun.readUInt32BE(at + 8) & dependent) === 0,
  shift: trun.readInt32BE(at + 12),
});
