import type { RungPlan } from './ladder.rules.ts';
import { audioBits } from './ladder.rules.ts';
import type { Source } from './source-probe.ts';

/** The first pipe of ffmpeg that carries a rendition; 0 to 2 are the standard ones. */
export const firstPipe = 3;

const segmentSeconds = 2;

/**
 * The command line of one run: FLV on the standard input, fragmented MP4 of each rendition on its
 * own pipe, one fragment a frame, all on the clock of the input (`copyts`, no edit lists).
 */
export function transcoderArguments(source: Source, plans: readonly RungPlan[]): string[] {
  const filters = scaleFilters(plans);
  // Every rendition must have a keyframe where the passed-through one has.
  const follows = plans.some((plan) => plan.video?.copy);
  return [
    ...['-hide_banner', '-nostats', '-loglevel', 'error', '-protocol_whitelist', 'pipe'],
    ...['-copyts', '-threads', '1', '-fpsprobesize', '0'],
    ...['-probesize', '2000000', '-analyzeduration', '800000'],
    ...['-f', 'flv', '-i', 'pipe:0'],
    ...(filters ? ['-filter_complex', filters] : []),
    ...plans.flatMap((plan, index) => [
      ...videoArguments(plan, source, follows),
      ...audioArguments(plan),
      ...muxArguments(index),
    ]),
  ];
}

/** Each picture is scaled from the next larger one: less work than always from the source. */
function scaleFilters(plans: readonly RungPlan[]): string {
  const scaled = plans.flatMap(({ name, video }) =>
    video && !video.copy ? [{ name, size: `${video.width}:${video.height}` }] : [],
  );
  let from = '0:v:0';
  return scaled
    .map(({ name, size }, index) => {
      const isLast = index === scaled.length - 1;
      const picture = `[${from}]scale=${size}:flags=bicubic,setsar=1,format=yuv420p`;
      from = `rest${index}`;
      return isLast ? `${picture}[${name}]` : `${picture},split=2[${name}][${from}]`;
    })
    .join(';');
}

function videoArguments(plan: RungPlan, source: Source, follows: boolean): string[] {
  if (!plan.video) return ['-vn'];
  if (plan.video.copy) return ['-map', '0:v:0', '-c:v', 'copy'];
  const { bits } = plan.video;
  const rate = source.video?.frameRate ?? 30;
  return [
    ...['-map', `[${plan.name}]`, '-c:v', 'libx264', '-preset', 'veryfast'],
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

function audioArguments(plan: RungPlan): string[] {
  if (!plan.audio) return ['-an'];
  // Without the filter ffmpeg 5.1 gives two copied frames in a row the same time when each frame is a
  // fragment of its own; browsers then drop the picture up to the next keyframe.
  if (plan.audio.copy) return ['-map', '0:a:0', '-c:a', 'copy', '-bsf:a', 'setts=ts=PTS'];
  return [
    ...['-map', '0:a:0', '-c:a', 'aac', '-b:a', String(audioBits), '-ac', '2', '-ar', '48000'],
  ];
}

function muxArguments(index: number): string[] {
  return [
    ...['-avoid_negative_ts', 'disabled', '-max_interleave_delta', '500000'],
    ...['-flush_packets', '1', '-use_editlist', '0', '-video_track_timescale', '90000'],
    ...['-movflags', '+frag_every_frame+empty_moov+default_base_moof+frag_discont+skip_trailer'],
    ...['-f', 'mp4', `pipe:${firstPipe + index}`],
  ];
}
