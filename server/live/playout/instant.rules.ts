import { Temporal } from 'temporal-polyfill';
import { playoutTail } from '#contract/playouts.ts';
import type { PlayedList, PlayedSegment, Variant } from './source-lists.rules.ts';

/** What is played by the clock: from when on, how long, and in what pieces. */
export type Played = {
  startsAtMs: number;
  endsAtMs: number;
  /** Of all renditions. */
  target: number;
};

/** So much of what was just shown stays in the list, and is served for as long again and some more. */
const behindSeconds = 40;

/** Three target durations: where players of a live playlist sit, away from its end (RFC 8216, 6.3.3). */
const aheadOf = ({ target }: Pick<Played, 'target'>): number => 3 * target;
/** … and what has to stand in a list from which something has left (6.2.2). */
const behindOf = (played: Pick<Played, 'target'>): number =>
  Math.max(behindSeconds, aheadOf(played));

/** Seconds since the beginning, in the show and after it; null before, and when it is long over. */
export function positionAt({ startsAtMs, endsAtMs }: Played, atMs: number): number | null {
  if (atMs < startsAtMs || atMs >= endsAtMs + playoutTail * 1000) return null;
  return (atMs - startsAtMs) / 1000;
}

const lengthOf = ({ startsAtMs, endsAtMs }: Played): number => (endsAtMs - startsAtMs) / 1000;

/** The segments that stand in the list at a moment of the show, and the number of the first. */
export function listedAt(played: Played, { segments }: PlayedList, position: number) {
  const at = Math.min(position, lengthOf(played));
  const first = segments.findIndex(
    ({ startsAt, seconds }) => startsAt + seconds > at - behindOf(played),
  );
  const from = first < 0 ? Math.max(0, segments.length - 1) : first;
  const listed = segments.slice(from).filter(({ startsAt }) => startsAt < at + aheadOf(played));
  return { from, listed };
}

/** May this segment be had at this moment? Never before its time, and not long after. */
export const isServedAt = (
  played: Played,
  { startsAt, seconds, isGap }: PlayedSegment,
  position: number,
): boolean =>
  !isGap &&
  startsAt < position + aheadOf(played) &&
  startsAt + seconds > position - behindOf(played) - playoutTail;

/**
 * The playlist of one rendition at a moment. It runs three target durations ahead of the clock, so that
 * a player that keeps its distance from the end shows what the clock says. It never says how long it
 * will be: like that of a show on air it slides, and ends when the show does.
 */
export function playlistAt(played: Played, list: PlayedList, position: number): string {
  const { from, listed } = listedAt(played, list, position);
  const before = list.segments[from];
  const breaks = before ? before.breaks - (before.isDiscontinuous ? 1 : 0) : 0;
  const isOver = position >= lengthOf(played);
  const hasLast = from + listed.length === list.segments.length;
  const lines = [
    ...headOf(played, list, { from, breaks }),
    ...segmentLines(played, listed),
    ...(isOver && hasLast ? ['#EXT-X-ENDLIST'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const headOf = (
  { target }: Played,
  { isIndependent }: Pick<PlayedList, 'isIndependent'>,
  { from, breaks }: { from: number; breaks: number },
): string[] => [
  '#EXTM3U',
  '#EXT-X-VERSION:8',
  `#EXT-X-TARGETDURATION:${target}`,
  `#EXT-X-MEDIA-SEQUENCE:${from}`,
  `#EXT-X-DISCONTINUITY-SEQUENCE:${breaks}`,
  ...(isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
];

function segmentLines({ startsAtMs }: Played, listed: readonly PlayedSegment[]): string[] {
  let map = '';
  return listed.flatMap((segment) => {
    const isOther = segment.map !== map;
    map = segment.map;
    const date = Temporal.Instant.fromEpochMilliseconds(
      startsAtMs + Math.round(segment.startsAt * 1000),
    );
    return [
      ...(segment.isDiscontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(isOther && map !== '' ? [`#EXT-X-MAP:URI="${map}"`] : []),
      `#EXT-X-PROGRAM-DATE-TIME:${date.toString({ fractionalSecondDigits: 3 })}`,
      ...(segment.isGap ? ['#EXT-X-GAP'] : []),
      `#EXTINF:${segment.seconds.toFixed(6)},`,
      segment.name,
    ];
  });
}

/** Captions that stand beside the renditions: the folder of their list, and what they are called. */
export type CaptionsLine = { folder: string; language: string; name: string };

/**
 * The list of renditions at a moment. Who opens it begins where the clock is: so far from the end of
 * the lists that they name. It stands here and not in those, which may not change but by growing.
 */
export function renditionsAt(
  played: Played,
  {
    variants,
    list,
    captions,
  }: { variants: readonly Variant[]; list: PlayedList; captions: readonly CaptionsLine[] },
  position: number,
): string {
  const { listed } = listedAt(played, list, position);
  const last = listed.at(-1);
  const edge = last ? last.startsAt + last.seconds : 0;
  const offset = Math.max(0, edge - Math.min(position, lengthOf(played)));
  const group = captions.length > 0 ? ',SUBTITLES="captions"' : '';
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    ...(list.isIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    `#EXT-X-START:TIME-OFFSET=-${offset.toFixed(3)},PRECISE=YES`,
    ...captions.map(
      ({ folder, language, name }) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${name}",LANGUAGE="${language}",` +
        `DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="${folder}/index.m3u8"`,
    ),
    ...variants.flatMap(({ name, line }) => [`${line}${group}`, `${name}/index.m3u8`]),
  ];
  return `${lines.join('\n')}\n`;
}
