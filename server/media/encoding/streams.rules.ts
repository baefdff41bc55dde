import { isSoundOnly } from './containers.rules.ts';
import type { Chapter, Container, PictureFacts, SourceFacts } from './media-facts.ts';
import { audioCodecs, mostPixels, videoCodecs } from './open-source.rules.ts';

/** What ffprobe says of a stream, as far as it is asked. */
export type ProbedStream = {
  index: number;
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  level?: number;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  field_order?: string;
  color_transfer?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  start_time?: string;
  duration?: string;
  channels?: number;
  sample_rate?: string;
  disposition?: { default?: number; attached_pic?: number };
  side_data_list?: { rotation?: number }[];
  tags?: { DURATION?: string };
};

export type Probed = {
  streams?: ProbedStream[];
  chapters?: { start_time?: string; tags?: { title?: string } }[];
  format?: { start_time?: string; duration?: string };
};

export const mostChapters = 500;
const longestTitle = 200;
const longestSide = 16_384;

/** The default one of a kind, else the first. */
function chosen(streams: readonly ProbedStream[]): ProbedStream | undefined {
  return streams.find((stream) => stream.disposition?.default === 1) ?? streams[0];
}

export function pictureStream(probed: Probed, container: Container): ProbedStream | undefined {
  if (isSoundOnly(container)) return undefined;
  const pictures = (probed.streams ?? []).filter(
    ({ codec_type, codec_name = '', disposition, width = 0, height = 0 }) =>
      codec_type === 'video' &&
      disposition?.attached_pic !== 1 &&
      videoCodecs.has(codec_name) &&
      Math.min(width, height) >= 2,
  );
  return chosen(pictures);
}

export function soundStream(probed: Probed): ProbedStream | undefined {
  const sounds = (probed.streams ?? []).filter(
    ({ codec_type, codec_name = '', channels = 0 }) =>
      codec_type === 'audio' && channels > 0 && audioCodecs.has(codec_name),
  );
  return chosen(sounds);
}

export const number = (text: string | number | undefined): number => {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) ? value : 0;
};

