import { MovieTrack } from './movie-track.ts';
import { type Insertion, insertionFor, parameterSetsOf } from './parameter-sets.ts';
import { type ReadSamples, type ReadTrack, readHead, readSegment } from './read-mp4.ts';
import { writeMovieHead } from './write-movie.ts';

/** A segment of a rendition, whole as it stands in storage. */
export type MovieSegment = { map: string; isDiscontinuous: boolean; bytes: Buffer };

/** Units per second of a track whose runs have different ones: all of them are whole numbers of it. */
function commonTimescale(scales: readonly number[]): number {
  const common = [...new Set(scales)].reduce((a, b) => (a / divisorOf(a, b)) * b, 1);
  return common < 2 ** 31 ? common : 90_000;
}

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b));

const lengthOf = (insertions: readonly Insertion[]): number =>
  insertions.reduce((sum, { bytes }) => sum + bytes.length, 0);

/**
 * One MP4 of the segments of a rendition, in which the segments lie as they were recorded: what is
 * written is the head alone, which says where in them each sample is. So a film of any length costs
 * a few megabytes beside its recording, and nothing of it is encoded again.
 *
 * Runs are put behind each other without a pause, as in the playlist of the recording. A run whose
 * parameters differ (another encoder, another size) has a sample description of its own; for players
 * that read the first one alone, its pictures carry their parameters with them.
 */
export class Movie {
  readonly #runs: ReadonlyMap<string, ReadTrack[]>;
  readonly #tracks = new Map<ReadTrack['kind'], MovieTrack>();
  readonly #isMixed: boolean;
  #bytes = 0;
  #map = '';
  /** Seconds of the film at which the clock of the present run stands at zero. */
  #zeroAt: number | null = null;
  #gapSeconds = 0;

  /** The heads of all runs that segments will come of, by name. Throws `UnreadableMedia`. */
  constructor(heads: ReadonlyMap<string, Buffer>) {
    this.#runs = new Map([...heads].map(([name, bytes]) => [name, readHead(bytes)]));
    const all = [...this.#runs.values()].flat();
    for (const kind of ['video', 'audio'] as const) {
      const scales = all.filter((track) => track.kind === kind).map(({ timescale }) => timescale);
      if (scales.length > 0) this.#tracks.set(kind, new MovieTrack(kind, commonTimescale(scales)));
    }
    const pictures = all.filter(({ kind }) => kind === 'video');
    this.#isMixed = pictures.some(({ entry }) => !entry.equals(pictures[0]?.entry ?? entry));
  }

  /** How long it is so far, in seconds. */
  get seconds(): number {
    return Math.max(0, ...[...this.#tracks.values()].map(({ endsAt }) => endsAt));
  }

  /** Adds the next segment; answers what is to be written into it in the file, in its order. */
  add({ map, isDiscontinuous, bytes }: MovieSegment): Insertion[] {
    const run = this.#runs.get(map);
    if (!run) throw new Error(`no head ${map}`);
    if (map !== this.#map) for (const track of run) this.#tracks.get(track.kind)?.describe(track);
    if (map !== this.#map || isDiscontinuous) this.#zeroAt = null;
    this.#map = map;
    const chunks = readSegment(bytes);
    const insertions = this.#isMixed ? this.#carry(run, chunks, bytes) : [];
    for (const chunk of chunks) this.#place(run, chunk, insertions);
    this.#gapSeconds = 0;
    this.#bytes += bytes.length + lengthOf(insertions);
    return insertions;
  }

  /** Every picture that can be begun with carries its parameters: players jump to any of them. */
  #carry(run: readonly ReadTrack[], chunks: ReadSamples[], bytes: Buffer): Insertion[] {
    const picture = run.find(({ kind }) => kind === 'video');
    const sets = picture && parameterSetsOf(picture.entry);
    const insertions: Insertion[] = [];
    for (const { trackId, offset, samples } of sets ? chunks : []) {
      let at = offset;
      for (const sample of trackId === picture?.id ? samples : []) {
        const insertion = sample.isKeyframe ? insertionFor(sets ?? null, bytes, at) : null;
        at += sample.size;
        if (!insertion) continue;
        insertions.push(insertion);
        sample.size += insertion.bytes.length;
      }
    }
    return insertions;
  }

  #place(run: readonly ReadTrack[], chunk: ReadSamples, insertions: Insertion[]): void {
    const track = run.find(({ id }) => id === chunk.trackId);
    if (!track) return;
    const { timescale } = track;
    this.#zeroAt ??= this.#nextAt(track, chunk) - chunk.decodeAt / timescale;
    const before = insertions.filter(({ at }) => at < chunk.offset);
    this.#tracks.get(track.kind)?.add({
      offset: this.#bytes + chunk.offset + lengthOf(before),
      seconds: this.#zeroAt + chunk.decodeAt / timescale,
      timescale,
      samples: chunk.samples,
    });
  }

  /** When the first sample of a run is decoded: no picture of it is shown before all of the last run. */
  #nextAt({ kind, timescale }: ReadTrack, { samples }: ReadSamples): number {
    const shownUntil = this.#tracks.get(kind)?.shownUntil ?? 0;
    const shift = (samples[0]?.shift ?? 0) / timescale;
    return Math.max(this.seconds, shownUntil - shift) + this.#gapSeconds;
  }

  /** Of the next segment there is nothing: the picture before it stands still for so long. */
  skip(seconds: number): void {
    if (this.#map !== '') this.#gapSeconds += seconds;
  }

  /** What stands before the segments in the file. Nothing can be added afterwards. */
  head(): Buffer {
    const tracks = [...this.#tracks.values()].filter(({ sizes }) => sizes.length > 0);
    for (const track of tracks) track.finish();
    return writeMovieHead(tracks, this.#bytes);
  }
}
