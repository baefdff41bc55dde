/** What a player needs to know of fragmented MP4, read from the boxes themselves (ISO 14496-12). */
export type Track = { id: number; kind: 'video' | 'audio'; timescale: number };
export type Fragment = {
  kind: 'video' | 'audio';
  /** Seconds on the clock of the media. */
  startsAt: number;
  seconds: number;
  beginsWithKeyframe: boolean;
};

type Box = { type: string; body: Buffer };

function boxes(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new Error(`a box of ${size} bytes at ${at}`);
    const type = bytes.toString('latin1', at + 4, at + 8);
    found.push({ type, body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return found;
}

const all = (bytes: Buffer, ...path: string[]): Buffer[] =>
  path.reduce<Buffer[]>(
    (within, type) =>
      within.flatMap((one) => boxes(one).flatMap((box) => (box.type === type ? [box.body] : []))),
    [bytes],
  );

function only(bytes: Buffer, ...path: string[]): Buffer {
  const [found, ...more] = all(bytes, ...path);
  if (!found || more.length > 0) throw new Error(`not one box ${path.join('/')}`);
  return found;
}

/** The tracks that an initialization section names. */
export function readTracks(head: Buffer): Track[] {
  return all(head, 'moov', 'trak').map((trak) => {
    const tkhd = only(trak, 'tkhd');
    const mdhd = only(trak, 'mdia', 'mdhd');
    const kind = only(trak, 'mdia', 'hdlr').toString('latin1', 8, 12);
    return {
      id: tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12),
      timescale: mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12),
      kind: kind === 'vide' ? 'video' : 'audio',
    };
  });
}

/** What the fragments of a part or a segment say of themselves. */
export function readFragments(bytes: Buffer, tracks: readonly Track[]): Fragment[] {
  return all(bytes, 'moof', 'traf').map((traf) => {
    const tfhd = only(traf, 'tfhd');
    const track = tracks.find(({ id }) => id === tfhd.readUInt32BE(4));
    if (!track) throw new Error('a fragment of an unknown track');
    const tfdt = only(traf, 'tfdt');
    const startsAt = tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
    const samples = all(traf, 'trun').flatMap(readRun);
    const ticks = samples.reduce((sum, { duration }) => sum + duration, 0);
    return {
      kind: track.kind,
      startsAt: startsAt / track.timescale,
      seconds: ticks / track.timescale,
      beginsWithKeyframe: samples[0]?.isKeyframe ?? false,
    };
  });
}

const has = {
  offset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  shift: 0x800,
};
const isNoKeyframe = 0x10000;

function readRun(trun: Buffer): { duration: number; isKeyframe: boolean }[] {
  const flags = trun.readUInt32BE(0) & 0xffffff;
  const count = trun.readUInt32BE(4);
  if (!(flags & has.duration) || !(flags & has.flags)) throw new Error('a run without durations');
  let at = 8 + (flags & has.offset ? 4 : 0) + (flags & has.firstFlags ? 4 : 0);
  return Array.from({ length: count }, () => {
    const duration = trun.readUInt32BE(at);
    at += 4 + (flags & has.size ? 4 : 0);
    const isKeyframe = (trun.readUInt32BE(at) & isNoKeyframe) === 0;
    at += 4 + (flags & has.shift ? 4 : 0);
    return { duration, isKeyframe };
  });
}
