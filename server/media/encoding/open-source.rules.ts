import { demuxers, isIso } from './containers.rules.ts';
import type { Container } from './media-facts.ts';

const pcm = [
  ...['s8', 'u8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be'],
  ...['f32le', 'f32be', 'f64le', 'f64be', 'alaw', 'mulaw'],
].map((kind) => `pcm_${kind}`);

/** Codecs that cameras, phones, recorders and editing programs write, by ffmpeg's names. */
export const videoCodecs = new Set([
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4', 'mpeg2video', 'mjpeg', 'h263'],
  ...['prores', 'dnxhd', 'cfhd', 'dvvideo'],
]);
export const audioCodecs = new Set([
  ...['aac', 'mp3', 'mp2', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3', 'amr_nb', 'amr_wb'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', ...pcm],
]);

/** The programs that decode them: nothing else of ffmpeg's five hundred is ever started. */
const decoders = [
  ...videoCodecs,
  ...audioCodecs,
  ...['libdav1d', 'libaom-av1', 'mp3float', 'mp2float', 'amrnb', 'amrwb'],
].join(',');

/** 8K. A picture with more is refused before it is decoded. */
export const mostPixels = 7680 * 4320;

/**
 * How ffmpeg opens a file that a stranger made: by the one demuxer that we chose, from the file
 * system alone, following nothing that stands in it.
 */
export function sourceArguments(
  path: string,
  container: Container,
  before: readonly string[] = [],
): string[] {
  const demuxer = demuxers[container];
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer],
    ...['-codec_whitelist', decoders, '-max_pixels', String(mostPixels), '-max_streams', '64'],
    ...['-f', demuxer.split(',')[0] ?? demuxer],
    ...(isIso(container) ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    ...before,
    ...['-i', `file:${path}`],
  ];
}
