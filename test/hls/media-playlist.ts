/**
 * A media playlist line by line, read apart from the product's own code and from any library: what is
 * to be judged are the lines themselves.
 */
export type PartLine = { uri: string; seconds: number; isIndependent: boolean };
export type SegmentLines = {
  sequence: number;
  /** Null while only parts of it are out. */
  uri: string | null;
  seconds: number | null;
  date: string | null;
  isDiscontinuous: boolean;
  /** Discontinuities since the broadcast began. */
  discontinuity: number;
  isGap: boolean;
  map: string | null;
  parts: PartLine[];
};
export type Report = { uri: string; lastMsn: number; lastPart: number | null };
export type MediaPlaylist = {
  text: string;
  version: number;
  target: number;
  partTarget: number | null;
  control: Record<string, string>;
  mediaSequence: number;
  discontinuitySequence: number;
  skipped: number;
  segments: SegmentLines[];
  hints: Record<string, string>[];
  reports: Report[];
  isEnded: boolean;
};

const attributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([A-Z-]+)=("[^"]*"|[^,]*)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"|"$/g, ''),
    ]),
  );

export function readMediaPlaylist(text: string): MediaPlaylist {
  const list = emptyList(text);
  let next = emptySegment();
  let map: string | null = null;
  let discontinuity = 0;
  const close = (uri: string | null) => {
    discontinuity += next.isDiscontinuous ? 1 : 0;
    const sequence = list.mediaSequence + list.skipped + list.segments.length;
    const before = list.discontinuitySequence + discontinuity;
    list.segments.push({ ...next, uri, sequence, discontinuity: before, map: next.map ?? map });
    map = next.map ?? map;
    next = emptySegment();
  };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (!line.startsWith('#')) close(line);
    else if (!readSegmentTag(line, next)) readListTag(line, list);
  }
  if (next.parts.length > 0) close(null);
  return list;
}

const emptyList = (text: string): MediaPlaylist => ({
  text,
  version: 1,
  target: 0,
  partTarget: null,
  control: {},
  mediaSequence: 0,
  discontinuitySequence: 0,
  skipped: 0,
  segments: [],
  hints: [],
  reports: [],
  isEnded: false,
});

const emptySegment = (): SegmentLines => ({
  sequence: 0,
  uri: null,
  seconds: null,
  date: null,
  isDiscontinuous: false,
  discontinuity: 0,
  isGap: false,
  map: null,
  parts: [],
});

const split = (line: string): [string, string] => {
  const at = line.indexOf(':');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
};

function readSegmentTag(line: string, next: SegmentLines): boolean {
  const [tag, value] = split(line);
  if (tag === '#EXTINF') next.seconds = Number.parseFloat(value);
  else if (tag === '#EXT-X-PROGRAM-DATE-TIME') next.date = value;
  else if (tag === '#EXT-X-DISCONTINUITY') next.isDiscontinuous = true;
  else if (tag === '#EXT-X-GAP') next.isGap = true;
  else if (tag === '#EXT-X-MAP') next.map = attributes(value).URI ?? null;
  else if (tag === '#EXT-X-PART') next.parts.push(partOf(attributes(value)));
  else return false;
  return true;
}

const partOf = ({ URI = '', DURATION, INDEPENDENT }: Record<string, string>): PartLine => ({
  uri: URI,
  seconds: Number(DURATION),
  isIndependent: INDEPENDENT === 'YES',
});

function readListTag(line: string, list: MediaPlaylist): void {
  const [tag, value] = split(line);
  const given = attributes(value);
  if (tag === '#EXT-X-VERSION') list.version = Number(value);
  else if (tag === '#EXT-X-TARGETDURATION') list.target = Number(value);
  else if (tag === '#EXT-X-PART-INF') list.partTarget = Number(given['PART-TARGET']);
  else if (tag === '#EXT-X-SERVER-CONTROL') list.control = given;
  else if (tag === '#EXT-X-MEDIA-SEQUENCE') list.mediaSequence = Number(value);
  else if (tag === '#EXT-X-DISCONTINUITY-SEQUENCE') list.discontinuitySequence = Number(value);
  else if (tag === '#EXT-X-SKIP') list.skipped = Number(given['SKIPPED-SEGMENTS']);
  else if (tag === '#EXT-X-PRELOAD-HINT') list.hints.push(given);
  else if (tag === '#EXT-X-RENDITION-REPORT') list.reports.push(reportOf(given));
  else if (tag === '#EXT-X-ENDLIST') list.isEnded = true;
}

const reportOf = (given: Record<string, string>): Report => ({
  uri: given.URI ?? '',
  lastMsn: Number(given['LAST-MSN']),
  lastPart: given['LAST-PART'] === undefined ? null : Number(given['LAST-PART']),
});

/** The part that comes last, as `_HLS_msn` and `_HLS_part` count. */
export function lastPartOf(list: MediaPlaylist): { msn: number; part: number } {
  const last = list.segments.at(-1);
  return { msn: last?.sequence ?? -1, part: (last?.parts.length ?? 0) - 1 };
}

/**
 * A delta update laid over the playlist before it: the text that a client would have if it had asked
 * for the whole (6.3.7). Null when something that was skipped is not known.
 */
export function mergeDelta(before: string, delta: string): string | null {
  const { skipped, mediaSequence } = readMediaPlaylist(delta);
  if (skipped === 0) return delta;
  const known = segmentTexts(before);
  const wanted = Array.from({ length: skipped }, (_, index) => known.get(mediaSequence + index));
  if (wanted.some((text) => text === undefined)) return null;
  return delta.replace(/#EXT-X-SKIP:[^\n]*\n/, withMap(before, mediaSequence, wanted as string[]));
}

/** A map that was written before a segment which has left since applies to what is still there. */
function withMap(before: string, first: number, segments: string[]): string {
  const text = segments.join('').replaceAll(/#EXT-X-PART:[^\n]*\n/g, '');
  if (text.startsWith('#EXT-X-MAP') || text.startsWith('#EXT-X-DISCONTINUITY')) return text;
  const { map } = readMediaPlaylist(before).segments.find((one) => one.sequence === first) ?? {};
  return map ? `#EXT-X-MAP:URI="${map}"\n${text}` : text;
}

function segmentTexts(text: string): Map<number, string> {
  const { mediaSequence } = readMediaPlaylist(text);
  const found = new Map<number, string>();
  let lines = '';
  for (const line of text.split('\n')) {
    const isOfSegment = /^#EXT(INF|-X-(PROGRAM|DISCONTINUITY$|GAP|MAP|PART:))/.test(line);
    if (isOfSegment) lines += `${line}\n`;
    else if (line !== '' && !line.startsWith('#')) {
      found.set(mediaSequence + found.size, `${lines}${line}\n`);
      lines = '';
    }
  }
  return found;
}
