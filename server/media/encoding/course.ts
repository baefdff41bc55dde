import type { CountingSink } from './asset-sink.ts';
import type { EncodingLimits, SourceFacts } from './media-facts.ts';
import type { ProgressRecord } from './progress-record.ts';
import { MediaRefused } from './refusals.rules.ts';
import { type FfmpegRun, runFfmpeg } from './run-ffmpeg.ts';

export type AssetStep = 'first' | 'ladder' | 'storyboard' | 'poster' | 'loudness';

export type EncodingReport = {
  /** 0..1 of the whole. */
  progress(share: number, step: AssetStep): void;
  /**
   * The asset can be watched from now on; called again with each further rendition, and with none when
   * what could be watched has to be made anew.
   */
  playable(renditions: { name: string; width: number; height: number }[]): void;
};

/** Everything that the steps of one asset share. */
export type Course = {
  path: string;
  source: SourceFacts;
  sink: CountingSink;
  /** An own, empty folder. */
  scratch: string;
  limits: EncodingLimits;
  /** When the time of the whole work is over, on the clock of `performance.now()`. */
  deadlineMs: number;
  signal: AbortSignal;
  report: EncodingReport;
  record: ProgressRecord;
  hasToneMapping: boolean;
};

const stallSeconds = 120;

/** Seconds that are left of the whole work. Throws `took_too_long` when there are none. */
export function secondsLeft(course: Course): number {
  const left = (course.deadlineMs - performance.now()) / 1000;
  if (left <= 0) throw new MediaRefused('took_too_long');
  return left;
}

type CourseRun = Pick<FfmpegRun, 'arguments' | 'outputs' | 'progress'> & {
  /** Fewer than what is left of the whole. */
  withinSeconds?: number;
  /** For work that reports pictures while it goes on. */
  mustMove?: boolean;
};

/** Runs ffmpeg for a step, within what is left of the asset's limits. */
export function runInCourse(course: Course, run: CourseRun) {
  const { limits, sink, signal, scratch } = course;
  const { withinSeconds = Number.POSITIVE_INFINITY, mustMove = false, ...rest } = run;
  return runFfmpeg({
    program: 'ffmpeg',
    folder: scratch,
    signal,
    limits: {
      seconds: Math.min(secondsLeft(course), withinSeconds),
      memoryBytes: limits.memoryBytes,
      fileBytes: Math.max(0, limits.outputBytes - sink.bytes),
    },
    ...(mustMove ? { stall: { seconds: stallSeconds, isWaiting: () => sink.isPutting } } : {}),
    ...rest,
  });
}
