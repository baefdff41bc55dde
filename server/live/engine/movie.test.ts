import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mapName, type Sent, segmentsOfRuns, somethingSent } from '#test/factories/recordings.ts';
import { Movie } from './movie.ts';
import { LayoutWriter, type Piece, piecesOf, piecesWithin, sizeOf } from './movie-layout.ts';
import { UnreadableMedia } from './read-mp4.ts';
import type { Segment } from './rendition.ts';

const run = promisify(execFile);

/** The file of these runs, without the segments of the numbers given. */
function film(runs: Sent[], gaps: number[] = []) {
  const segments = segmentsOfRuns('180p', runs);
  const movie = new Movie(new Map(runs.map(({ head }, index) => [mapName(index), head.bytes])));
  const layout = new LayoutWriter();
  for (const segment of segments) {
    const { bytes } = segment;
    if (!bytes || gaps.includes(segment.sequence)) {
      movie.skip(segment.seconds);
      continue;
    }
    const insertions = movie.add({ ...segment, map: segment.mapName, bytes });
    layout.add({ epoch: 0, sequence: segment.sequence, bytes: bytes.length }, insertions);
  }
  const head = movie.head();
  const pieces = piecesOf(layout.finish(head.length), 'head', '180p');
  return { segments, pieces, bytes: joined(pieces, { head, segments }) };
}

type Stored = { head: Buffer; segments: readonly Segment[] };

function joined(pieces: readonly Piece[], { head, segments }: Stored): Buffer {
  return Buffer.concat(
    pieces.map((piece) => {
      if ('bytes' in piece) return piece.bytes;
      const sequence = Number(/-(\d+)\.m4s$/.exec(piece.name)?.[1]);
      const stored = piece.name === 'head' ? head : segments.find((s) => s.sequence === sequence);
      const bytes = Buffer.isBuffer(stored) ? stored : (stored?.bytes ?? Buffer.alloc(0));
      return bytes.subarray(piece.from, piece.from + piece.size);
    }),
  );
}

type Stream = { codec_type: string; start_time: string; duration: string; nb_read_frames: string };

/** What ffprobe says of a whole file, and whether anybody complained; every frame is decoded. */
async function probe(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'platea-film-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'film.mp4');
  writeFileSync(file, bytes);
  const shown = 'stream=codec_type,start_time,duration,nb_read_frames';
  const asked = ['-v', 'warning', '-count_frames', '-show_entries', shown, '-of', 'json', file];
  const [probed, decoded] = await Promise.all([
    run('ffprobe', asked),
    run('ffmpeg', [
      ...['-v', 'warning', '-xerror', '-i', file, '-fps_mode', 'passthrough'],
      ...['-enc_time_base', '1:1000', '-f', 'null', '-'],
    ]),
  ]);
  const { streams } = JSON.parse(probed.stdout) as { streams: Stream[] };
  const of = (kind: string) => {
    const found = streams.find(({ codec_type }) => codec_type === kind);
    return {
      from: Number(found?.start_time),
      seconds: Number(found?.duration),
      frames: Number(found?.nb_read_frames),
    };
  };
  return {
    complaints: probed.stderr + decoded.stderr,
    picture: of('video'),
    sound: of('audio'),
    /** `moov` stands before the media. */
    beginsWith: bytes.toString('latin1', 4, 8) + bytes.indexOf('moov').toString(),
  };
}

describe('a film of a recording', () => {
  it('holds every picture and all sound of a run, and plays from its first byte on', async () => {
    const { bytes } = film([await somethingSent()]);
    const { complaints, picture, sound, beginsWith } = await probe(bytes);
    expect(complaints).toBe('');
    expect(picture).toEqual({ from: 0, seconds: 8, frames: 200 });
    expect(sound.frames).toBe(375);
    expect(beginsWith).toBe('ftyp36');
  });

  it('goes on without a pause after an encoder came back with the same settings', async () => {
    const sent = await somethingSent();
    const { bytes, pieces } = film([sent, sent]);
    const { complaints, picture, sound } = await probe(bytes);
    expect(complaints).toBe('');
    expect(picture).toEqual({ from: 0, seconds: 16, frames: 400 });
    expect(sound.frames).toBe(750);
    expect(pieces.filter((piece) => 'bytes' in piece)).toEqual([]);
  });

  it('can be decoded throughout when an encoder came back in another size and with other sound', async () => {
    const first = await somethingSent();
    const other = await somethingSent({
      size: '256x144',
      rate: 30,
      sound: ['-ar', '44100', '-ac', '1'],
      more: ['-preset', 'veryfast', '-bf', '2'],
    });
    const { bytes, segments } = film([first, other, first]);
    const { complaints, picture, sound } = await probe(bytes);
    expect(complaints).toBe('');
    expect(picture.frames).toBe(640);
    expect(sound.frames).toBeGreaterThan(1_080);
    // The pictures that are shown late are shown before those of the next run, which waits for them.
    expect(picture.seconds).toBeGreaterThan(24);
    expect(picture.seconds).toBeLessThan(24.2);
    expect(Math.abs(sound.seconds - picture.seconds)).toBeLessThan(0.2);
    expect(segments.filter(({ isDiscontinuous }) => isDiscontinuous)).toHaveLength(2);
  });

  it('lets the picture stand still where a segment is missing, and keeps its length', async () => {
    const sent = await somethingSent();
    const whole = film([sent, sent]);
    const inside = await probe(film([sent, sent], [1]).bytes);
    const atEnd = await probe(film([sent, sent], [3]).bytes);
    for (const { complaints, picture } of [inside, atEnd]) {
      expect(complaints).toBe('');
      expect(picture.frames).toBe(350);
      expect(picture.seconds).toBeCloseTo(16, 1);
    }
    expect(whole.segments[1]?.seconds).toBe(2);
  });

  it('is read from any byte to any other', async () => {
    const { pieces, bytes } = film([
      await somethingSent(),
      await somethingSent({ size: '256x144' }),
    ]);
    expect(sizeOf(pieces)).toBe(bytes.length);
    const sizes = ([start, end]: readonly [number, number]) =>
      piecesWithin(pieces, start, end).reduce((sum, { size }) => sum + size, 0);
    const edges = pieces.slice(0, 40).flatMap(({ at }) => [at - 1, at, at + 1]);
    for (const from of edges.filter((at) => at >= 0)) {
      expect([from, sizes([from, from + 999])]).toEqual([from, 1000]);
    }
    expect(sizes([0, bytes.length - 1])).toBe(bytes.length);
    const inserted = pieces.filter((piece) => 'bytes' in piece);
    // One for each of the sixteen keyframes.
    expect(inserted).toHaveLength(16);
  });

  it('is not made of what we have not written', async () => {
    const { head } = await somethingSent();
    const map = mapName(0);
    const movie = new Movie(new Map([[map, head.bytes]]));
    for (const text of ['no boxes at all', '\0\0\xff\xffmoof']) {
      const bytes = Buffer.from(text, 'latin1');
      expect(() => movie.add({ map, isDiscontinuous: false, bytes })).toThrow(UnreadableMedia);
    }
  });
});
