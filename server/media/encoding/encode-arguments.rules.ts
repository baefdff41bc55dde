import { audioBits, highestRate, type Rung, segmentSeconds } from './ladder.rules.ts';
import type { PictureFacts, SourceFacts } from './media-facts.ts';
import { sourceArguments } from './open-source.rules.ts';
import { soundAlone } from './streams.rules.ts';

/** The first pipe of ffmpeg that carries a result; 0 to 2 are the standard ones. */
const firstPipe = 3;

/**
 * All results begin ten seconds late: pictures that lean on later ones and the first samples of AAC
 * come before zero, and MP4 cannot say so without lists that players read differently. One clock
 * for all renditions keeps them together; players take it off. Ten seconds are enough for slides.
 */
export const clockSeconds = 10;

export type EncodeOptions = {
  path: string;
  source: SourceFacts;
  threads: number;
  hasToneMapping: boolean;
};

export const quietArguments = [
  '-hide_banner',
  '-nostdin',
  '-nostats',
  '-v',
  'error',
  '-progress',
  'pipe:1',
];

/** Passes the picture on as it is, and the sound if it can. */
export function copyArguments({ path, source }: EncodeOptions): string[] {
  return [
    ...quietArguments,
    ...sourceArguments(path, source.container),
    ...['-map', `0:${source.picture?.index}`, '-c:v', 'copy'],
    ...soundArguments(source),
    ...['-min_frag_duration', '3800000', ...muxArguments(0)],
  ];
}

/** Encodes some sizes from one decoding, each into a pipe of its own. */
export function ladderArguments(
  options: EncodeOptions,
  rungs: readonly Rung[],
  cuts: readonly number[] | null,
): string[] {
  const { path, source, threads } = options;
  return [
    ...quietArguments,
    ...sourceArguments(path, source.container, ['-threads', String(threads)]),
    ...[
      '-filter_complex_threads',
      String(threads),
      '-filter_complex',
      ladderFilters(options, rungs),
    ],
    ...rungs.flatMap((rung, index) => [
      ...pictureArguments(rung, { cuts, threads, isSlow: isSlow(source) }),
      ...soundArguments(source),
      // Only forced keyframes exist, so every one of them begins a fragment.
      ...['-min_frag_duration', '500000', ...muxArguments(index)],
    ]),
  ];
}

/** The default sound of the source as AAC in stereo. */
function soundArguments({ sound, audio }: SourceFacts): string[] {
  if (!sound || !audio) return [];
  const map = ['-map', `0:${sound.index}`];
  if (audio.canCopy) return [...map, '-c:a', 'copy'];
  return [...map, ...aacArguments, '-af', 'aresample=async=1000:first_pts=0'];
}

export const aacArguments = ['-c:a', 'aac', '-b:a', String(audioBits), '-ac', '2', '-ar', '48000'];

function muxArguments(index: number): string[] {
  return [
    ...[
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-max_muxing_queue_size',
      '4096',
    ],
    ...['-avoid_negative_ts', 'disabled', '-output_ts_offset', String(clockSeconds)],
    ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof+frag_discont'],
    ...['-use_editlist', '0', '-f', 'mp4', `pipe:${firstPipe + index}`],
  ];
}

/** Sound alone has no keyframes: it is cut by the clock. */
export function soundPipeArguments(index = 0): string[] {
  return ['-frag_duration', String(segmentSeconds * 1_000_000), ...muxArguments(index)];
}

function pictureArguments(
  rung: Rung,
  { cuts, threads, isSlow }: { cuts: readonly number[] | null; threads: number; isSlow: boolean },
): string[] {
  const { name, bits } = rung;
  const keyframes = cuts
    ? cuts.map((at) => at.toFixed(3)).join(',')
    : `expr:gte(t,n_forced*${segmentSeconds})`;
  return [
    ...['-map', `[${name}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
    ...['-threads', String(threads), '-crf', '22', '-maxrate', String(bits)],
    ...['-bufsize', String(bits * 2), '-g', '100000', '-sc_threshold', '0'],
    ...(isSlow ? ['-bf', '0'] : []),
    ...['-fps_mode', 'vfr', '-enc_time_base', '1:90000'],
    ...(keyframes ? ['-force_key_frames', keyframes] : []),
  ];
}

/** Slides and screens that rarely change: pictures that lean on later ones would come far too early. */
function isSlow({ video, picture }: SourceFacts): boolean {
  const rate = video?.frameRate ?? 25;
  return rate < 5 || (picture?.highestRate ?? rate) > rate * 2;
}

/** Each size is scaled from the next larger one: less work than always from the source. */
function ladderFilters(options: EncodeOptions, rungs: readonly Rung[]): string {
  const { source, hasToneMapping } = options;
  const { picture } = source;
  if (!picture) return '';
  const [largest] = rungs;
  const before = [...evenPace(source, picture)];
  const after = picture.highDynamicRange && hasToneMapping ? toneMapping(picture) : [];
  let from = `0:${picture.index}`;
  return rungs
    .map((rung, index) => {
      const steps = [
        ...(rung === largest ? before : []),
        `scale=${rung.width}:${rung.height}:flags=bicubic`,
        'setsar=1',
        ...(rung === largest ? after : []),
        'format=yuv420p',
      ].join(',');
      const begin = `[${from}]${steps}`;
      from = `rest${index}`;
      const isLast = index === rungs.length - 1;
      return isLast ? `${begin}[${rung.name}]` : `${begin},split=2[${rung.name}][${from}]`;
    })
    .join(';');
}

/**
 * Whole pictures at a pace that players can follow: woven fields are taken apart, more than sixty
 * in a second are thinned out, and a picture that stands still while the sound goes on is repeated.
 */
function evenPace(source: SourceFacts, picture: PictureFacts): string[] {
  const rate = source.video?.frameRate ?? 25;
  const missing = soundAlone(source);
  const stands = missing > 2 || rate < 1;
  return [
    ...(picture.isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...(rate > highestRate * 1.01 ? [`fps=${highestRate}`] : []),
    ...(rate <= highestRate * 1.01 && picture.highestRate > highestRate * 1.01
      ? [
          `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${(1 / (highestRate + 1)).toFixed(5)})'`,
        ]
      : []),
    ...(stands ? [`fps=${Math.min(highestRate, Math.max(5, rate)).toFixed(3)}`] : []),
    ...(missing > 2 ? [`tpad=stop_mode=clone:stop_duration=${missing.toFixed(3)}`] : []),
  ];
}

/** HDR to the colours of ordinary screens. Files often say only half of what their numbers mean. */
export function toneMapping({ highDynamicRange }: PictureFacts): string[] {
  return [
    `setparams=range=tv:color_primaries=bt2020:color_trc=${highDynamicRange}:colorspace=bt2020nc`,
    'zscale=t=linear:npl=100',
    ...['format=gbrpf32le', 'zscale=p=bt709', 'tonemap=hable:desat=0'],
    'zscale=t=bt709:m=bt709:r=tv',
  ];
}

/** A picture as still JPEGs are drawn from it, in a size; `fine` filters come before. */
export function stillFilters(
  { source, hasToneMapping }: Pick<EncodeOptions, 'source' | 'hasToneMapping'>,
  size: { width: number; height: number },
): string[] {
  const isBright = source.picture?.highDynamicRange && hasToneMapping;
  return [
    `scale=${size.width}:${size.height}:flags=bicubic`,
    'setsar=1',
    ...(isBright && source.picture ? toneMapping(source.picture) : []),
    'format=yuvj420p',
  ];
}
