/**
 * Reads the fragmented MP4 that ffmpeg writes to a pipe: the head (ftyp + moov), then one
 * fragment (moof + mdat) after the other. The bytes come from our own ffmpeg, but are bounded all
 * the same.
 */
export type Track = {
  id: number;
  kind: 'video' | 'audio';
  timescale: number;
  /** RFC 6381, as playlists name it: avc1.64001f, mp4a.40.2. */
  codec: string;
  width: number;
  height: number;
};

export type Head = { bytes: Buffer; tracks: Track[] };

export type Fragment = {
  track: Track;
  /** Decoding time and presentation time of the first sample, and the samples' length, in seconds. */
  decodeAt: number;
  presentAt: number;
  seconds: number;
  isKeyframe: boolean;
  bytes: Buffer;
};

const maxBox = 32 * 1024 * 1024;

type Box = { type: string; body: Buffer };

function* boxesIn(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) return;
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + 8, at + size),
    };
    at += size;
  }
}

function find(bytes: Buffer, ...path: string[]): Buffer | null {
  const [type, ...rest] = path;
  for (const box of boxesIn(bytes)) {
    if (box.type === type) return rest.length > 0 ? find(box.body, ...rest) : box.body;
  }
  return null;
}

/** Cuts a byte stream into its head and fragments. */
export class FragmentReader {
  #waiting: Buffer[] = [];
  #length = 0;
  #head: Head | null = null;
  #headParts: Buffer[] = [];
  #moof: Buffer | null = null;
  #onHead: (head: Head) => void;
  #onFragment: (fragment: Fragment) => void;

  constructor(onHead: (head: Head) => void, onFragment: (fragment: Fragment) => void) {
    this.#onHead = onHead;
    this.#onFragment = onFragment;
  }

