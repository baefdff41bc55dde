import { type Course, runInCourse } from './course.ts';
import { copyArguments, ladderArguments } from './encode-arguments.rules.ts';
import { chooseLadder, copyName, lowestOf, type Rung } from './ladder.rules.ts';
import { better, masterPlaylist, type RenditionFacts } from './playlists.rules.ts';
import type { StepResults } from './progress-record.ts';
import { CannotCopy, RenditionWriter } from './rendition-writer.ts';
import { threads } from './run-ffmpeg.ts';

type Progress = (seconds: number) => void;

const master = 'master.m3u8';

/**
 * What can be watched first: the source's own picture where that goes, else its lowest size. While
 * it is being made it can be watched already; its playlist grows.
 */
export async function makeFirst(course: Course, progress: Progress): Promise<StepResults['first']> {
  if (course.source.video?.canCopy) {
    const copied = await copySource(course, progress);
    if (copied) return copied;
  }
  const rungs = chooseLadder(videoOf(course), null);
  const renditions = await encodeRungs(course, lowestOf(rungs), {
    cuts: null,
    progress,
    grows: true,
  });
  return { renditions, cuts: null };
}

/** Null when it turns out on the way that the picture cannot be copied. */
async function copySource(
  course: Course,
  progress: Progress,
): Promise<StepResults['first'] | null> {
  const writer = new RenditionWriter({
    name: copyName,
    sink: course.sink,
    isCopy: true,
    grown: (one) => putMaster(course, [one.facts()]),
  });
  try {
    await runInCourse(course, {
      arguments: copyArguments(optionsOf(course)),
      outputs: [writer.take],
      progress,
      mustMove: true,
    });
    const rendition = await writer.finish();
    return { renditions: [rendition], cuts: writer.cuts };
  } catch (error) {
    if (!(error instanceof CannotCopy)) throw error;
    await takeBack(course, writer);
    return null;
  }
}

/** Half a rendition is worth nothing, and players would wait for its rest: first nobody is led there. */
async function takeBack(course: Course, writer: RenditionWriter): Promise<void> {
  if (writer.isShown) {
    course.report.playable([]);
    await course.sink.remove(master, 0);
  }
  await writer.remove();
}

/** All other sizes, from one decoding. */
export async function makeLadder(
  course: Course,
  first: StepResults['first'],
  progress: Progress,
): Promise<StepResults['ladder']> {
  const made = new Set(first.renditions.map(({ name }) => name));
  const copy = first.cuts ? (first.renditions[0] ?? null) : null;
  const rungs = chooseLadder(videoOf(course), copy).filter(({ name }) => !made.has(name));
  if (rungs.length === 0) return { renditions: [] };
  const renditions = await encodeRungs(course, rungs, { cuts: first.cuts, progress, grows: false });
  return { renditions };
}

type RungWork = { cuts: number[] | null; progress: Progress; grows: boolean };

async function encodeRungs(
  course: Course,
  rungs: readonly Rung[],
  { cuts, progress, grows }: RungWork,
): Promise<RenditionFacts[]> {
  const grown = (one: RenditionWriter) => putMaster(course, [one.facts()]);
  const writers = rungs.map(
    ({ name }) =>
      new RenditionWriter({ name, sink: course.sink, isCopy: false, ...(grows ? { grown } : {}) }),
  );
  await runInCourse(course, {
    arguments: ladderArguments(optionsOf(course), rungs, cuts),
    outputs: writers.map(({ take }) => take),
    progress,
    mustMove: true,
  });
  const renditions: RenditionFacts[] = [];
  for (const writer of writers) renditions.push(await writer.finish());
  return renditions;
}

/** Writes the list of renditions and says that they can be watched. */
export async function putMaster(
  course: Course,
  renditions: readonly RenditionFacts[],
): Promise<void> {
  await course.sink.rewrite(master, masterPlaylist(renditions));
  const shown = renditions.toSorted(better);
  course.report.playable(shown.map(({ name, width, height }) => ({ name, width, height })));
}

function optionsOf({ path, source, hasToneMapping }: Course) {
  return { path, source, threads, hasToneMapping };
}

function videoOf({ source }: Course) {
  return source.video ?? { width: 2, height: 2, frameRate: 25 };
}
