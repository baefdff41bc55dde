import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Course, runInCourse } from './course.ts';
import { aacArguments, quietArguments, soundPipeArguments } from './encode-arguments.rules.ts';
import { loudnessFilter, readLoudness } from './loudness.rules.ts';
import { sourceArguments } from './open-source.rules.ts';
import type { StepResults } from './progress-record.ts';
import { RenditionWriter } from './rendition-writer.ts';
import { threads } from './run-ffmpeg.ts';

export const soundName = 'audio';
const fileName = 'audio.m4a';
/** Listening once is about as much work as making the file. */
const listening = 0.55;

/** Sound alone: measured, brought to one loudness, kept as one file for feeds and as a rendition. */
export async function makeSound(
  course: Course,
  progress: (seconds: number) => void,
): Promise<StepResults['loudness']> {
  const { seconds } = course.source;
  const filter = await measure(course, (now) => progress(now * listening));
  const file = join(course.scratch, fileName);
  await encode(course, filter, (now) => progress(seconds * listening + now * (1 - listening)));
  const { size } = await stat(file);
  await course.sink.put(fileName, createReadStream(file), size);
  const writer = new RenditionWriter({ name: soundName, sink: course.sink, isCopy: false });
  await runInCourse(course, {
    arguments: [
      ...quietArguments,
      ...sourceArguments(file, 'm4a'),
      ...['-map', '0:a:0', '-c', 'copy', ...soundPipeArguments()],
    ],
    outputs: [writer.take],
    mustMove: true,
  });
  return { renditions: [await writer.finish()] };
}

/** The filter that brings this sound to the wanted loudness, after listening to all of it. */
async function measure(course: Course, progress: (seconds: number) => void): Promise<string> {
  const { complaints } = await runInCourse(course, {
    arguments: [
      ...['-hide_banner', '-nostdin', '-nostats', '-v', 'info', '-progress', 'pipe:1'],
      ...inputArguments(course),
      ...['-af', loudnessFilter(null), '-f', 'null', '/dev/null'],
    ],
    progress,
    mustMove: true,
  });
  return loudnessFilter(readLoudness(complaints));
}

async function encode(
  course: Course,
  filter: string,
  progress: (seconds: number) => void,
): Promise<void> {
  await runInCourse(course, {
    arguments: [
      ...quietArguments,
      ...inputArguments(course),
      ...['-af', filter, ...aacArguments, '-map_metadata', '-1', '-map_chapters', '-1'],
      ...['-movflags', '+faststart', '-f', 'mp4', fileName],
    ],
    progress,
    mustMove: true,
  });
}

function inputArguments({ path, source }: Course): string[] {
  return [
    ...sourceArguments(path, source.container, ['-threads', String(threads)]),
    ...['-map', `0:${source.sound?.index}`],
  ];
}
