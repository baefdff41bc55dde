import type { MovieTrack, Repeated } from './movie-track.ts';
import { box, fullBox, matrix, u16, u32, u64, zeros } from './mp4-boxes.ts';

/** Units per second of the film as a whole. */
const movieScale = 1000;

/**
 * What stands before the media in a file that can be played from its beginning on: `ftyp`, `moov`
 * (ISO 14496-12) and the first bytes of an `mdat` of that many bytes. Offsets of chunks count from
 * the start of the media.
 */
export function writeMovieHead(tracks: readonly MovieTrack[], mediaBytes: number): Buffer {
  const ftyp = box('ftyp', 'isom', u32(0x200), 'isom', 'iso2', 'avc1', 'mp41');
  const mdat = mediaBytes + 16 < 2 ** 32 ? mdatHead(mediaBytes) : largeMdatHead(mediaBytes);
  // The length of the tables does not depend on what stands in them.
  const isLong = mediaBytes > 2 ** 31;
  const length = ftyp.length + writeMoov(tracks, 0, isLong).length + mdat.length;
  return Buffer.concat([ftyp, writeMoov(tracks, length, isLong), mdat]);
}

function mdatHead(bytes: number): Buffer {
  return Buffer.concat([Buffer.from(u32(bytes + 8)), Buffer.from('mdat', 'latin1')]);
}

function largeMdatHead(bytes: number): Buffer {
  const name = Buffer.from('mdat', 'latin1');
  return Buffer.concat([Buffer.from(u32(1)), name, Buffer.from(u64(bytes + 16))]);
}

const milliseconds = (seconds: number): number => Math.max(0, Math.round(seconds * movieScale));

function writeMoov(tracks: readonly MovieTrack[], base: number, isLong: boolean): Buffer {
  const from = Math.min(...tracks.map(({ presentedAt }) => presentedAt));
  const seconds = Math.max(...tracks.map((track) => editOf(track, from).endsAt));
  const mvhd = fullBox(
    'mvhd',
    0,
    [...zeros(8), ...u32(movieScale), ...u32(milliseconds(seconds)), ...u32(0x10000)],
    [...u16(0x100), ...zeros(10), ...matrix, ...zeros(24), ...u32(tracks.length + 1)],
  );
  const places = { from, base, isLong };
  return box('moov', mvhd, ...tracks.map((track, index) => writeTrak(track, index + 1, places)));
}

/** Where the film begins, in seconds of its tracks, and where its media begins in the file. */
type Places = { from: number; base: number; isLong: boolean };

function writeTrak(track: MovieTrack, id: number, places: Places): Buffer {
  const isVideo = track.kind === 'video';
  const { endsAt } = editOf(track, places.from);
  const size = isVideo ? [...u32(track.width * 0x10000), ...u32(track.height * 0x10000)] : zeros(8);
  const tkhd = fullBox(
    'tkhd',
    3,
    [...zeros(8), ...u32(id), ...zeros(4), ...u32(milliseconds(endsAt)), ...zeros(8)],
    [...u16(0), ...u16(isVideo ? 0 : 1), ...u16(isVideo ? 0 : 0x100), ...u16(0), ...matrix],
    size,
  );
  return box('trak', tkhd, writeEdits(track, places.from), writeMdia(track, places));
}

/** After how many seconds of the film a track begins, and when it has ended. */
function editOf(track: MovieTrack, from: number): { late: number; endsAt: number } {
  const late = track.presentedAt - from;
  return { late, endsAt: late + track.length / track.timescale };
}

/**
 * Sound and picture begin together although pictures are shown later than they are decoded, and
 * although the first sound may come after the first picture.
 */
function writeEdits(track: MovieTrack, from: number): Buffer {
  const { late } = editOf(track, from);
  const shown = track.length / track.timescale;
  const edits = [
    ...(milliseconds(late) > 0 ? [[...u32(milliseconds(late)), ...u32(-1), ...u32(0x10000)]] : []),
    [...u32(milliseconds(shown)), ...u32(track.firstShift), ...u32(0x10000)],
  ];
  return box('edts', fullBox('elst', 0, u32(edits.length), edits.flat()));
}

function writeMdia(track: MovieTrack, places: Places): Buffer {
  const isVideo = track.kind === 'video';
  const { length, timescale } = track;
  const language = [...u16(0x55c4), ...u16(0)];
  const mdhd =
    length < 2 ** 32
      ? fullBox('mdhd', 0, zeros(8), u32(timescale), u32(length), language)
      : fullBox('mdhd', 0x01000000, zeros(16), u32(timescale), u64(length), language);
  const purpose = isVideo ? 'vide' : 'soun';
  const hdlr = fullBox('hdlr', 0, zeros(4), purpose, zeros(12), [0]);
  const media = isVideo ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4));
  const dref = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
  return box('mdia', mdhd, hdlr, box('minf', media, dref, writeTables(track, places)));
}

function writeTables(track: MovieTrack, { base, isLong }: Places): Buffer {
  const { descriptions, durations, shifts, keyframes, sizes, chunks } = track;
  const isVideo = track.kind === 'video';
  const offsets = chunks.map(({ offset }) => base + offset);
  const isShifted = shifts.some(({ value }) => value !== 0);
  // Version 1: the shift may be negative.
  const shiftFlags = shifts.some(({ value }) => value < 0) ? 0x01000000 : 0;
  return box(
    'stbl',
    fullBox('stsd', 0, u32(descriptions.length), ...descriptions),
    fullBox('stts', 0, counted(durations)),
    ...(isShifted ? [fullBox('ctts', shiftFlags, counted(shifts))] : []),
    ...(isVideo ? [fullBox('stss', 0, words([keyframes.length, ...keyframes]))] : []),
    fullBox('stsc', 0, samplesOfChunks(track)),
    fullBox('stsz', 0, u32(0), words([sizes.length, ...sizes])),
    isLong
      ? fullBox('co64', 0, u32(offsets.length), longWords(offsets))
      : fullBox('stco', 0, words([offsets.length, ...offsets])),
  );
}

const counted = (values: readonly Repeated[]): Buffer =>
  words([values.length, ...values.flatMap(({ count, value }) => [count, value])]);

/** Named where it changes: how many samples a chunk has, and which description. */
function samplesOfChunks({ chunks }: MovieTrack): Buffer {
  const changes = chunks.flatMap(({ count, description }, index) => {
    const before = chunks[index - 1];
    const isSame = before?.count === count && before.description === description;
    return isSame ? [] : [index + 1, count, description];
  });
  return words([changes.length / 3, ...changes]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value | 0, index * 4);
  return bytes;
}

function longWords(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64BE(BigInt(value), index * 8);
  return bytes;
}
