import type { RungPlan } from './ladder.rules.ts';
import { audioBits } from './ladder.rules.ts';
import type { Source } from './source-probe.ts';
import type { TranscoderInput } from './transcoder-input.ts';

/** The first pipe of ffmpeg that carries a result; 0 to 2 are the standard ones. */
export const firstPipe = 3;

const segmentSeconds = 2;

/** What ffmpeg is to make of a feed: pictures in some sizes, and sound when it is not AAC. */
export type Work = {
  pictures: (RungPlan & { video: { copy: false; width: number; height: number; bits: number } })[];
  sound: boolean;
  /** Cut at the source's keyframes, since its picture is shown as well. */
  followsSource: boolean;
};

/** The work that is left when everything that can be passed through is. */
export function workOf(plans: readonly RungPlan[]): Work {
  return {
    pictures: plans.flatMap((plan) =>
      plan.video && !plan.video.copy && !plan.like ? [{ ...plan, video: plan.video }] : [],
    ),
    sound: plans.some((plan) => plan.audio && !plan.audio.copy),
    followsSource: plans.some((plan) => plan.video?.copy),
  };
}

/**
 * The command line of one run: the feed on the standard input, FLV of each result on its own pipe, all
 * on the clock of the input (`copyts`). FLV carries frames and their times and nothing more; MP4
 * from ffmpeg's pipes got doubled times where sound and picture shared a file.
 */
export function transcoderArguments(
  source: Source,
  work: Work,
  format: TranscoderInput['format'],
): string[] {
  const filters = scaleFilters(work);
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-protocol_whitelist', 'pipe'],
    ...['-copyts', '-threads', '1', '-fpsprobesize', '0'],
    ...['-probesize', '2000000', '-analyzeduration', '800000'],
    ...['-f', format, '-i', 'pipe:0'],
    ...(filters ? ['-filter_complex', filters] : []),
    ...work.pictures.flatMap((picture, index) => [
      ...videoArguments(picture, source, work.followsSource),
      ...muxArguments(index),
    ]),
    ...(work.sound ? [...audioArguments(), ...muxArguments(work.pictures.length)] : []),
  ];
}

/** Each picture is scaled from the next larger one: less work than always from the source. */
function scaleFilters({ pictures }: Work): string {
  let from = '0:v:0';
  return pictures
    .map(({ name, video }, index) => {
      const size = `${video.width}:${video.height}`;
      const picture = `[${from}]scale=${size}:flags=bicubic,setsar=1,format=yuv420p`;
      from = `rest${index}`;
      const isLast = index === pictures.length - 1;
      return isLast ? `${picture}[${name}]` : `${picture},split=2[${name}][${from}]`;
    })
    .join(';');
}

function videoArguments(picture: Work['pictures'][number], source: Source, follows: boolean) {
  const { bits } = picture.video;
  const rate = source.video?.frameRate ?? 30;
  return [
    ...['-map', `[${picture.name}]`, '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-tune', 'zerolatency', '-profile:v', 'main', '-bf', '0', '-sc_threshold', '0'],
    // Frames keep their own times: renditions must be cut at the very same instants.
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000'],
    ...['-g', String(Math.ceil(rate * 10)), '-keyint_min', '1'],
    ...['-force_key_frames', follows ? 'source' : everySegment()],
    ...['-b:v', String(bits), '-maxrate', String(Math.round(bits * 1.15))],
    ...['-bufsize', String(Math.round(bits * 1.5))],
  ];
}

function everySegment(): string {
  return `expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+${segmentSeconds}-0.001))`;
}

function audioArguments(): string[] {
  return ['-map', '0:a:0', '-c:a', 'aac', '-b:a', String(audioBits), '-ac', '2', '-ar', '48000'];
}

function muxArguments(index: number): string[] {
  return [
    ...['-avoid_negative_ts', 'disabled', '-flush_packets', '1'],
    ...['-flvflags', 'no_duration_filesize', '-f', 'flv', `pipe:${firstPipe + index}`],
  ];
}
