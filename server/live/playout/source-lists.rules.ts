/** One segment of what is played, on the clock of the whole: seconds since its beginning. */
export type PlayedSegment = {
  name: string;
  startsAt: number;
  seconds: number;
  /** The head that it needs. */
  map: string;
  /** Discontinuities up to and with this one, since the beginning. */
  breaks: number;
  isDiscontinuous: boolean;
  /** Nothing was kept of it in this rendition. */
  isGap: boolean;
};

/** One rendition of what is played, all of it. */
export type PlayedList = {
  segments: PlayedSegment[];
  seconds: number;
  isIndependent: boolean;
};

/** A rendition in the list of them: its line, as its maker wrote it, and where it stands. */
export type Variant = { name: string; line: string };

const plainName = /^[a-z0-9][a-z0-9-]*\.(?:m4s|mp4)$/;

/**
 * The playlist of a finished rendition, read for good; null while it grows. Names are looked up in what
 * is read here, so that nothing else in the storage has one.
 */
export function readPlayedList(text: string): PlayedList | null {
  const segments: PlayedSegment[] = [];
  const lines = text.split('\n');
  if (!lines.includes('#EXT-X-ENDLIST')) return null;
  let next = { seconds: 0, isDiscontinuous: false, isGap: false };
  let startsAt = 0;
  let map = '';
  let breaks = 0;
  for (const line of lines) {
    if (line === '#EXT-X-DISCONTINUITY') next.isDiscontinuous = true;
    else if (line === '#EXT-X-GAP') next.isGap = true;
    else if (line.startsWith('#EXT-X-MAP:')) map = /URI="([^"]*)"/.exec(line)?.[1] ?? '';
    else if (line.startsWith('#EXTINF:')) next.seconds = Number.parseFloat(line.slice(8));
    else if (plainName.test(line)) {
      breaks += next.isDiscontinuous ? 1 : 0;
      segments.push({ ...next, name: line, startsAt, map, breaks });
      startsAt += next.seconds;
      next = { seconds: 0, isDiscontinuous: false, isGap: false };
    }
  }
  const isIndependent = lines.includes('#EXT-X-INDEPENDENT-SEGMENTS');
  return segments.length > 0 ? { segments, seconds: startsAt, isIndependent } : null;
}

/** The renditions that a list of them names, in its order. */
export function readVariants(text: string): Variant[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const name = /^([a-z0-9-]{1,40})\/index\.m3u8$/.exec(lines[index + 1] ?? '')?.[1];
    return name && line.startsWith('#EXT-X-STREAM-INF:') ? [{ name, line }] : [];
  });
}

/** TARGETDURATION of all renditions from the first to the last moment: their longest segment, rounded. */
export const targetOf = (lists: readonly PlayedList[]): number =>
  Math.max(
    1,
    ...lists.flatMap(({ segments }) => segments.map(({ seconds }) => Math.round(seconds))),
  );
