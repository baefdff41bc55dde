import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type AssetSink, CountingSink } from './asset-sink.ts';
import { type AssetStep, type Course, type EncodingReport, runInCourse } from './course.ts';
import { drawPoster, drawStoryboard, posterName } from './draw-stills.ts';
import { toneMapping } from './encode-arguments.rules.ts';
import { makeSound } from './encode-sound.ts';
import { makeFirst, makeLadder, putMaster } from './encode-video.ts';
import { inspectSource } from './inspect-media.ts';
import type { EncodingLimits, MediaFacts, SourceFacts } from './media-facts.ts';
import { better, type RenditionFacts } from './playlists.rules.ts';
import { ProgressRecord, type StepResults } from './progress-record.ts';
import { MediaRefused } from './refusals.rules.ts';
import type { StoryboardLayout } from './storyboard.rules.ts';

export type EncodingJob = {
  /** A local file. */
  path: string;
  /** What `inspectMedia` said of it. */
  facts: MediaFacts;
  sink: AssetSink;
  /** A folder for this asset alone, on a local disk; emptied at the start. */
  scratch: string;
  limits: EncodingLimits;
  signal: AbortSignal;
  report: EncodingReport;
};

export type EncodedAsset = {
  /** What was really made; a damaged file may end early. */
  seconds: number;
  renditions: { name: string; width: number; height: number; bandwidth: number }[];
  /** One still as JPEG; null for sound alone, and for a film of which none can be drawn. */
  poster: Buffer | null;
  /** Sheets of pictures; null as for the poster. */
  storyboard: StoryboardLayout | null;
  /** All that was put into the sink. */
  bytes: number;
};

/**
 * Makes everything of an asset, first what can be watched. Goes on from what an interrupted run left:
 * steps that are whole are not done again (`progress.json` in the sink). Throws MediaRefused for what
 * can never work, the signal's reason when called off (ffmpeg is killed at once), and other errors
 * for what may work later.
 */
export async function encodeAsset(job: EncodingJob): Promise<EncodedAsset> {
  const startedMs = performance.now();
  job.signal.throwIfAborted();
  const scratch = await emptyFolder(job.scratch);
  try {
    const source = await inspectSource(job.path, {
      limits: inspectionLimits(job.limits),
      signal: job.signal,
      ...(job.facts.video ? { canCopy: job.facts.video.canCopy } : {}),
    });
    const record = await ProgressRecord.from(job.sink);
    const course: Course = {
      path: resolve(job.path),
      source,
      sink: new CountingSink(job.sink, job.limits.outputBytes, record.bytes),
      scratch,
      limits: job.limits,
      deadlineMs: startedMs + job.limits.seconds * 1000,
      signal: job.signal,
      report: job.report,
      record,
      hasToneMapping: false,
    };
    course.hasToneMapping = await canToneMap(course);
    return await (source.video ? encodeFilm(course) : encodeSound(course));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const inspectionLimits = ({ seconds, memoryBytes }: EncodingLimits) => ({
  seconds: Math.min(seconds, 120),
  memoryBytes,
});

/** Removes what an earlier run left, and answers a folder that no process of it knows. */
async function emptyFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const left = await readdir(folder);
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
  return mkdtemp(join(resolve(folder), 'run-'));
}

async function encodeFilm(course: Course): Promise<EncodedAsset> {
  const { sink, source } = course;
  const first = await step(course, 'first', (progress) => makeFirst(course, progress));
  await putMaster(course, [
    ...first.renditions,
    ...(course.record.find('ladder')?.renditions ?? []),
  ]);
  await step(course, 'poster', () => drawPoster(course));
  const board = await step(course, 'storyboard', (progress) => drawStoryboard(course, progress));
  const rest = await step(course, 'ladder', (progress) => makeLadder(course, first, progress));
  const renditions = [...first.renditions, ...rest.renditions];
  await putMaster(course, renditions);
  refuseStump(renditions, source);
  return {
    ...describe(renditions, sink),
    poster: await sink.read(posterName),
    storyboard: board.layout,
  };
}

async function encodeSound(course: Course): Promise<EncodedAsset> {
  const { renditions } = await step(course, 'loudness', (progress) => makeSound(course, progress));
  await putMaster(course, renditions);
  refuseStump(renditions, course.source);
  return { ...describe(renditions, course.sink), poster: null, storyboard: null };
}

/** Shares of the whole work, as far as one can tell before. */
const shares: Record<AssetStep, { from: number; to: number }> = {
  first: { from: 0, to: 0.15 },
  poster: { from: 0.15, to: 0.16 },
  storyboard: { from: 0.16, to: 0.2 },
  ladder: { from: 0.2, to: 1 },
  loudness: { from: 0, to: 1 },
};

/** Does a step unless it is whole already, and keeps what came of it. */
async function step<S extends AssetStep>(
  course: Course,
  name: S,
  work: (progress: (seconds: number) => void) => Promise<StepResults[S]>,
): Promise<StepResults[S]> {
  course.signal.throwIfAborted();
  const { from, to } = shares[name];
  const tell = (share: number) => course.report.progress(from + (to - from) * share, name);
  const done = course.record.find(name);
  if (done) {
    tell(1);
    return done;
  }
  tell(0);
  const result = await work((seconds) => tell(Math.min(1, seconds / course.source.seconds)));
  await course.record.keep(name, result, course.sink);
  tell(1);
  return result;
}

/** A file that was cut off in its first half is no film any more. */
function refuseStump(renditions: readonly RenditionFacts[], source: SourceFacts): void {
  const seconds = Math.max(...renditions.map((rendition) => rendition.seconds));
  if (seconds < source.seconds / 2) throw new MediaRefused('damaged', 'ends early');
}

function describe(renditions: readonly RenditionFacts[], sink: CountingSink) {
  return {
    seconds: Math.max(...renditions.map(({ seconds }) => seconds)),
    renditions: renditions
      .toSorted(better)
      .map(({ name, width, height, bandwidth }) => ({ name, width, height, bandwidth })),
    bytes: sink.bytes,
  };
}

/** Is ffmpeg built with what turns HDR into ordinary colours? Asked only when it is needed. */
async function canToneMap(course: Course): Promise<boolean> {
  const { picture } = course.source;
  if (!picture?.highDynamicRange) return false;
  try {
    await runInCourse(course, {
      arguments: [
        ...['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'color=size=16x16:duration=0.1'],
        ...['-vf', ['format=yuv420p10le', ...toneMapping(picture)].join(',')],
        ...['-f', 'null', '/dev/null'],
      ],
    });
    return true;
  } catch (error) {
    if (error instanceof MediaRefused) return false;
    throw error;
  }
}
