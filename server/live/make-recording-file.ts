import { instantText, now, nowMs, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { defineJob, enqueue } from '#server/platform/jobs.ts';
import { storage } from '#server/platform/storage/index.ts';
import { storagePrefix } from './broadcasts.store.ts';
import { Movie } from './engine/movie.ts';
import { LayoutWriter } from './engine/movie-layout.ts';
import { segmentName } from './engine/playlists.ts';
import { longest, type RecordedSegment } from './engine/recording.ts';
import { namesOf } from './recording-files.ts';
import { type FileKey, listFilesBefore } from './recordings.queries.ts';
import { fileDays } from './recordings.rules.ts';
import { beginAnew, giveUpFile, removeFile, writeProgress } from './recordings.store.ts';
import { readFileOf, readRecording, segmentsOf } from './stored-recording.ts';

/** Segments that are read ahead: storage in the net answers slowly, but many at once. */
const ahead = 4;
const heardEveryMs = 1_000;
/** Less than the queue gives a job before it lets another worker try. */
const longestMs = 14 * 60_000;

/** Makes the head of an MP4 of a recording. It may run twice: both write the same bytes. */
export const makeRecordingFile = defineJob<FileKey>(
  'make-recording-file',
  async (file) => {
    try {
      if (!(await report(file, 0))) return;
      const bytes = await makeFile(file);
      if (bytes !== null) await writeProgress(db(), file, { state: 'ready', bytes, at: nowText() });
    } catch (error) {
      await writeProgress(db(), file, { state: 'failed', at: nowText() });
      throw error;
    }
  },
  // Its organizer sees that it failed, and asks again.
  { retryLimit: 0 },
);

const report = (file: FileKey, done: number): Promise<boolean> =>
  writeProgress(db(), file, { state: 'making', done, at: nowText() });

/** Writes head and layout; answers how large the file is, or null when nobody waits for it any more. */
async function makeFile(file: FileKey): Promise<number | null> {
  const { broadcastId } = file;
  const recording = await readRecording(broadcastId);
  const segments = recording ? segmentsOf(recording, file) : [];
  if (segments.length === 0) throw new Error('there is nothing to make a file of');
  const movie = new Movie(await readHeads(file, segments));
  const layout = new LayoutWriter();
  const endsAtMs = nowMs() + longestMs;
  let heardMs = nowMs();
  let size = 0;
  const reads = readAhead(file, segments);
  for (const [done, segment] of segments.entries()) {
    const bytes = await reads(done);
    if (bytes) {
      const insertions = movie.add({ ...segment, bytes });
      layout.add({ ...segment, bytes: bytes.length }, insertions);
      size += bytes.length + insertions.reduce((sum, one) => sum + one.bytes.length, 0);
    } else movie.skip(longest(segment));
    if (nowMs() > endsAtMs) throw new Error('making the file took too long');
    if (nowMs() - heardMs < heardEveryMs) continue;
    heardMs = nowMs();
    if (!(await report(file, done + 1))) return null;
  }
  const head = movie.head();
  const names = namesOf(file);
  await storage().put(`${storagePrefix(broadcastId)}/${names.head}`, head);
  const text = JSON.stringify(layout.finish(head.length));
  await storage().put(`${storagePrefix(broadcastId)}/${names.layout}`, Buffer.from(text));
  return head.length + size;
}

/** The heads of all runs that the rendition was recorded in. */
async function readHeads({ broadcastId, rendition }: FileKey, segments: RecordedSegment[]) {
  const maps = new Set(segments.filter(({ files }) => files[rendition]).map(({ map }) => map));
  const heads = new Map<string, Buffer>();
  for (const map of maps) heads.set(map, await readWhole(broadcastId, `${rendition}/${map}`));
  return heads;
}

async function readWhole(broadcastId: string, name: string): Promise<Buffer> {
  const bytes = await readFileOf(broadcastId, name);
  if (!bytes) throw new Error(`${name} of the recording is missing`);
  return bytes;
}

/** Segments by their place, each asked for once and in order; null where the rendition has a gap. */
function readAhead({ broadcastId, rendition }: FileKey, segments: readonly RecordedSegment[]) {
  const reads: Promise<Buffer | null>[] = [];
  const read = async ({ epoch, sequence, files }: RecordedSegment) =>
    files[rendition]
      ? readWhole(broadcastId, `${rendition}/${segmentName(epoch, sequence)}`)
      : null;
  return (place: number): Promise<Buffer | null> => {
    for (const segment of segments.slice(place + reads.length, place + ahead)) {
      const reading = read(segment);
      // Whoever waits for it hears of its failure; until then nobody does.
      reading.catch(() => undefined);
      reads.push(reading);
    }
    return reads.shift() ?? Promise.resolve(null);
  };
}

const sweptAtOnce = 500;

/** Every night: what was asked for a week ago goes; it can be made again. */
export const sweepRecordingFiles = defineJob<object>(
  'sweep-recording-files',
  async () => {
    const before = instantText(now().subtract({ hours: 24 * fileDays }));
    for (const file of await listFilesBefore(db(), before, sweptAtOnce)) await sweep(file, before);
  },
  { cron: '10 4 * * *' },
);

/** Broken off in between, it is gone on with the next night; whoever asks meanwhile gets their file. */
async function sweep(file: FileKey, before: string): Promise<void> {
  if (!(await giveUpFile(db(), file, before))) return;
  const { head, layout } = namesOf(file);
  const prefix = storagePrefix(file.broadcastId);
  // The layout first: a head without one is never served.
  for (const name of [layout, head]) await storage().delete(`${prefix}/${name}`);
  if (await removeFile(db(), file, before)) return;
  // What was made for them may have been deleted just now.
  await inTransaction(async (tx) => {
    await beginAnew(tx, file, nowText());
    await enqueue(tx, makeRecordingFile, file);
  });
}
