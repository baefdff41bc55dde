/**
 * Low-latency HLS as its rules want it (draft-pantos-hls-rfc8216bis), from outside: a real encoder, a
 * broadcast in two renditions, a plain server, and players that ask for everything that is named. Each
 * title begins with the section that it is about. The encoder sends three seconds in one, as far as it may.
 */
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  lastPartOf,
  type MediaPlaylist,
  mergeDelta,
  readMediaPlaylist,
} from '#test/hls/media-playlist.ts';
import { openShow, type Show } from '#test/hls/show.ts';
import { ask, type Seen, type Watched, watch } from '#test/hls/watch.ts';
import {
  distinct,
  fileOf,
  pictureOf,
  secondsOf,
  segmentsOf,
  tracksOf,
  wholeOf,
} from '#test/hls/watched.ts';

HLS.setOptions({ strictMode: true });
const targetMs = 4_000;

let show: Show;
let players: Watched[] = [];

beforeAll(async () => {
  show = await openShow([90], { size: '320x180', speed: 3 });
  let isOver = false;
  const watching = show.names.map((name) =>
    watch(show.url(name), (player) => {
      players[show.names.indexOf(name)] = player;
      return isOver;
    }),
  );
  const lengthOf = ({ segments }: MediaPlaylist) =>
    segments.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const until = (check: (list: MediaPlaylist) => boolean) =>
    vi.waitUntil(async () => check(await show.current()), { timeout: 80_000, interval: 250 });
  await until((list) => lengthOf(list) > 12);
  show.encoder.kill();
  await show.encoder.gone;
  show.encode('show');
  // So long that updates have something to skip, and the whole has been asked for often enough.
  const skipping = () =>
    players.flatMap(({ seen }) => seen.filter(({ delta }) => delta.includes('#EXT-X-SKIP')));
  const isEnough = () =>
    skipping().length > 24 &&
    lists().length > 110 &&
    players.every(({ files }) => files.size > 100);
  await until(() => isEnough() && skipping().filter(isOfOneMoment).length > 12);
  isOver = true;
  players = await Promise.all(watching);
}, 120_000);
afterAll(() => show.close());

/** Two requests are two moments: now and then a part has come between them. */
function isOfOneMoment({ list, delta }: Pick<Seen, 'list' | 'delta'>): boolean {
  const edge = lastPartOf(readMediaPlaylist(delta));
  return edge.msn === lastPartOf(list).msn && edge.part === lastPartOf(list).part;
}

const lists = (): MediaPlaylist[] => players.flatMap(({ seen }) => seen.map(({ list }) => list));

