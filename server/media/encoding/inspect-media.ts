import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { containerOf, headBytes, id3Length, isIso, isMp3At } from './containers.rules.ts';
import type { Container, EncodingLimits, MediaFacts, SourceFacts } from './media-facts.ts';
import { sourceArguments } from './open-source.rules.ts';
import { refuseOutsideReferences } from './outside-references.ts';
import { MediaRefused } from './refusals.rules.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import {
  describeSource,
  isTooManyPixels,
  number,
  type Probed,
  type ProbedStream,
  pictureStream,
  soundAlone,
  soundStream,
} from './streams.rules.ts';

const defaults: EncodingLimits = {
  seconds: 60,
  memoryBytes: 1024 ** 3,
  outputBytes: 16 * 1024 ** 2,
};
/** The longest festival day. */
const longestSeconds = 12 * 3600;
/** Copied pictures begin a segment at a keyframe; further apart, players would wait for them. */
const farthestKeyframes = 10;
const lookSeconds = 30;
/** One picture is never so far from the next: there another look begins. */
const jumpSeconds = 5;

/**
 * What a file is, judged by its content alone. `path` is a local file; nothing but it is opened,
 * whatever stands in it. Throws MediaRefused, the signal's reason when called off, and the file
 * system's errors when it cannot be read.
 */
export async function inspectMedia(
  path: string,
  within: Pick<Inspection, 'limits' | 'signal'> = {},
): Promise<MediaFacts> {
  const { picture: _, sound: __, ...facts } = await inspectSource(path, within);
  return facts;
}

type Inspection = {
  limits?: Partial<EncodingLimits>;
  signal?: AbortSignal;
  /** What an earlier inspection said of the keyframes: they are not looked at again. */
  canCopy?: boolean;
};

/** The same with what encoding needs to know besides. */
export async function inspectSource(
  path: string,
  { limits, signal, canCopy }: Inspection = {},
): Promise<SourceFacts> {
  const look: Look = { path: resolve(path), limits: { ...defaults, ...limits }, signal };
  const container = await findContainer(look.path);
  const probed = await probe<Probed>(look, container, shown);
  const picture = pictureStream(probed, container);
  if (!picture && !soundStream(probed)) throw new MediaRefused('no_streams');
  if (picture && isTooManyPixels(picture)) throw new MediaRefused('too_large', 'pixels');
  const seconds = number(probed.format?.duration) || (await countSeconds(look, container));
  if (seconds > longestSeconds) throw new MediaRefused('too_long');
  if (seconds <= 0) throw new MediaRefused('damaged', 'no length');
  const source = describeSource(probed, { container, seconds });
  if (!source.video?.canCopy || !picture) return source;
  const isClose =
    soundAlone(source) <= farthestKeyframes &&
    (canCopy ?? (await hasCloseKeyframes(look, source, picture)));
  return { ...source, video: { ...source.video, canCopy: isClose } };
}

type Look = { path: string; limits: EncodingLimits; signal: AbortSignal | undefined };

async function findContainer(path: string): Promise<Container> {
  // A pipe in the place of a file is not waited for.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new MediaRefused('not_media');
    const head = Buffer.alloc(headBytes);
    const read = async (at: number) => (await file.read(head, 0, headBytes, at)).bytesRead;
    let bytes = head.subarray(0, await read(0));
    const tag = id3Length(bytes);
    if (tag > 0) {
      bytes = head.subarray(0, await read(tag));
      // Programs leave some empty room behind their tag.
      const sync = bytes.indexOf(0xff);
      if (sync >= 0 && isMp3At(bytes, sync)) return 'mp3';
      if (containerOf(bytes) !== 'flac') throw new MediaRefused('not_media');
      return 'flac';
    }
    const container = containerOf(bytes);
    if (!container) throw new MediaRefused('not_media');
    if (isIso(container)) await refuseOutsideReferences(file, stat.size);
    return container;
  } finally {
    await file.close();
  }
}

const shown = [
  ...['-show_streams', '-show_chapters', '-show_entries'],
  [
    'format=start_time,duration',
    'stream=index,codec_type,codec_name,profile,level,pix_fmt,width,height,sample_aspect_ratio,' +
      'field_order,color_transfer,avg_frame_rate,r_frame_rate,start_time,duration,channels,' +
      'sample_rate',
    'stream_disposition=default,attached_pic',
    'stream_side_data=rotation',
    'stream_tags=DURATION',
    'chapter=start_time',
    'chapter_tags=title',
  ].join(':'),
];

async function probe<T>(look: Look, container: Container, asked: string[]): Promise<T> {
  const { stdout, complaints } = await runFfmpeg({
    program: 'ffprobe',
    arguments: [
      ...['-v', 'error', '-of', 'json', ...asked],
      ...sourceArguments(look.path, container),
    ],
    folder: tmpdir(),
    limits: { ...look.limits, fileBytes: 0 },
    signal: look.signal,
  });
  // What has more pixels than its decoder may take loses its size, and would look like no picture.
  if (/max pixel count/.test(complaints)) throw new MediaRefused('too_large', 'pixels');
  return JSON.parse(stdout) as T;
}

/** For recordings of browsers, which do not say how long they are: reads all of it once. */
async function countSeconds(look: Look, container: Container): Promise<number> {
  let seconds = 0;
  await runFfmpeg({
    program: 'ffmpeg',
    arguments: [
      ...['-v', 'error', '-nostdin', '-progress', 'pipe:1'],
      ...sourceArguments(look.path, container),
      ...['-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '/dev/null'],
    ],
    folder: tmpdir(),
    limits: { ...look.limits, fileBytes: 0 },
    signal: look.signal,
    progress: (now) => {
      seconds = now;
    },
  });
  return seconds;
}

/** Looks at the beginning, the middle and near the end; the rest is seen while it is copied. */
async function hasCloseKeyframes(
  look: Look,
  source: SourceFacts,
  picture: ProbedStream,
): Promise<boolean> {
  const starts = [0, source.seconds / 2, source.seconds - lookSeconds * 2];
  const places = starts.filter((at, index) => index === 0 || at > lookSeconds * 2);
  const intervals = places.map((at) => `${at.toFixed(0)}%+${lookSeconds}`).join(',');
  const { packets = [] } = await probe<{ packets?: { pts_time?: string; flags?: string }[] }>(
    look,
    source.container,
    [
      ...['-select_streams', String(picture.index), '-read_intervals', intervals],
      ...['-show_entries', 'packet=pts_time,flags'],
    ],
  );
  let keyframe = 0;
  let before = Number.NaN;
  return packets.every(({ pts_time, flags = '' }) => {
    const at = number(pts_time);
    const isElsewhere = !(Math.abs(at - before) < jumpSeconds);
    before = at;
    if (isElsewhere || flags.startsWith('K')) keyframe = at;
    return at - keyframe <= farthestKeyframes;
  });
}