  push(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    for (;;) {
      const size = this.#nextSize();
      if (size === 0 || this.#length < size) return;
      const all = this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat(this.#waiting);
      if (!all) return;
      const rest = all.subarray(size);
      this.#waiting = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
      this.#onBox(all.subarray(0, size));
    }
  }

  #nextSize(): number {
    if (this.#length < 8) return 0;
    if ((this.#waiting[0]?.length ?? 0) < 8) this.#waiting = [Buffer.concat(this.#waiting)];
    const size = this.#waiting[0]?.readUInt32BE(0) ?? 0;
    if (size < 8 || size > maxBox) throw new Error('ffmpeg wrote a box of impossible size');
    return size;
  }

  #onBox(box: Buffer): void {
    const type = box.toString('latin1', 4, 8);
    if (!this.#head) {
      if (type === 'ftyp' || type === 'moov') this.#headParts.push(box);
      if (type !== 'moov') return;
      this.#head = readHead(Buffer.concat(this.#headParts));
      this.#onHead(this.#head);
    } else if (type === 'moof') {
      this.#moof = box;
    } else if (type === 'mdat' && this.#moof) {
      const fragment = readFragment(this.#head, this.#moof, box);
      this.#moof = null;
      if (fragment) this.#onFragment(fragment);
    }
  }
}

/** The tracks of a head. Throws when there is none. */
export function readHead(bytes: Buffer): Head {
  const moov = find(bytes, 'moov');
  const tracks = moov
    ? [...boxesIn(moov)].filter((box) => box.type === 'trak').flatMap((box) => readTrack(box.body))
    : [];
  if (tracks.length === 0) throw new Error('no track in the MP4 head');
  return { bytes: Buffer.from(bytes), tracks };
}

function readTrack(trak: Buffer): Track[] {
  const tkhd = find(trak, 'tkhd');
  const mdhd = find(trak, 'mdia', 'mdhd');
  const purpose = find(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12);
  const stsd = find(trak, 'mdia', 'minf', 'stbl', 'stsd');
  if (!tkhd || !mdhd || !stsd || (purpose !== 'vide' && purpose !== 'soun')) return [];
  const [entry] = boxesIn(stsd.subarray(8));
  const isVideo = purpose === 'vide';
  return [
    {
      id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
      timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
      kind: isVideo ? 'video' : 'audio',
      codec: entry ? readCodec(entry) : '',
      width: isVideo ? (entry?.body.readUInt16BE(24) ?? 0) : 0,
      height: isVideo ? (entry?.body.readUInt16BE(26) ?? 0) : 0,
    },
  ];
}

function readCodec(entry: Box): string {
  if (entry.type === 'avc1') {
    const avcC = find(entry.body.subarray(78), 'avcC');
    return avcC ? `avc1.${avcC.toString('hex', 1, 4)}` : 'avc1';
  }
  const esds = entry.type === 'mp4a' ? find(entry.body.subarray(28), 'esds') : null;
  return `mp4a.40.${(esds && aacObjectType(esds)) ?? 2}`;
}

/** Walks the descriptors ES (3) → decoder config (4) → specific info (5). */
function aacObjectType(esds: Buffer): number | null {
  let at = 4;
  const skips: Record<number, number> = { 3: 3, 4: 13 };
  while (at < esds.length) {
    const tag = esds[at] ?? 0;
    at += 1;
    while ((esds[at] ?? 0) & 0x80) at += 1;
    at += 1;
    if (tag === 5) return (esds[at] ?? 0) >> 3 || null;
    const skip = skips[tag];
    if (skip === undefined) return null;
    at += skip;
  }
  return null;
}

const flag = {
  tfhd: { base: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 },
  trun: { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 },
} as const;
const notSync = 0x10000;

function readFragment(head: Head, moof: Buffer, mdat: Buffer): Fragment | null {
  const traf = find(moof.subarray(8), 'traf');
  const tfhd = traf && find(traf, 'tfhd');
  const tfdt = traf && find(traf, 'tfdt');
  const trun = traf && find(traf, 'trun');
  if (!tfhd || !tfdt || !trun) return null;
  const track = head.tracks.find((one) => one.id === tfhd.readUInt32BE(4));
  if (!track) return null;
  const defaults = readDefaults(tfhd);
  const run = readRun(trun, defaults);
  const decodeAt = tfdt[0] === 1 ? Number(tfdt.readBigInt64BE(4)) : tfdt.readUInt32BE(4);
  return {
    track,
    decodeAt: decodeAt / track.timescale,
    presentAt: (decodeAt + run.shift) / track.timescale,
    seconds: run.duration / track.timescale,
    isKeyframe: track.kind === 'audio' || (run.flags & notSync) === 0,
    bytes: Buffer.concat([moof, mdat]),
  };
}

function readDefaults(tfhd: Buffer): { duration: number; flags: number } {
  const bits = tfhd.readUInt32BE(0);
  let at = 8;
  if (bits & flag.tfhd.base) at += 8;
  if (bits & flag.tfhd.description) at += 4;
  const duration = bits & flag.tfhd.duration ? tfhd.readUInt32BE(at) : 0;
  if (bits & flag.tfhd.duration) at += 4;
  if (bits & flag.tfhd.size) at += 4;
  return { duration, flags: bits & flag.tfhd.flags ? tfhd.readUInt32BE(at) : 0 };
}

function readRun(trun: Buffer, defaults: { duration: number; flags: number }) {
  const bits = trun.readUInt32BE(0);
  const count = trun.readUInt32BE(4);
  let at = 8;
  if (bits & flag.trun.offset) at += 4;
  let flags = defaults.flags;
  if (bits & flag.trun.firstFlags) {
    flags = trun.readUInt32BE(at);
    at += 4;
  }
  let duration = 0;
  let shift = 0;
  for (let index = 0; index < count; index += 1) {
    duration += bits & flag.trun.duration ? trun.readUInt32BE(at) : defaults.duration;
    if (bits & flag.trun.duration) at += 4;
    if (bits & flag.trun.size) at += 4;
    if (bits & flag.trun.flags) {
      if (index === 0 && !(bits & flag.trun.firstFlags)) flags = trun.readUInt32BE(at);
      at += 4;
    }
    if (bits & flag.trun.shift) {
      if (index === 0) shift = trun.readInt32BE(at);
      at += 4;
    }
  }
  return { duration, flags, shift };
}