describe('playlists', () => {
  it('are seen often enough to be judged', () => {
    expect(show.names).toEqual(['180p', '90p']);
    expect(players.flatMap(({ failures }) => failures)).toEqual([]);
    expect(lists().length * 2).toBeGreaterThan(200);
  });

  it('4.1: a strict parser reads every one', () => {
    for (const { seen } of players) {
      for (const { list, delta } of seen) {
        expect(() => HLS.parse(list.text)).not.toThrow();
        expect(() => HLS.parse(delta)).not.toThrow();
      }
    }
  });

  it('4.4.1.2: the version is that of delta updates', () => {
    expect(distinct(lists().map(({ version }) => version))).toEqual([9]);
  });

  it('4.4.3.1: the target duration never changes, and no segment rounds above it', () => {
    const [target, ...others] = distinct(lists().map((list) => list.target));
    expect([target, others]).toEqual([targetMs / 1000, []]);
    for (const { segments } of lists())
      for (const { seconds } of segments) expect(Math.round(seconds ?? 0)).toBeLessThanOrEqual(4);
  });

  it('4.4.3.2, 6.2.2: segments leave in their order, and none comes back', () => {
    for (const { seen } of players) {
      const firsts = seen.map(({ list }) => list.mediaSequence);
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
      const numbers = [...segmentsOf({ seen } as Watched).keys()];
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    }
  });

  it('4.4.3.3: the discontinuity sequence counts what has left', () => {
    for (const player of players) {
      const known = segmentsOf(player);
      for (const { list } of player.seen) {
        const left = [...known.values()].filter((one) => one.sequence < list.mediaSequence);
        const breaks = left.filter(({ isDiscontinuous }) => isDiscontinuous).length;
        expect(list.discontinuitySequence).toBe(breaks);
      }
    }
  });

  it('4.4.3.7: the part target never changes, and no part is longer', () => {
    const [partTarget = 0, ...others] = distinct(lists().map((list) => list.partTarget ?? 0));
    expect(others).toEqual([]);
    const parts = lists().flatMap(({ segments }) => segments.flatMap((one) => one.parts));
    expect(Math.max(...parts.map(({ seconds }) => seconds))).toBeLessThanOrEqual(partTarget);
  });

  it('4.4.3.8: players hold back three part targets, and may skip from six target durations on', () => {
    const [control, ...others] = distinct(lists().map((list) => JSON.stringify(list.control)));
    expect(others).toEqual([]);
    const said = JSON.parse(control ?? '{}') as Record<string, string>;
    const partTarget = lists()[0]?.partTarget ?? 0;
    expect(said['CAN-BLOCK-RELOAD']).toBe('YES');
    expect(Number(said['PART-HOLD-BACK'])).toBeGreaterThanOrEqual(3 * partTarget);
    expect(Number(said['CAN-SKIP-UNTIL'])).toBeGreaterThanOrEqual((6 * targetMs) / 1000);
  });

  it('4.4.4.9: every part but the last of a segment fills 85 % of the target', () => {
    const partTarget = lists()[0]?.partTarget ?? 1;
    for (const player of players) {
      for (const { parts, uri } of segmentsOf(player).values()) {
        const judged = uri ? parts.slice(0, -1) : parts;
        for (const { seconds } of judged) expect(seconds).toBeGreaterThanOrEqual(partTarget * 0.85);
      }
    }
  });

  it('6.2.1: what was said of a segment is not taken back', () => {
    for (const { seen } of players) {
      const said = new Map<number, string>();
      for (const { list } of seen) {
        for (const { sequence, uri, seconds, date, isDiscontinuous, map } of list.segments) {
          if (!uri) continue;
          const text = JSON.stringify({ uri, seconds, date, isDiscontinuous, map });
          expect(said.get(sequence) ?? text).toBe(text);
          said.set(sequence, text);
        }
      }
    }
  });

  it('6.2.2: three target durations are always there once a segment has left', () => {
    for (const { mediaSequence, segments, target } of lists()) {
      const seconds = segments.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
      expect(mediaSequence === 0 || seconds >= 3 * target).toBe(true);
    }
  });

  it('6.2.2: parts are named near the live edge alone, up to the last one', () => {
    for (const { segments, target } of lists()) {
      let after = 0;
      for (const segment of segments.toReversed()) {
        if (segment.parts.length > 0) expect(after).toBeLessThanOrEqual(3 * target);
        after += segment.seconds ?? 0;
      }
      const edge = segments.slice(-2).filter(({ isGap }) => !isGap);
      for (const { parts } of edge) expect(parts.length).toBeGreaterThan(0);
    }
  });
});

describe('renditions', () => {
  it('6.2.4: have their discontinuities at the same segments', () => {
    const [first = [], second = []] = players.map((player) =>
      [...segmentsOf(player).values()].map((one) => [one.sequence, one.discontinuity]),
    );
    const shared = Math.min(first.length, second.length) - 1;
    expect(second.slice(0, shared)).toEqual(first.slice(0, shared));
    // Another encoder, or a slate and then another encoder.
    expect(first.at(-1)?.[1]).toBeGreaterThan(0);
  });

  it('6.2.4: have a date at every segment, and the same one', () => {
    const [first = [], second = []] = players.map((player) =>
      [...segmentsOf(player).values()].map((one) => [one.sequence, one.date]),
    );
    const shared = Math.min(first.length, second.length) - 1;
    expect(second.slice(0, shared)).toEqual(first.slice(0, shared));
    for (const [, date] of first) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
  });

  it('6.2.4: have the same moment of the show at the same time of the media', () => {
    const [first, second] = players;
    if (!first || !second) throw new Error('two renditions are watched');
    const startOf = (...given: Parameters<typeof pictureOf>) =>
      pictureOf(...given)[0]?.startsAt ?? Number.NaN;
    const others = segmentsOf(second);
    for (const segment of wholeOf(first)) {
      const other = others.get(segment.sequence);
      if (!other?.uri || other.isGap) continue;
      expect(startOf(second, other)).toBeCloseTo(startOf(first, segment), 2);
    }
  });

  it('4.4.4.6: dates and durations agree', () => {
    for (const player of players) {
      const segments = [...segmentsOf(player).values()];
      const wrong = segments.flatMap((segment, index) => {
        const next = segments[index + 1];
        if (!segment.seconds || !next || next.isDiscontinuous) return [];
        // What a rendition had not made when its encoder went is missing there, and a gap follows.
        if (segment.isGap || next.isGap) return [];
        const between = Date.parse(next.date ?? '') - Date.parse(segment.date ?? '');
        return Math.abs(between - segment.seconds * 1000) < 2 ? [] : [{ ...segment, between }];
      });
      expect(wrong).toEqual([]);
    }
  });
});

