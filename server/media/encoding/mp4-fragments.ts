/**
 * Reads the fragmented MP4 (ISO 14496-12, 8.8) that ffmpeg writes into a pipe: the head, and for
 * each fragment when its tracks begin and end. Bytes are passed on as they came.
 */
export type Piece =
  | { kind: 'head'; bytes: Buffer }
  | { kind: 'fragment'; bytes: Buffer; moof: Buffer };

/** Splits a stream of bytes into its head and its fragments. Throws RangeError when a fragment is too large. */
export class FragmentSplitter {
  #chunks: Buffer[] = [];
  #length = 0;
  #gathered: Buffer[] = [];
  #moof: Buffer | null = null;
  #largest: number;

  constructor(largestBytes: number) {
    this.#largest = largestBytes;
  }

  /** Takes bytes and answers what became whole with them. */
  push(chunk: Buffer): Piece[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const pieces: Piece[] = [];
    for (let box = this.#next(); box; box = this.#next()) {
      const piece = this.#add(box);
      if (piece) pieces.push(piece);
    }
    return pieces;
  }

  #next(): Buffer | null {
    const size = this.#nextSize();
    if (size > this.#largest) throw new RangeError('fragment is too large');
    if (size === 0 || this.#length < size) return null;
    return this.#take(size);
  }

  /** 0 while its head has not come. */
  #nextSize(): number {
    if (this.#length < 16) return 0;
    if ((this.#chunks[0]?.length ?? 0) < 16) this.#chunks = [Buffer.concat(this.#chunks)];
    const [first] = this.#chunks;
    const size = first?.readUInt32BE(0) ?? 0;
    return size === 1 ? Number(first?.readBigUInt64BE(8)) : Math.max(size, 8);
  }

  #take(size: number): Buffer {
    const taken: Buffer[] = [];
    let missing = size;
    while (missing > 0) {
      const chunk = this.#chunks.shift() ?? Buffer.alloc(0);
      const part = chunk.subarray(0, missing);
      taken.push(part);
      missing -= part.length;
      if (part.length < chunk.length) this.#chunks.unshift(chunk.subarray(part.length));
    }
    this.#length -= size;
    return taken.length === 1 ? (taken[0] as Buffer) : Buffer.concat(taken, size);
  }

  #add(box: Buffer): Piece | null {
    const type = box.toString('latin1', 4, 8);
    if (type === 'ftyp') this.#gathered.push(box);
    if (type === 'moov') {
      return { kind: 'head', bytes: Buffer.concat([...this.#gathered.splice(0), box]) };
    }
    if (type === 'moof') this.#moof = box;
    if (type !== 'mdat' || !this.#moof) return null;
    const moof = this.#moof;
    this.#moof = null;
    return { kind: 'fragment', bytes: Buffer.concat([moof, box]), moof };
  }
}

export type Track = {
  id: number;
  kind: 'video' | 'audio';
  timescale: number;
  codec: string;
  width: number;
  height: number;
};

type Box = { type: string; body: Buffer };

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + size),
    });
    at += size;
  }
  return boxes;
}

/** The first box at the end of a way such as `mdia/minf`. */
function boxAt(bytes: Buffer, way: string): Buffer | null {
  let inside: Buffer | undefined = bytes;
  for (const type of way.split('/')) {
    inside = inside && boxesIn(inside).find((box) => box.type === type)?.body;
  }
  return inside ?? null;
}

/** What the tracks of a head are. */
export function readTracks(head: Buffer): Track[] {
  const moov = boxAt(head, 'moov') ?? Buffer.alloc(0);
  return boxesIn(moov)
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => readTrack(body));
}

function readTrack(trak: Buffer): Track {
  const tkhd = boxAt(trak, 'tkhd') ?? Buffer.alloc(24);
  const mdhd = boxAt(trak, 'mdia/mdhd') ?? Buffer.alloc(24);
  const entries = boxAt(trak, 'mdia/minf/stbl/stsd')?.subarray(8) ?? Buffer.alloc(0);
  const [entry] = boxesIn(entries);
  const isVideo = boxAt(trak, 'mdia/minf/vmhd') !== null;
  return {
    id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
    timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
    kind: isVideo ? 'video' : 'audio',
    codec: entry ? codecOf(entry) : '',
    width: isVideo && entry ? entry.body.readUInt16BE(24) : 0,
    height: isVideo && entry ? entry.body.readUInt16BE(26) : 0,
  };
}

/** The codec as players are told of it (RFC 6381). */
function codecOf({ type, body }: Box): string {
  if (type === 'avc1') {
    const record = boxAt(body.subarray(78), 'avcC');
    return `avc1.${record?.toString('hex', 1, 4) ?? '640028'}`;
  }
  return type === 'mp4a' ? 'mp4a.40.2' : type;
}

/** When a track's samples of one fragment are shown, in units of its timescale. */
export type TrackSpan = { id: number; start: number; end: number; samples: number };

export function readSpans(moof: Buffer): TrackSpan[] {
  return boxesIn(moof.subarray(8))
    .filter(({ type }) => type === 'traf')
    .map(({ body }) => readSpan(boxesIn(body)));
}

function readSpan(boxes: Box[]): TrackSpan {
  const tfhd = boxes.find(({ type }) => type === 'tfhd')?.body ?? Buffer.alloc(16);
  const tfdt = boxes.find(({ type }) => type === 'tfdt')?.body ?? Buffer.alloc(12);
  const usual = defaultDuration(tfhd);
  const decode = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
  const span = { id: tfhd.readUInt32BE(4), start: Number.NaN, end: decode, samples: 0 };
  let at = decode;
  for (const { type, body } of boxes) {
    if (type === 'trun') at = readRun(body, { at, usual, span });
  }
  if (Number.isNaN(span.start)) span.start = decode;
  return span;
}

/** Fields that come before the default duration, by their flags. */
function defaultDuration(tfhd: Buffer): number {
  const flags = tfhd.readUIntBE(1, 3);
  const before = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  return flags & 8 ? tfhd.readUInt32BE(8 + before) : 0;
}

type Run = { at: number; usual: number; span: TrackSpan };

function readRun(trun: Buffer, { at, usual, span }: Run): number {
  const flags = trun.readUIntBE(1, 3);
  const count = trun.readUInt32BE(4);
  let field = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let decode = at;
  for (let sample = 0; sample < count; sample += 1) {
    const duration = flags & 0x100 ? trun.readUInt32BE(field) : usual;
    field += (flags & 0x100 ? 4 : 0) + (flags & 0x200 ? 4 : 0) + (flags & 0x400 ? 4 : 0);
    const shift = flags & 0x800 ? trun.readInt32BE(field) : 0;
    field += flags & 0x800 ? 4 : 0;
    const shown = decode + shift;
    span.start = Math.min(Number.isNaN(span.start) ? shown : span.start, shown);
    span.end = Math.max(span.end, shown + duration);
    decode += duration;
  }
  span.samples += count;
  return decode;
}