/** `30000/1001`, `4:3`; 0 when it says nothing. */
export function ratio(text: string | undefined): number {
  const [over = 0, under = 0] = (text ?? '').split(/[/:]/).map(Number);
  const value = over / under;
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** Length of a stream in seconds; Matroska keeps it as text of its own. */
export function streamSeconds(stream: ProbedStream | undefined): number {
  const [hours, minutes, seconds] = (stream?.tags?.DURATION ?? '').split(':').map(Number);
  const written = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return number(stream?.duration) || (Number.isFinite(written) ? written : 0);
}

export function isTooManyPixels({ width = 0, height = 0 }: ProbedStream): boolean {
  return width * height > mostPixels || Math.max(width, height) > longestSide;
}

const even = (value: number) => Math.max(2, Math.round(value / 2) * 2);

/** Upright and with square pixels; nothing is made narrower for it. */
export function shownSize(stream: ProbedStream): { width: number; height: number } {
  const { width = 2, height = 2 } = stream;
  const shape = Math.min(8, Math.max(1 / 8, ratio(stream.sample_aspect_ratio) || 1));
  const square = shape >= 1 ? { width: width * shape, height } : { width, height: height / shape };
  const isTurned = Math.round(Math.abs(rotationOf(stream)) / 90) % 2 === 1;
  return isTurned ? { width: square.height, height: square.width } : square;
}

/** Seconds for which the sound goes on when the picture has ended. */
export function soundAlone({ picture, sound }: Pick<SourceFacts, 'picture' | 'sound'>): number {
  return picture && sound ? sound.seconds - picture.startSeconds - picture.seconds : 0;
}

export function rotationOf({ side_data_list: sides = [] }: ProbedStream): number {
  return sides.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
}

const copiedProfiles = new Set(['Constrained Baseline', 'Baseline', 'Main', 'High']);
const brightTransfers = ['smpte2084', 'arib-std-b67'] as const;

/**
 * May the picture go on as it is? What every browser plays, upright and with square pixels. How far
 * its keyframes are apart is another question.
 */
export function isPlainPicture(stream: ProbedStream): boolean {
  const {
    codec_name,
    profile = '',
    level = 99,
    pix_fmt = '',
    field_order = 'progressive',
  } = stream;
  const { width = 1, height = 1 } = stream;
  const shape = ratio(stream.sample_aspect_ratio) || 1;
  return (
    codec_name === 'h264' &&
    copiedProfiles.has(profile) &&
    level > 0 &&
    level <= 52 &&
    ['yuv420p', 'yuvj420p'].includes(pix_fmt) &&
    ['progressive', 'unknown'].includes(field_order) &&
    rotationOf(stream) === 0 &&
    Math.abs(shape - 1) < 0.01 &&
    highDynamicRangeOf(stream) === null &&
    width % 2 === 0 &&
    height % 2 === 0 &&
    ratio(stream.avg_frame_rate) <= 61
  );
}

/** AAC-LC in mono or stereo; other kinds of AAC are not played everywhere. */
export function canCopySound(stream: ProbedStream): boolean {
  const rate = number(stream.sample_rate);
  return (
    stream.codec_name === 'aac' &&
    stream.profile === 'LC' &&
    (stream.channels ?? 9) <= 2 &&
    rate >= 32_000 &&
    rate <= 48_000
  );
}

function highDynamicRangeOf(stream: ProbedStream): PictureFacts['highDynamicRange'] {
  return brightTransfers.find((transfer) => transfer === stream.color_transfer) ?? null;
}

/** Everything but the keyframes. */
export function describeSource(
  probed: Probed,
  known: { container: Container; seconds: number },
): SourceFacts {
  const picture = pictureStream(probed, known.container);
  const sound = soundStream(probed);
  return {
    ...known,
    video: picture ? videoOf(picture) : null,
    audio: sound
      ? {
          codec: sound.codec_name ?? '',
          channels: sound.channels ?? 0,
          sampleRate: number(sound.sample_rate),
          canCopy: canCopySound(sound),
        }
      : null,
    chapters: chaptersOf(probed, known.seconds),
    picture: picture ? pictureFacts(picture, probed, known.seconds) : null,
    sound: sound ? { index: sound.index, seconds: streamSeconds(sound) || known.seconds } : null,
  };
}

function videoOf(picture: ProbedStream): SourceFacts['video'] {
  const { width, height } = shownSize(picture);
  return {
    codec: picture.codec_name ?? '',
    width: even(width),
    height: even(height),
    frameRate: ratio(picture.avg_frame_rate) || ratio(picture.r_frame_rate) || 25,
    canCopy: isPlainPicture(picture),
  };
}

function pictureFacts(picture: ProbedStream, probed: Probed, seconds: number): PictureFacts {
  const rate = ratio(picture.avg_frame_rate);
  return {
    index: picture.index,
    startSeconds: Math.max(0, number(picture.start_time) - number(probed.format?.start_time)),
    seconds: streamSeconds(picture) || seconds,
    stored: { width: picture.width ?? 2, height: picture.height ?? 2 },
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(picture.field_order ?? ''),
    highDynamicRange: highDynamicRangeOf(picture),
    highestRate: Math.max(rate, ratio(picture.r_frame_rate)),
  };
}

function chaptersOf({ chapters = [] }: Probed, seconds: number): Chapter[] {
  return chapters
    .slice(0, mostChapters)
    .map(({ start_time, tags }) => ({
      startSeconds: Math.max(0, Math.round(number(start_time) * 1000) / 1000),
      title: cleanTitle(tags?.title ?? ''),
    }))
    .filter(({ startSeconds, title }) => title !== '' && startSeconds < seconds)
    .toSorted((a, b) => a.startSeconds - b.startSeconds);
}

/** One line without signs that steer a screen. */
function cleanTitle(title: string): string {
  return title
    .slice(0, longestTitle * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, longestTitle);
}
