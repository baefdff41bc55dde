import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { type Course, runInCourse, secondsLeft } from './course.ts';
import { quietArguments, stillFilters } from './encode-arguments.rules.ts';
import { sourceArguments } from './open-source.rules.ts';
import type { StepResults } from './progress-record.ts';
import { MediaRefused } from './refusals.rules.ts';
import { ShortOfMemory, threads } from './run-ffmpeg.ts';
import { countOf, layOut, type StoryboardLayout, storyboardCues } from './storyboard.rules.ts';

export const posterName = 'poster.jpg';

const posterSide = 1920;
const largestPoster = 16 * 1024 * 1024;
const posterSeconds = 60;
/** Where a film has said what it is about, but not yet how it ends. */
const posterPlaces = [0.1, 0.3, 0.5];
/** Shorter films are decoded whole for their storyboard: they may have a single keyframe. */
const shortSeconds = 60;

/** Keeps a still that shows something. An asset is whole without one: a film can be all black. */
export async function drawPoster(course: Course): Promise<StepResults['poster']> {
  const poster = await unlessBroken(course, () => findPoster(course));
  if (poster) await course.sink.put(posterName, poster);
  return { isKept: poster !== null };
}

async function findPoster(course: Course): Promise<Buffer | null> {
  let best: { still: Buffer; worth: number } | null = null;
  for (const place of posterPlaces) {
    const still = await drawStill(course, course.source.seconds * place);
    if (!still) continue;
    const { worth, isClear } = await judge(still);
    if (!best || worth > best.worth) best = { still, worth };
    if (isClear) break;
  }
  return best?.still ?? (await drawStill(course, null));
}

/** Of some keyframes from there on, the one that is most like the others; null when none comes. */
async function drawStill(course: Course, at: number | null): Promise<Buffer | null> {
  const { source, path } = course;
  const { picture, video } = source;
  if (!picture || !video) return null;
  const scale = Math.min(1, posterSide / Math.max(video.width, video.height));
  const size = { width: even(video.width * scale), height: even(video.height * scale) };
  const from =
    at === null ? [] : ['-ss', at.toFixed(3), '-noaccurate_seek', '-skip_frame', 'nokey'];
  const chunks: Buffer[] = [];
  await runInCourse(course, {
    arguments: [
      ...quietArguments,
      ...sourceArguments(path, source.container, ['-threads', String(threads), ...from]),
      ...['-map', `0:${picture.index}`, '-frames:v', '1', '-q:v', '3'],
      ...['-vf', ['thumbnail=6', ...stillFilters(course, size)].join(',')],
      ...['-c:v', 'mjpeg', '-f', 'image2pipe', 'pipe:3'],
    ],
    outputs: [(pipe) => gather(pipe, chunks)],
    withinSeconds: posterSeconds,
  });
  return chunks.length > 0 ? Buffer.concat(chunks) : null;
}

async function gather(pipe: Readable, chunks: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of pipe) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > largestPoster) throw new MediaRefused('too_large', 'still');
  }
}

/** A picture with much in it is worth more; one that is dark or white all over hardly anything. */
async function judge(still: Buffer): Promise<{ worth: number; isClear: boolean }> {
  const { entropy, channels } = await sharp(still).greyscale().stats();
  const { mean = 0, stdev = 0 } = channels[0] ?? {};
  const isClear = mean > 24 && mean < 235 && stdev > 12;
  return { worth: isClear ? entropy + 10 : entropy, isClear };
}

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2);

/** Draws the sheets of small pictures, from keyframes alone unless the film is short. */
export async function drawStoryboard(
  course: Course,
  progress: (seconds: number) => void,
): Promise<StepResults['storyboard']> {
  const { video, seconds } = course.source;
  if (!video) return { layout: null };
  const layout = layOut(seconds, video);
  const sheets = await unlessBroken(course, () => drawSheets(course, layout, progress));
  if (!sheets) return { layout: null };
  for (const [index, sheet] of sheets.entries()) {
    await course.sink.put(`storyboard/${index + 1}.jpg`, sheet);
  }
  await course.sink.put('storyboard.vtt', Buffer.from(storyboardCues(layout, seconds)));
  return { layout };
}

async function drawSheets(
  course: Course,
  layout: StoryboardLayout,
  progress: (seconds: number) => void,
): Promise<Buffer[]> {
  const { source, path, scratch } = course;
  const { columns, rows, everySeconds, sheets } = layout;
  const count = countOf(source.seconds, everySeconds);
  const only = source.seconds > shortSeconds ? ['-skip_frame', 'nokey'] : [];
  const filters = [
    `fps=1/${everySeconds}:start_time=0:round=near`,
    ...stillFilters(course, layout),
    // Where the last keyframe is long before the end, it stands for the rest.
    `tpad=stop_mode=clone:stop=${count}`,
    `trim=end_frame=${count}`,
    `tile=${columns}x${rows}`,
  ];
  await runInCourse(course, {
    arguments: [
      ...quietArguments,
      ...sourceArguments(path, source.container, ['-threads', String(threads), ...only]),
      ...['-map', `0:${source.picture?.index}`, '-vf', filters.join(','), '-q:v', '5'],
      ...['-frames:v', String(sheets), '-c:v', 'mjpeg', '-f', 'image2', '-start_number', '1'],
      'sheet-%d.jpg',
    ],
    progress,
    withinSeconds: posterSeconds + source.seconds / 4,
  });
  const names = Array.from({ length: sheets }, (_, index) => `sheet-${index + 1}.jpg`);
  return Promise.all(names.map((name) => readFile(join(scratch, name)).catch(missing)));
}

function missing(): never {
  throw new MediaRefused('damaged', 'a sheet is missing');
}

/** Stills are an extra: what only they stumble over is no reason to refuse the film. */
async function unlessBroken<T>(course: Course, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MediaRefused || error instanceof ShortOfMemory)) throw error;
    secondsLeft(course);
    return null;
  }
}
