/**
 * What an origin of low-latency HLS answers to requests that must wait, that are too early, or that are
 * wrong (draft-pantos-hls-rfc8216bis, 6.2.5 and 6.2.6), from outside: see `conformance.test.ts`.
 */
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readFragments, readTracks } from '#test/hls/fragments.ts';
import { lastPartOf, readMediaPlaylist } from '#test/hls/media-playlist.ts';
import { openShow, type Show } from '#test/hls/show.ts';
import { type Asked, ask } from '#test/hls/watch.ts';

HLS.setOptions({ strictMode: true });
const targetMs = 4_000;
/** Also on a busy machine; who waits in vain waits six times as long. */
const atOnceMs = 2_000;

let show: Show;
let refusedLate: Promise<Asked>;

/** Another broadcast, whose encoder has gone and whose slate is never made: nothing comes there. */
async function waitInVain(): Promise<Asked> {
  await show.encode('quiet', { seconds: 4 }).gone;
  const quiet = `${show.server.url}/quiet/180p/index.m3u8`;
  const { msn } = lastPartOf(readMediaPlaylist((await ask(quiet)).body.toString()));
  return ask(`${quiet}?_HLS_msn=${msn + 1}`);
}

beforeAll(async () => {
  show = await openShow([90], { size: '320x180' }, { slateless: 'quiet' });
  refusedLate = waitInVain();
  const isLong = async () => (await show.current()).segments.length > 2;
  await vi.waitUntil(isLong, { timeout: 20_000, interval: 50 });
});
afterAll(() => show.close());

describe('a reload', () => {
  const statusOf = async (query: string) =>
    (await ask(show.url(show.names[0] ?? '', query))).status;

  it('6.2.5.2: for a part without a sequence number is a bad request', async () => {
    expect(await statusOf('?_HLS_part=0')).toBe(400);
    expect(await statusOf('?_HLS_part=0&_HLS_skip=YES')).toBe(400);
  });

  it('6.2.5.2: for what is no number is a bad request', async () => {
    for (const query of [
      '_HLS_msn=',
      '_HLS_msn=x',
      '_HLS_msn=-1',
      '_HLS_msn=1.5',
      '_HLS_msn=1&_HLS_part=x',
    ])
      expect([query, await statusOf(`?${query}`)]).toEqual([query, 400]);
  });

  it('6.2.5.2: for more than two segments past the last is refused at once', async () => {
    const { segments } = await show.current();
    const last = segments.findLast(({ uri }) => uri)?.sequence ?? 0;
    for (const ahead of [6, 99]) {
      const { status, ms } = await ask(show.url(show.names[0] ?? '', `?_HLS_msn=${last + ahead}`));
      expect(status).toBe(400);
      expect(ms).toBeLessThan(atOnceMs);
    }
  });

  it('6.2.5.2: for a part beyond the advance limit is refused at once', async () => {
    const list = await show.current();
    const { msn, part } = lastPartOf(list);
    const limit = Math.ceil(3 / (list.partTarget ?? 1));
    const { status, ms } = await ask(
      show.url(show.names[0] ?? '', `?_HLS_msn=${msn}&_HLS_part=${part + limit + 20}`),
    );
    expect(status).toBe(400);
    expect(ms).toBeLessThan(atOnceMs);
  });

  it('6.2.5.2: for a segment waits until it is whole', async () => {
    const wanted = lastPartOf(await show.current()).msn + 1;
    const list = await show.current(show.names[0], `?_HLS_msn=${wanted}`);
    expect(list.segments.findLast(({ uri }) => uri)?.sequence).toBe(wanted);
  });

  it('6.2.5.2: for a part waits until it is out, and no longer', async () => {
    const { msn, part } = lastPartOf(await show.current());
    const list = await show.current(show.names[0], `?_HLS_msn=${msn}&_HLS_part=${part + 1}`);
    const now = lastPartOf(list);
    expect(now.msn > msn || now.part > part).toBe(true);
    expect((now.msn - msn) * 10 + now.part - part).toBeLessThan(12);
  });

  it('6.2.5.2: for a part after the last of a segment means the first of the next', async () => {
    const list = await show.current();
    const whole = list.segments.findLast(({ uri, parts }) => uri && parts.length > 0);
    const sequence = (whole?.sequence ?? 0) + 1;
    // Asked for a part of the segment that is open now: it will have ended before.
    const later = await show.current(show.names[0], `?_HLS_msn=${sequence}&_HLS_part=8`);
    expect(lastPartOf(later).msn).toBeGreaterThan(sequence);
  });

  it('6.2.5.2: for what has passed is the whole playlist as it stands, at once', async () => {
    for (const query of ['?_HLS_msn=0', '?_HLS_msn=0&_HLS_part=3', '?_HLS_msn=0&_HLS_part=99']) {
      const { status, ms, body } = await ask(show.url(show.names[0] ?? '', query));
      expect(status).toBe(200);
      expect(ms).toBeLessThan(atOnceMs);
      expect(lastPartOf(readMediaPlaylist(body.toString())).msn).toBeGreaterThan(1);
    }
  });

  it('6.2.5.2: that waited for three target durations in vain is told to come back', async () => {
    const { status, ms } = await refusedLate;
    expect(status).toBe(503);
    expect(ms).toBeGreaterThan(3 * targetMs - 100);
    expect(ms).toBeLessThan(3 * targetMs + 5_000);
  });

  it('6.2.5: with directives that nobody knows is one without them', async () => {
    const { status, ms } = await ask(show.url(show.names[0] ?? '', '?_HLS_future=1&token=abc'));
    expect(status).toBe(200);
    expect(ms).toBeLessThan(atOnceMs);
  });
});

