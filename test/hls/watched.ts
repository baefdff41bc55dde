import { type Fragment, readFragments, readTracks, type Track } from './fragments.ts';
import type { SegmentLines } from './media-playlist.ts';
import type { Watched } from './watch.ts';

const none = Buffer.alloc(0);

export const distinct = <T>(values: T[]): T[] => [...new Set(values)];

/** The last thing that was said of each segment, by its number. */
export const segmentsOf = ({ seen }: Watched): Map<number, SegmentLines> =>
  new Map(seen.flatMap(({ list }) => list.segments.map((one) => [one.sequence, one])));

/** Segments that are whole and have a file. */
export const wholeOf = (player: Watched): SegmentLines[] =>
  [...segmentsOf(player).values()].filter(({ uri, isGap }) => uri && !isGap);

export const fileOf = ({ files }: Watched, name: string | null): Buffer =>
  files.get(name ?? '')?.body ?? none;

export const tracksOf = (player: Watched, { map }: SegmentLines): Track[] =>
  readTracks(fileOf(player, map));

/** Picture in a file of this segment: its own, or one of its parts. */
export const pictureOf = (
  player: Watched,
  segment: SegmentLines,
  name: string | null = segment.uri,
): Fragment[] =>
  readFragments(fileOf(player, name), tracksOf(player, segment)).filter(
    ({ kind }) => kind === 'video',
  );

/** Seconds of it, counted sample by sample. */
export const secondsOf = (...given: Parameters<typeof pictureOf>): number =>
  pictureOf(...given).reduce((sum, { seconds }) => sum + seconds, 0);