describe('media', () => {
  it('6.2.1: every file that is named is there', () => {
    for (const { files } of players) {
      expect(files.size).toBeGreaterThan(100);
      const missing = [...files].filter(([, { status }]) => status !== 200).map(([name]) => name);
      expect(missing).toEqual([]);
    }
  });

  it('4.4.4.5: every segment has the head that it needs, and a new encoder brings a new one', () => {
    for (const player of players) {
      const maps = distinct([...segmentsOf(player).values()].map(({ map }) => map));
      const breaks = [...segmentsOf(player).values()].filter((one) => one.isDiscontinuous).length;
      expect(maps).toHaveLength(breaks + 1);
      for (const segment of segmentsOf(player).values())
        expect(tracksOf(player, segment).map(({ kind }) => kind)).toEqual(['video', 'audio']);
    }
  });

  it('4.4.4.1: every segment is as long as it says', () => {
    for (const player of players) {
      for (const segment of wholeOf(player))
        expect(secondsOf(player, segment)).toBeCloseTo(segment.seconds ?? 0, 3);
    }
  });

  it('4.4.4.9: every part is as long as it says', () => {
    for (const player of players) {
      for (const segment of segmentsOf(player).values())
        for (const part of segment.parts)
          expect(secondsOf(player, segment, part.uri)).toBeCloseTo(part.seconds, 3);
    }
  });

  it('3.2: the parts of a segment hold the very samples of the segment', () => {
    for (const player of players) {
      for (const { uri, parts } of wholeOf(player).filter((one) => one.parts.length > 0)) {
        const together = parts.map((part) => fileOf(player, part.uri));
        expect(fileOf(player, uri).equals(Buffer.concat(together))).toBe(true);
      }
    }
  });

  it('4.4.4.9: a part that says so begins with a keyframe, and so does every segment', () => {
    const beginsWell = (...given: Parameters<typeof pictureOf>) =>
      pictureOf(...given)[0]?.beginsWithKeyframe;
    for (const player of players) {
      for (const segment of segmentsOf(player).values()) {
        expect(segment.parts[0]?.isIndependent ?? true).toBe(true);
        for (const { uri, isIndependent } of segment.parts)
          expect(beginsWell(player, segment, uri)).toBe(isIndependent);
      }
    }
  });

  it('6.2.2: a part that is no longer named can be fetched for three target durations', async () => {
    const { segments } = await show.current();
    const gone = segments.findLast(({ parts }) => parts.length === 0);
    const name = `${show.names[0]}/part-0-${gone?.sequence}-0.m4s`;
    expect((await ask(`${show.base}/${name}`)).status).toBe(200);
  });
});