describe('what is to come', () => {
  it('6.2.6: can be asked for as soon as it is hinted, and comes whole', async () => {
    let whole = 0;
    for (let tries = 0; whole < 2 && tries < 12; tries += 1) {
      const list = await show.current();
      const name = list.hints[0]?.URI ?? '';
      const { status, body } = await ask(`${show.base}/${show.names[0]}/${name}`);
      expect([200, 404]).toContain(status);
      if (status === 404) continue;
      const head = list.segments.at(-1)?.map;
      const tracks = readTracks((await ask(`${show.base}/${show.names[0]}/${head}`)).body);
      expect(readFragments(body, tracks).length).toBeGreaterThan(0);
      whole += 1;
    }
    expect(whole).toBe(2);
  });

  it('6.2.6: is not found when nothing hints at it', async () => {
    const { msn, part } = lastPartOf(await show.current());
    for (const name of [
      `part-0-${msn}-${part + 20}.m4s`,
      `part-0-${msn + 5}-0.m4s`,
      `part-1-${msn}-0.m4s`,
      `seg-0-${msn + 5}.m4s`,
      'init-0-99.mp4',
      'other.m4s',
    ]) {
      const { status, ms } = await ask(`${show.base}/${show.names[0]}/${name}`);
      expect([name, status]).toEqual([name, 404]);
      expect(ms).toBeLessThan(atOnceMs);
    }
  });

  it('4.4.5.4: is reported of every other rendition, as new as the playlist itself', async () => {
    for (const name of show.names) {
      const other = show.names.find((one) => one !== name) ?? '';
      const before = lastPartOf(await show.current(other));
      const { reports } = await show.current(name);
      const after = lastPartOf(await show.current(other));
      expect(reports.map(({ uri }) => uri)).toEqual([`../${other}/index.m3u8`]);
      const [{ lastMsn, lastPart } = { lastMsn: -1, lastPart: null }] = reports;
      const place = (msn: number, part: number) => msn * 1_000 + part;
      expect(place(lastMsn, lastPart ?? 0)).toBeGreaterThanOrEqual(place(before.msn, before.part));
      expect(place(lastMsn, lastPart ?? 0)).toBeLessThanOrEqual(place(after.msn, after.part));
    }
  });
});

describe('after the end', () => {
  it('4.4.3.4, 6.2.5: there is an end in every rendition, and directives are ignored', async () => {
    await show.engine.find('show')?.end('stopped');
    for (const name of show.names) {
      for (const query of ['', '?_HLS_msn=9999', '?_HLS_msn=9999&_HLS_part=3', '?_HLS_skip=YES']) {
        const { status, ms, body } = await ask(show.url(name, query));
        expect([query, status]).toEqual([query, 200]);
        expect(ms).toBeLessThan(atOnceMs);
        expect(() => HLS.parse(body.toString())).not.toThrow();
        expect(readMediaPlaylist(body.toString())).toMatchObject({
          isEnded: true,
          skipped: 0,
          hints: [],
        });
      }
    }
  });
});
