/** Delivery directives of a playlist request (`_HLS_msn`, `_HLS_part`, `_HLS_skip`). */
export type Directives = { sequence: number | null; part: number | null; skip: boolean };

/** Where a playlist stands: parts so far of the segment that is open, or that comes next. */
export type Position = {
  /** Sequence number of the last closed segment, -1 when there is none. */
  lastClosed: number;
  /** Parts of a closed segment; null when the segment is no longer known. */
  partsOf(sequence: number): number | null;
  /** Parts that are out of the segment after `lastClosed`. */
  openParts: number;
  isEnded: boolean;
  partTarget: number;
};

export type Verdict = 'answer' | 'wait' | 'refuse';

const whole = /^\d{1,9}$/;

/** Reads the directives; null when they contradict the protocol (answer 400). */
export function readDirectives(query: URLSearchParams): Directives | null {
  const sequence = query.get('_HLS_msn');
  const part = query.get('_HLS_part');
  const skip = query.get('_HLS_skip');
  if (part !== null && sequence === null) return null;
  if (sequence !== null && !whole.test(sequence)) return null;
  if (part !== null && !whole.test(part)) return null;
  return {
    sequence: sequence === null ? null : Number(sequence),
    part: part === null ? null : Number(part),
    skip: skip === 'YES' || skip === 'v2',
  };
}

/**
 * May a playlist be answered now, or does the request wait for media that is still to come?
 * Rules of RFC 8216bis 6.2.5.2: more than two segments past the last whole one, or more parts
 * ahead than three seconds hold, is refused at once; what has passed is answered with the playlist as it is.
 */
export function judgeReload(directives: Directives, position: Position): Verdict {
  const { sequence, part } = directives;
  if (position.isEnded || sequence === null) return 'answer';
  const { lastClosed, openParts } = position;
  if (sequence > lastClosed + 2) return 'refuse';
  if (part === null) return lastClosed >= sequence ? 'answer' : 'wait';
  if (sequence <= lastClosed) return judgePast(sequence, part, position);
  const advance = Math.ceil(3 / Math.min(1, position.partTarget));
  const ahead = sequence === lastClosed + 1 ? part - openParts + 1 : part + 1;
  if (ahead > advance) return 'refuse';
  return sequence === lastClosed + 1 && part < openParts ? 'answer' : 'wait';
}

/** A part beyond the last one of a closed segment means the first part of the next segment. */
function judgePast(sequence: number, part: number, position: Position): Verdict {
  const parts = position.partsOf(sequence);
  if (parts === null || part < parts || sequence < position.lastClosed) return 'answer';
  return position.openParts > 0 ? 'answer' : 'wait';
}
