/** One segment of a recording as cuts see it: in all renditions, in the order of time. */
export type Cuttable = {
  sequence: number;
  seconds: number;
  /** So much was shown before it of which nothing was kept. */
  lostSeconds: number;
  /** Every rendition has it. */
  isWhole: boolean;
};

/** What is shown of a recording: from the first to the last segment, in milliseconds of the whole. */
export type Cut = { first: number; last: number; startMs: number; endMs: number };

/** A stretch of which something or everything could not be kept. */
export type LostStretch = { atSeconds: number; seconds: number };

export const totalSeconds = (segments: readonly Cuttable[]): number =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);

/**
 * The cut nearest to the wish that holds all of it: a recording is cut between segments only. It
 * begins and ends with segments that every rendition has. Null when nothing would be left.
 */
export function snapCut(
  segments: readonly Cuttable[],
  wish: { startSeconds: number; endSeconds: number },
): Cut | null {
  let at = 0;
  const kept: { sequence: number; from: number; until: number }[] = [];
  for (const { sequence, seconds, isWhole } of segments) {
    const from = at;
    at += seconds;
    // A thousandth: whoever sends back a border that was shown means this very border.
    const isWished = at > wish.startSeconds + 0.001 && from < wish.endSeconds - 0.001;
    if (isWished && isWhole) kept.push({ sequence, from, until: at });
  }
  const [first] = kept;
  const last = kept.at(-1);
  if (!first || !last) return null;
  return {
    first: first.sequence,
    last: last.sequence,
    startMs: milliseconds(first.from),
    endMs: milliseconds(last.until),
  };
}

/**
 * Where something is missing of what was shown, or of its cut. What never arrived is not missing, nor
 * what was cut away.
 */
export function lostStretches(
  segments: readonly Cuttable[],
  cut: Pick<Cut, 'first' | 'last'> | null = null,
): LostStretch[] {
  return stretchesOf(cut ? segments.map((one) => wholeOutside(one, cut)) : segments);
}

function wholeOutside(one: Cuttable, { first, last }: Pick<Cut, 'first' | 'last'>): Cuttable {
  const { sequence } = one;
  if (sequence < first || sequence > last) return { ...one, isWhole: true, lostSeconds: 0 };
  // What is missing before the first one is missing before the cut.
  return sequence === first ? { ...one, lostSeconds: 0 } : one;
}

function stretchesOf(segments: readonly Cuttable[]): LostStretch[] {
  const found: LostStretch[] = [];
  let at = 0;
  segments.forEach(({ seconds, lostSeconds, isWhole }, index) => {
    const last = found.at(-1);
    const goesOn = segments[index - 1]?.isWhole === false && lostSeconds === 0;
    if (lostSeconds > 0) found.push({ atSeconds: at, seconds: lostSeconds });
    if (!isWhole && last && goesOn) last.seconds += seconds;
    else if (!isWhole) found.push({ atSeconds: at, seconds });
    at += seconds;
  });
  return found;
}

const numberOf = (line: string): number | null => {
  const found = /^seg-\d+-(\d+)\.m4s$/.exec(line);
  return found ? Number(found[1]) : null;
};

/** The playlist of a rendition with only the segments of the cut in it. */
export function cutPlaylist(text: string, { first, last }: Pick<Cut, 'first' | 'last'>): string {
  const kept: string[] = [];
  let block: string[] = [];
  let map = '';
  let hasBegun = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXT-X-MAP:')) map = line;
    const number = numberOf(line);
    block.push(line);
    if (number === null) {
      if (isOfHead(line)) kept.push(...block.splice(0));
      continue;
    }
    if (number >= first && number <= last) {
      kept.push(...(hasBegun ? block : beginWith(block, map)));
      hasBegun = true;
    }
    block = [];
  }
  return [...kept, ...block].join('\n');
}

const tagsOfSegments = /^#EXT(?:INF|-X-(?:DISCONTINUITY|MAP|PROGRAM-DATE-TIME|GAP)\b)/;
const isOfHead = (line: string): boolean =>
  line.startsWith('#') && !tagsOfSegments.test(line) && line !== '#EXT-X-ENDLIST';

/** A recording begins with its first segment, whatever went before, and names its head. */
function beginWith(block: readonly string[], map: string): string[] {
  const rest = block.filter(
    (line) => line !== '#EXT-X-DISCONTINUITY' && !line.startsWith('#EXT-X-MAP:'),
  );
  return map ? [map, ...rest] : rest;
}
