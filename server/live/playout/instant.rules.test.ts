/**
 * A whole show by the clock as players of HLS see it (RFC 8216): each title begins with the section
 * that it is about. The clock goes in steps that fall on nothing, and once on every border.
 */
import HLS from 'hls-parser';
import { describe, expect, it } from 'vitest';
import { type MediaPlaylist, readMediaPlaylist } from '#test/hls/media-playlist.ts';
import {
  isServedAt,
  listedAt,
  type Played,
  playlistAt,
  positionAt,
  renditionsAt,
} from './instant.rules.ts';
import { type PlayedList, readPlayedList, readVariants, targetOf } from './source-lists.rules.ts';

HLS.setOptions({ strictMode: true });

const startsAtMs = Date.parse('2026-12-03T20:00:00.000Z');

/** A rendition as our encoding and our recorder write them. */
function aList(lengths: readonly number[], more: { breaks?: number[]; gaps?: number[] } = {}) {
  const lines = lengths.flatMap((seconds, number) => [
    ...(more.breaks?.includes(number)
      ? ['#EXT-X-DISCONTINUITY', `#EXT-X-MAP:URI="init-${number}.mp4"`]
      : []),
    ...(more.gaps?.includes(number) ? ['#EXT-X-GAP'] : []),
    '#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00.000Z',
    `#EXTINF:${seconds.toFixed(6)},`,
    `seg-${number}.m4s`,
  ]);
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:15',
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ];
  const all = [...head, '#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-MAP:URI="init.mp4"', ...lines];
  const list = readPlayedList([...all, '#EXT-X-ENDLIST', ''].join('\n'));
  if (!list) throw new Error('not read');
  return list;
}

const steady = aList([...Array.from({ length: 39 }, () => 6), 2.48]);
const uneven = aList(Array.from({ length: 60 }, (_, n) => 1.5 + ((n * 7) % 11)));
const broken = aList(
  Array.from({ length: 80 }, () => 2),
  { breaks: [3, 4, 40], gaps: [10, 41] },
);
const brief = aList([4, 3.2]);
/** As rare as keyframes of a picture may be that media copies. */
const rare = aList(Array.from({ length: 12 }, (_, n) => (n % 3 === 1 ? 15.4 : 9.5)));
const films: [string, PlayedList][] = [
  ['of rare keyframes', rare],
  ['of even segments', steady],
  ['of uneven segments', uneven],
  ['with breaks and gaps', broken],
  ['shorter than a player keeps behind', brief],
];

const playedOf = (list: PlayedList): Played => ({
  startsAtMs,
  endsAtMs: startsAtMs + Math.round(list.seconds * 1000),
  target: targetOf([list]),
});

type Moment = { at: number; list: MediaPlaylist; text: string };

/** Every step of the clock, and each border of a segment: just before, on it, just after. */
function watched(film: PlayedList): Moment[] {
  const played = playedOf(film);
  const borders = film.segments.flatMap(({ startsAt }) => [
    startsAt - 0.001,
    startsAt,
    startsAt + 0.001,
  ]);
  const step = 1.13;
  const steps = Array.from({ length: Math.ceil(film.seconds / step) + 60 }, (_, n) => n * step);
  return [...steps, ...borders, film.seconds - 0.001, film.seconds]
    .sort((a, b) => a - b)
    .flatMap((seconds) => {
      const at = positionAt(played, startsAtMs + seconds * 1000);
      if (at === null) return [];
      const text = playlistAt(played, film, at);
      return [{ at, text, list: readMediaPlaylist(text) }];
    });
}