describe('a delta update', () => {
  const pairs = () =>
    players.flatMap(({ seen }) =>
      seen.slice(1).map((one, index) => ({ ...one, before: seen[index]?.list.text ?? '' })),
    );
  const withoutReports = (text: string) => text.replaceAll(/#EXT-X-RENDITION-REPORT:[^\n]*\n/g, '');

  it('6.3.7: laid over the playlist before it is the whole playlist', () => {
    let compared = 0;
    for (const { list, delta, before } of pairs()) {
      if (!isOfOneMoment({ list, delta })) continue;
      expect(withoutReports(mergeDelta(before, delta) ?? '')).toBe(withoutReports(list.text));
      if (delta.includes('#EXT-X-SKIP')) compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('4.4.5.2: says once how much it skips, and nothing more of it', () => {
    const skipping = pairs().filter(({ delta }) => delta.includes('#EXT-X-SKIP'));
    for (const { delta } of skipping) {
      const { skipped, segments, mediaSequence } = readMediaPlaylist(delta);
      expect(delta.match(/#EXT-X-SKIP/g)).toHaveLength(1);
      expect(segments[0]?.sequence).toBe(mediaSequence + skipped);
      expect(delta.indexOf('#EXT-X-SKIP')).toBeLessThan(
        delta.search(/#EXT(INF|-X-(PROG|MAP|PART:))/),
      );
    }
  });

  it('6.2.5.1: skips what is further back than the skip boundary, all of it and no more', () => {
    for (const { list, delta } of pairs()) {
      const { skipped, segments, control } = readMediaPlaylist(delta);
      const boundary = Number(control['CAN-SKIP-UNTIL']);
      const open = segments.at(-1)?.uri
        ? 0
        : (segments.at(-1)?.parts ?? []).reduce((sum, one) => sum + one.seconds, 0);
      const left = segments.reduce((sum, one) => sum + (one.seconds ?? 0), open);
      if (skipped > 0) expect(left).toBeGreaterThan(boundary);
      expect(left - (segments[0]?.seconds ?? 0)).toBeLessThanOrEqual(boundary + 0.001);
      expect(list.skipped).toBe(0);
    }
  });

  it('6.2.5.1: is answered to YES and v2, and to nothing else', async () => {
    const skippedOf = async (value: string) =>
      (await show.current(show.names[0], `?_HLS_skip=${value}`)).skipped > 0;
    expect(await Promise.all(['YES', 'v2', 'NO', 'yes', '', '1'].map(skippedOf))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('what is to come', () => {
  it('4.4.5.3: is hinted once, and is the next part or the first of the next segment', () => {
    for (const player of players) {
      const named = new Set(
        [...segmentsOf(player).values()].flatMap(({ parts }) => parts.map(({ uri }) => uri)),
      );
      for (const { list } of player.seen.slice(0, -1)) {
        const [hint, ...others] = list.hints;
        expect(others).toEqual([]);
        expect(hint?.TYPE).toBe('PART');
        const { msn, part } = lastPartOf(list);
        const isOpen = !list.segments.at(-1)?.uri;
        const next = isOpen ? `part-0-${msn}-${part + 1}.m4s` : `part-0-${msn + 1}-0.m4s`;
        expect(hint?.URI).toBe(next);
        const segment = segmentsOf(player).get(isOpen ? msn : msn + 1);
        // Sometimes the segment ends before it: then it never comes, as 6.2.6 allows.
        expect(named.has(next) || segment?.uri || !segment).toBeTruthy();
      }
    }
  });
});

describe('the multivariant playlist', () => {
  it('4.4.6.2: names size, rate, codecs and a bandwidth that holds, for each rendition', async () => {
    const master = HLS.parse((await ask(`${show.base}/master.m3u8`)).body.toString());
    const { variants } = master as HLS.types.MasterPlaylist;
    expect(variants.map(({ resolution }) => resolution)).toEqual([
      { width: 320, height: 180 },
      { width: 160, height: 90 },
    ]);
    variants.forEach((variant, index) => {
      expect(variant.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
      expect(variant.frameRate).toBe(25);
      const player = players[index] as Watched;
      const others = segmentsOf(players[1 - index] as Watched);
      const bytesOf = (one: Watched, name: string | null) => fileOf(one, name).length;
      for (const { sequence, uri, seconds } of wholeOf(player)) {
        const bytes = bytesOf(player, uri);
        const other = bytesOf(players[1 - index] as Watched, others.get(sequence)?.uri ?? null);
        // A rendition that rests, since the machine is busy, shows the picture of the other one.
        if (index > 0 && bytes > other * 0.9) continue;
        expect((bytes * 8) / (seconds ?? 1)).toBeLessThanOrEqual(variant.bandwidth);
      }
    });
  });
});
