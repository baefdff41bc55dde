import type { Rung } from './ladder.rules.ts';
import type { VariantFacts } from './playlists.ts';
import { dateTime, multivariantPlaylist, segmentName } from './playlists.ts';
import type { SegmentSink } from './segment-sink.ts';

/** What must be known to go on with a broadcast after a restart; kept as `meta.json`. */
export type RecordingMeta = {
  rungs: Rung[];
  variants: VariantFacts[];
  target: number;
  partTarget: number;
  epoch: number;
  runs: number;
  /** With which numbers this epoch began. */
  from?: Numbers;
  sound?: { sampleRate: number; channels: number } | null;
  /** Of this epoch's slates, which are not recorded: their last segment, and how many there were. */
  slates?: { sequence: number; breaks: number };
};

/** Of the next segment, and of discontinuities that have gone before. */
export type Numbers = { sequence: number; discontinuity: number };

/** One segment of the recording, in all renditions. Kept in pieces of 50: `index-0.json` … */
export type RecordedSegment = {
  sequence: number;
  epoch: number;
  map: string;
  startsAtMs: number;
  isDiscontinuous: boolean;
  /** So much was shown before it of which no rendition could be kept. */
  lostSeconds?: number;
  /** By rendition: seconds and bytes; missing where the rendition has a gap. */
  files: Record<string, { seconds: number; bytes: number }>;
};

export const pieceSize = 50;
export const pieceName = (index: number): string => `index-${index}.json`;

/** What stands in storage of a broadcast, or null when nothing was kept. */
export async function readRecordingIndex(
  sink: Pick<SegmentSink, 'read'>,
): Promise<{ meta: RecordingMeta; segments: RecordedSegment[] } | null> {
  const meta = await sink.read('meta.json');
  if (!meta) return null;
  const segments: RecordedSegment[] = [];
  for (let piece = 0; ; piece += 1) {
    const bytes = await sink.read(pieceName(piece));
    if (!bytes) break;
    segments.push(...(JSON.parse(bytes.toString('utf8')) as RecordedSegment[]));
  }
  return { meta: JSON.parse(meta.toString('utf8')) as RecordingMeta, segments };
}

/**
 * Where the next process goes on. Players may have seen up to two segments that were never kept, and
 * a discontinuity with them: their numbers stay unused, since players trust them never to go back.
 */
export function numbersAfter(meta: RecordingMeta, segments: readonly RecordedSegment[]): Numbers {
  const from = meta.from ?? { sequence: 0, discontinuity: 0 };
  const { slates = { sequence: -1, breaks: 0 } } = meta;
  const last = Math.max(from.sequence - 1, slates.sequence, segments.at(-1)?.sequence ?? -1);
  const recorded = segments.filter((one) => one.epoch === meta.epoch && one.isDiscontinuous).length;
  const breaks = recorded + slates.breaks;
  return { sequence: last + 3, discontinuity: from.discontinuity + breaks + 1 };
}

export const recordedSeconds = (segments: readonly RecordedSegment[]): number =>
  segments.reduce((sum, segment) => sum + longest(segment), 0);

/** How long a segment is shown, whichever rendition is watched. */
export function longest(segment: RecordedSegment): number {
  return Math.max(0, ...Object.values(segment.files).map((file) => file.seconds));
}

export type RecordingFile = { name: string; text: string };

/** The playlists of a finished broadcast, made of the very segments that were sent live. */
export function recordingPlaylists(
  meta: RecordingMeta,
  segments: readonly RecordedSegment[],
): RecordingFile[] {
  const variants = meta.variants.filter(({ name }) => segments.some((one) => one.files[name]));
  return [
    ...variants.map(({ name }) => ({
      name: `${name}/index.m3u8`,
      text: renditionPlaylist(name, segments),
    })),
    { name: 'master.m3u8', text: multivariantPlaylist(variants, 'index.m3u8') },
  ];
}

function renditionPlaylist(name: string, segments: readonly RecordedSegment[]): string {
  const target = Math.max(1, Math.round(Math.max(0, ...segments.map(longest))));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  let map = '';
  segments.forEach((segment, index) => {
    const file = segment.files[name];
    // A recording begins with its first segment, whatever went before.
    if (segment.isDiscontinuous && index > 0) lines.push('#EXT-X-DISCONTINUITY');
    if (file && segment.map !== map) {
      map = segment.map;
      lines.push(`#EXT-X-MAP:URI="${map}"`);
    }
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${dateTime(segment.startsAtMs)}`);
    if (!file) lines.push('#EXT-X-GAP');
    lines.push(`#EXTINF:${(file?.seconds ?? longest(segment)).toFixed(5)},`);
    lines.push(segmentName(segment.epoch, segment.sequence));
  });
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
}