describe.each(films)('a film %s', (_, film) => {
  const played = playedOf(film);
  const moments = watched(film);

  it('4.1: is read by a strict parser at every moment', () => {
    expect(moments.length).toBeGreaterThan(20);
    for (const { text } of moments) expect(() => HLS.parse(text)).not.toThrow();
  });

  it('4.3.3.1: has one target duration, and no segment rounds above it', () => {
    for (const { list } of moments) {
      expect(list.target).toBe(played.target);
      for (const { seconds } of list.segments)
        expect(Math.round(seconds ?? 0)).toBeLessThanOrEqual(list.target);
    }
  });

  it('4.3.3.5: is never said to be a whole film, or one that only grows', () => {
    for (const { text } of moments) expect(text).not.toContain('PLAYLIST-TYPE');
  });

  it('6.2.2: slides forward, says the same of a segment for good, and takes nothing back', () => {
    const said = new Map<number, string>();
    let before = { first: 0, last: -1, ended: false };
    for (const { list } of moments) {
      const last = list.mediaSequence + list.segments.length - 1;
      expect(list.mediaSequence).toBeGreaterThanOrEqual(before.first);
      expect(last).toBeGreaterThanOrEqual(before.last);
      if (before.ended) expect(list.isEnded).toBe(true);
      before = { first: list.mediaSequence, last, ended: list.isEnded };
      for (const { sequence, uri, seconds, date, discontinuity, map, isGap } of list.segments) {
        const text = JSON.stringify({ uri, seconds, date, discontinuity, map, isGap });
        expect(said.get(sequence) ?? text).toBe(text);
        said.set(sequence, text);
      }
    }
    expect([...said.keys()]).toEqual(film.segments.map((_one, number) => number));
  });

  it('6.2.2: keeps three target durations once something has left', () => {
    const short = moments.filter(({ list }) => {
      const seconds = list.segments.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
      return list.mediaSequence > 0 && seconds < 3 * list.target;
    });
    expect(short).toEqual([]);
  });

  it('4.3.2.6: each segment has the hour at which the clock shows it', () => {
    for (const { list } of moments) {
      for (const { sequence, date } of list.segments) {
        const startsAt = film.segments[sequence]?.startsAt ?? Number.NaN;
        expect(Date.parse(date ?? '')).toBe(startsAtMs + Math.round(startsAt * 1000));
      }
    }
  });

  it('6.3.3: shows what the clock says to a player three target durations from the end', () => {
    for (const { at, list } of moments) {
      const last = film.segments[list.mediaSequence + list.segments.length - 1];
      const end = last ? last.startsAt + last.seconds : 0;
      const shown = Math.min(at, film.seconds);
      const longest = Math.max(...film.segments.map(({ seconds }) => seconds));
      if (end < film.seconds) expect(end - shown).toBeGreaterThanOrEqual(3 * list.target);
      expect(end - shown).toBeLessThan(3 * list.target + longest + 0.001);
      const first = film.segments[list.mediaSequence];
      expect(first?.startsAt ?? 0).toBeLessThanOrEqual(shown);
    }
  });

  it('4.3.3.4: ends when the show ends, and not before', () => {
    for (const { at, list } of moments) expect(list.isEnded).toBe(at >= film.seconds);
  });

  it('has nothing before its start, and nothing a minute after its end', () => {
    const end = played.endsAtMs;
    expect(positionAt(played, startsAtMs - 1)).toBeNull();
    expect(positionAt(played, startsAtMs)).toBe(0);
    expect(positionAt(played, end + 59_999)).not.toBeNull();
    expect(positionAt(played, end + 60_000)).toBeNull();
  });

  it('serves what is listed, nothing ahead of it, and nothing that is long gone', () => {
    const faults: string[] = [];
    for (const { at } of moments) {
      const { listed } = listedAt(played, film, at);
      const names = new Set(listed.map(({ name }) => name));
      for (const segment of film.segments) {
        const ends = segment.startsAt + segment.seconds;
        const isAhead = segment.startsAt >= at + 3 * played.target;
        const isGone = ends < at - 40 - 60 - 3 * played.target;
        const mustNot = segment.isGap || isAhead || isGone;
        const must = names.has(segment.name) && at <= film.seconds && !segment.isGap;
        const isServed = isServedAt(played, segment, at);
        if ((mustNot && isServed) || (must && !isServed)) faults.push(`${segment.name} at ${at}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('ahead of the clock', () => {
  /** Just after each piece may be had for the first time: then most of it is still to be shown. */
  const firstHad = (film: PlayedList) =>
    film.segments.map((segment) => {
      const at = Math.max(0, segment.startsAt - 3 * playedOf(film).target + 0.001);
      return { at, segment, seconds: segment.startsAt + segment.seconds - at };
    });

  it.each([
    ['12 to 16 seconds of what we encode', aList(Array.from({ length: 60 }, () => 4)), 16],
    ['a minute at most where keyframes are rare', rare, 3 * 15 + 15.4],
  ])('stand %s', (_, film, most) => {
    const played = playedOf(film);
    for (const { at, segment, seconds } of firstHad(film)) {
      expect(isServedAt(played, segment, at)).toBe(true);
      expect(seconds).toBeLessThanOrEqual(most);
      if (at > 0) expect(isServedAt(played, segment, at - 0.002)).toBe(false);
      const last = listedAt(played, film, at).listed.at(-1);
      expect(last).toBe(at > 0 ? segment : last);
    }
  });
});

describe('two renditions', () => {
  it('name the same times at every moment', () => {
    const other = aList([...Array.from({ length: 39 }, () => 6), 2.5]);
    const played = { ...playedOf(steady), target: 6 };
    for (const { at, list } of watched(steady)) {
      const beside = readMediaPlaylist(playlistAt(played, other, at));
      const datesOf = ({ segments, mediaSequence }: MediaPlaylist) => [
        mediaSequence,
        ...segments.map(({ date }) => date),
      ];
      expect(datesOf(beside)).toEqual(datesOf(list));
    }
  });
});

describe('the list of renditions', () => {
  const master = [
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f"'],
    ...['720p/index.m3u8', '#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.64001e"'],
    ...['360p/index.m3u8', ''],
  ].join('\n');
  const captions = [{ folder: 'captions-es', language: 'es', name: 'español' }];

  it('begins where the clock is, as far from the end as that is', () => {
    const variants = readVariants(master);
    for (const at of [0, 0.37, 5.999, 6, 100.2, steady.seconds - 0.01, steady.seconds + 3]) {
      const text = renditionsAt(playedOf(steady), { variants, list: steady, captions: [] }, at);
      expect(() => HLS.parse(text)).not.toThrow();
      const { listed } = listedAt(playedOf(steady), steady, at);
      const last = listed.at(-1);
      const offset = Number(/TIME-OFFSET=(-?[\d.]+)/.exec(text)?.[1]);
      const shown = (last?.startsAt ?? 0) + (last?.seconds ?? 0) + offset;
      expect(shown).toBeCloseTo(Math.min(at, steady.seconds), 2);
    }
  });

  it('names captions beside every rendition', () => {
    const given = { variants: readVariants(master), list: steady, captions };
    const text = renditionsAt(playedOf(steady), given, 10);
    const read = HLS.parse(text) as HLS.types.MasterPlaylist;
    expect(read.variants.map(({ uri }) => uri)).toEqual(['720p/index.m3u8', '360p/index.m3u8']);
    expect(read.variants.map(({ subtitles }) => subtitles[0]?.uri)).toEqual([
      'captions-es/index.m3u8',
      'captions-es/index.m3u8',
    ]);
  });
});

describe('a rendition', () => {
  it('that is still being made is not played', () => {
    expect(readPlayedList('#EXTM3U\n#EXTINF:6,\nseg-0.m4s\n')).toBeNull();
  });

  it('knows no names but plain ones', () => {
    const lines = [
      '#EXTM3U',
      '#EXTINF:6,',
      '../original',
      '#EXTINF:6,',
      'seg-1.m4s',
      '#EXT-X-ENDLIST',
    ];
    expect(readPlayedList(lines.join('\n'))?.segments.map(({ name }) => name)).toEqual([
      'seg-1.m4s',
    ]);
  });
});
