import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Encoder } from '#test/encoder.ts';
import { EngineUnderTest, type MediaPlaylist } from '#test/live-engine.ts';

const run = promisify(execFile);
// A busy machine is slow to start an encoder; what viewers see until then is told in `continuity.test.ts`.
const stage = new EngineUnderTest({ hasSlates: false });
const { starts, ends } = stage;
const settings = { handoverMs: 1_500 };

const closedOf = (playlist: MediaPlaylist) => playlist.segments.filter((segment) => segment.uri);

async function untilSegments(id: string, count: number): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(closedOf(await stage.playlist(id, '360p')).length).toBeGreaterThanOrEqual(count),
    { timeout: 40_000, interval: 250 },
  );
}

beforeAll(() => stage.start(settings));
afterAll(() => stage.stop());

describe('a show from a real encoder', () => {
  const id = 'show';
  let first: Encoder;

  it('is on air within seconds, in the source picture and a smaller one', async () => {
    first = await stage.onAir(id);
    const master = HLS.parse(
      (await stage.ask(id, 'master.m3u8')).body.toString(),
    ) as HLS.types.MasterPlaylist;
    expect(master.variants.map(({ uri, resolution }) => ({ uri, ...resolution }))).toEqual([
      { uri: '360p/index.m3u8', width: 640, height: 360 },
      { uri: '180p/index.m3u8', width: 320, height: 180 },
    ]);
    await untilSegments(id, 4);
  });

  it('refuses a second encoder with the same key, and an unknown key', async () => {
    const second = await stage.encode('show-main', { seconds: 3 }).gone;
    expect(second.code).not.toBe(0);
    expect(second.said).toContain('This stream key is already in use.');
    const stranger = await stage.encode('nonsense', { seconds: 3 }).gone;
    expect(stranger.said).toContain('This stream key is not known.');
  });

  it('cuts all renditions at the same instants', async () => {
    const [large, small] = await Promise.all([
      stage.playlist(id, '360p'),
      stage.playlist(id, '180p'),
    ]);
    const times = (playlist: MediaPlaylist) =>
      new Map(
        closedOf(playlist).map((one) => [one.mediaSequenceNumber, one.programDateTime?.getTime()]),
      );
    const others = times(small);
    const both = [...times(large)].filter(([sequence]) => others.has(sequence));
    expect(both.length).toBeGreaterThanOrEqual(3);
    expect(both).toEqual(both.map(([sequence]) => [sequence, others.get(sequence)]));
    expect(closedOf(large).map((segment) => segment.duration)).toEqual(
      closedOf(large).map(() => 2),
    );
  });

  it('gives segments that ffprobe reads without a complaint', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platea-segment-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of ['360p', '180p']) {
      const segment = closedOf(await stage.playlist(id, name)).at(-1);
      const map = await stage.ask(id, `${name}/${segment?.map?.uri}`);
      const media = await stage.ask(id, `${name}/${segment?.uri}`);
      const file = join(folder, `${name}.mp4`);
      writeFileSync(file, Buffer.concat([map.body, media.body]));
      const { stdout, stderr } = await run('ffprobe', [
        ...['-v', 'warning', '-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames'],
        ...['-of', 'json', file],
      ]);
      expect(stderr).toBe('');
      const streams = (
        JSON.parse(stdout) as { streams: { codec_name: string; nb_read_frames: string }[] }
      ).streams;
      expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
      expect(streams[0]?.nb_read_frames).toBe('50');
    }
  });

  it('answers every part and segment that it names', async () => {
    const playlist = await stage.playlist(id, '180p');
    const names = playlist.segments.flatMap((segment) => [
      ...segment.parts.filter((part) => !part.hint).map((part) => part.uri),
      ...(segment.uri ? [segment.uri] : []),
    ]);
    const answers = await Promise.all(names.map((name) => stage.ask(id, `180p/${name}`)));
    expect(answers.every((one) => one.status === 200 && one.body.length > 500)).toBe(true);
    expect(names.length).toBeGreaterThan(10);
  });

  it('is less than a second behind the encoder at the edge', async () => {
    const delays: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const rendition = stage.engine.find(id)?.renditions[1];
      const open = rendition?.open;
      const at = { sequence: open?.sequence ?? 0, part: open?.parts.length ?? 0 };
      await stage.ask(id, '180p/index.m3u8', `_HLS_msn=${at.sequence}&_HLS_part=${at.part}`);
      const segment = rendition?.find(at.sequence);
      if (!segment || segment.parts.length <= at.part) continue;
      const seconds = segment.parts
        .slice(0, at.part + 1)
        .reduce((sum, part) => sum + part.seconds, 0);
      delays.push(Date.now() - segment.startsAtMs - seconds * 1000);
    }
    const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? 9_999;
    console.log(`end of part to answer: median ${Math.round(median)} ms`);
    expect(median).toBeLessThan(1_000);
  });

  it('holds a reload until the part is there, and a hinted part until it is whole', async () => {
    const rendition = stage.engine.find(id)?.renditions[0];
    const sequence = rendition?.open?.sequence ?? rendition?.nextSequence ?? 0;
    const part = rendition?.open?.parts.length ?? 0;
    const [reload, hinted] = await Promise.all([
      stage.ask(id, '360p/index.m3u8', `_HLS_msn=${sequence}&_HLS_part=${part}`),
      stage.ask(id, `360p/part-0-${sequence}-${part}.m4s`),
    ]);
    expect([reload.status, hinted.status]).toEqual([200, hinted.status === 404 ? 404 : 200]);
    const found = rendition?.find(sequence);
    expect((found?.parts.length ?? 0) > part || found?.isClosed).toBe(true);
  });

  it.each([
    ['a part without a segment', '_HLS_part=1', 400],
    ['a segment that is no number', '_HLS_msn=abc', 400],
    ['a segment too far ahead', '_HLS_msn=9999', 400],
  ])('refuses a reload for %s', async (_what, query, status) => {
    expect((await stage.ask(id, '360p/index.m3u8', query)).status).toBe(status);
  });

  it.each([
    '360p/part-0-9999-0.m4s',
    '360p/seg-0-9999.m4s',
    '360p/part-1-0-0.m4s',
    '1080p/index.m3u8',
    '360p/x.mp4',
    'meta.json',
    '360p',
    '',
  ])('knows nothing of %s', async (path) => {
    expect((await stage.ask(id, path)).status).toBe(404);
  });

  it('answers what has long passed with the playlist as it is', async () => {
    const playlist = await stage.playlist(id, '360p', '_HLS_msn=0&_HLS_part=3');
    expect(closedOf(playlist).length).toBeGreaterThan(0);
  });

  it('goes on under the same address when the encoder comes back, with a discontinuity', async () => {
    const before = closedOf(await stage.playlist(id, '360p')).length;
    first.kill();
    await first.gone;
    stage.encode('show-main');
    await vi.waitFor(
      async () => {
        for (const name of ['360p', '180p']) {
          const playlist = await stage.playlist(id, name);
          expect(closedOf(playlist).some((segment) => segment.discontinuity)).toBe(true);
        }
      },
      { timeout: 20_000, interval: 250 },
    );
    const [large, small] = await Promise.all([
      stage.playlist(id, '360p'),
      stage.playlist(id, '180p'),
    ]);
    const breaks = (playlist: MediaPlaylist) =>
      playlist.segments.filter((one) => one.discontinuity).map((one) => one.mediaSequenceNumber);
    expect(breaks(large)).toEqual(breaks(small));
    expect(breaks(large)).toHaveLength(1);
    expect(breaks(large)[0]).toBeGreaterThanOrEqual(before);
    const numbers = closedOf(large).map((segment) => segment.mediaSequenceNumber);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('goes on after a crash of ffmpeg', async () => {
    const before = closedOf(await stage.playlist(id, '360p')).filter(
      (one) => one.discontinuity,
    ).length;
    process.kill(await stage.transcoderOf(id), 'SIGKILL');
    await vi.waitFor(
      async () => {
        const now = closedOf(await stage.playlist(id, '360p')).filter(
          (one) => one.discontinuity,
        ).length;
        expect(now).toBe(before + 1);
      },
      { timeout: 20_000, interval: 250 },
    );
    expect(stage.said(id, 'ffmpeg has ended by itself')).toBeGreaterThan(0);
  });

  it('starts ffmpeg anew when it gets stuck', async () => {
    const broken = new EngineUnderTest({ hasSlates: false });
    onTestFinished(() => broken.stop());
    await broken.start({ ...settings, stuckMs: 1_500 });
    await broken.onAir('stuck');
    const transcoder = () => broken.engine.find('stuck')?.transcoderPid;
    const pid = await broken.transcoderOf('stuck');
    process.kill(pid, 'SIGSTOP');
    await broken.untilSaid('stuck', 'ffmpeg is stuck');
    await expect.poll(() => [undefined, pid].includes(transcoder())).toBe(false);
  });

  it('ends with ENDLIST and a recording as long as the show, at once', async () => {
    await stage.engine.end(id, 'stopped');
    const live = await stage.playlist(id, '360p', '_HLS_msn=99999');
    expect(live.endlist).toBe(true);
    const end = ends.get(id);
    expect(end?.reason).toBe('stopped');
    expect(end?.recording?.isComplete).toBe(true);
    const { files } = stage.sinkOf(id);
    for (const name of ['360p', '180p']) {
      const recording = stage.recording(id, name);
      expect(recording.playlistType).toBe('VOD');
      expect(recording.endlist).toBe(true);
      const present = recording.segments.filter((segment) => !segment.gap);
      expect(present.every((segment) => files.has(`${name}/${segment.uri}`))).toBe(true);
      expect(present.every((segment) => files.has(`${name}/${segment.map?.uri}`))).toBe(true);
      const seconds = recording.segments.reduce((sum, segment) => sum + segment.duration, 0);
      expect(Math.abs(seconds - (end?.recording?.seconds ?? 0))).toBeLessThan(0.5);
    }
    const shown = ((end?.endedAtMs ?? 0) - (starts.get(id) ?? 0)) / 1000;
    // Less than the wall clock by what was lost while the encoder and ffmpeg came back.
    expect(end?.recording?.seconds).toBeLessThan(shown);
    expect(end?.recording?.seconds).toBeGreaterThan(shown - 10);
  });
});

describe('a backup encoder', () => {
  it('takes over within three seconds, and hands back', async () => {
    const main = await stage.onAir('pair');
    stage.encode('pair-backup');
    const onAir = () => stage.engine.find('pair')?.feeds.find((feed) => feed.isOnAir)?.role;
    await vi.waitFor(
      () =>
        expect(
          stage.engine.find('pair')?.feeds.find((one) => one.role === 'backup')?.feed.source,
        ).toBeTruthy(),
      { timeout: 10_000 },
    );
    expect(onAir()).toBe('main');
    main.kill();
    const dropped = performance.now();
    await vi.waitFor(() => expect(onAir()).toBe('backup'), { timeout: 5_000, interval: 50 });
    const parts = () => stage.engine.find('pair')?.renditions[0]?.open?.parts.length ?? 0;
    await vi.waitFor(() => expect(parts()).toBeGreaterThan(0), { timeout: 5_000, interval: 50 });
    expect(performance.now() - dropped).toBeLessThan(3_000);
    stage.encode('pair-main');
    await vi.waitFor(() => expect(onAir()).toBe('main'), { timeout: 15_000, interval: 100 });
    await stage.engine.end('pair', 'stopped');
    expect(ends.get('pair')?.recording?.segments).toBeGreaterThan(0);
  });
});

describe('a broadcast whose server stops', () => {
  it('is taken over by the next one, with its numbers and its recording', async () => {
    const encoder = await stage.onAir('moved');
    await untilSegments('moved', 3);
    const last = closedOf(await stage.playlist('moved', '360p')).at(-1)?.mediaSequenceNumber ?? 0;
    await stage.engine.stop();
    await encoder.gone;
    await stage.start(settings);
    expect(
      await stage.engine.recover('moved', { startedAtMs: starts.get('moved') ?? 0, silentMs: 0 }),
    ).toBe(true);
    stage.encode('moved-main');
    await untilSegments('moved', 2);
    const playlist = closedOf(await stage.playlist('moved', '360p'));
    expect(playlist[0]?.mediaSequenceNumber).toBeGreaterThan(last);
    expect(playlist[0]?.discontinuity).toBe(true);
    await stage.engine.end('moved', 'stopped');
    const recording = stage.recording('moved', '360p');
    expect(recording.segments.filter((segment) => segment.discontinuity)).toHaveLength(1);
    expect(recording.segments.length).toBeGreaterThanOrEqual(last + 2);
  });

  it('ends by itself when nobody comes back', async () => {
    const patient = new EngineUnderTest();
    onTestFinished(() => patient.stop());
    patient.sinks.set('lost', stage.sinkOf('moved'));
    await patient.start({ ...settings, idleCloseMs: 1_000 });
    await patient.engine.recover('lost', { startedAtMs: 0, silentMs: 500 });
    const end = () => patient.ends.get('lost');
    await expect.poll(() => end()?.reason).toBe('idle');
    expect(end()?.recording?.segments).toBeGreaterThan(3);
  });
});

describe('an encoder that comes while the server starts', () => {
  const refused = async (key: string) => (await stage.encode(key, { seconds: 3 }).gone).said;

  it('is told to come back, and goes on with its show once that is recovered', async () => {
    const encoder = await stage.onAir('early');
    await untilSegments('early', 2);
    await stage.engine.stop();
    await encoder.gone;
    const first = new Map(stage.sinkOf('early').files);
    stage.onAirBefore.add('early');

    await stage.start(settings, true);
    expect(await refused('early-main')).toContain('The server is starting.');
    stage.engine.welcomeEncoders();
    // The door is open, but of this show nothing is here: it must not begin a second time.
    expect(await refused('early-main')).toContain('The server is starting.');
    expect(stage.engine.find('early')).toBeNull();

    const left = { startedAtMs: starts.get('early') ?? 0, silentMs: 0 };
    expect(await stage.engine.recover('early', left)).toBe(true);
    const recovered = stage.engine.find('early');
    expect(await stage.engine.recover('early', left)).toBe(true);
    expect(stage.engine.find('early')).toBe(recovered);
    stage.encode('early-main');
    await untilSegments('early', 1);
    await stage.engine.end('early', 'stopped');
    const { files } = stage.sinkOf('early');
    const segments = [...first].filter(([name]) => name.endsWith('.m4s'));
    expect(segments.length).toBeGreaterThanOrEqual(4);
    for (const [name, bytes] of segments) expect([name, files.get(name)]).toEqual([name, bytes]);

    // Over here, whatever the database says by now.
    expect(await refused('early-main')).toContain('This broadcast has ended.');
  });
});

describe('storage that fails', () => {
  it('costs no recording when it takes the playlists later', async () => {
    const sink = stage.sinkOf('full');
    const { put } = sink;
    const encoder = await stage.onAir('full');
    await untilSegments('full', 2);
    sink.put = async (name, bytes) => {
      if (name.endsWith('.m3u8')) throw new Error('no space left');
      await put(name, bytes);
    };
    await stage.engine.end('full', 'stopped');
    expect(ends.get('full')?.recording).toBeNull();
    sink.put = put;
    await expect.poll(() => stage.late.get('full')?.segments).toBeGreaterThan(1);
    expect(sink.files.has('master.m3u8')).toBe(true);
    encoder.kill();
  });
});

describe('a picture with B-frames', () => {
  it('is passed on and cut at the same instants as what is encoded from it', async () => {
    const encoder = await stage.onAir('obs', { rate: 30, keyframes: 60, bFrames: true });
    await untilSegments('obs', 3);
    const { renditions } = stage.engine.find('obs') ?? { renditions: [] };
    await stage.engine.end('obs', 'stopped');
    const cuts = renditions.map(({ segments }) =>
      segments.slice(0, 3).map(({ startsAtMs, seconds }) => [startsAtMs, seconds.toFixed(3)]),
    );
    expect(cuts[0]).toHaveLength(3);
    expect(cuts[0]).toEqual(cuts[1]);
    for (const { parts } of renditions[0]?.segments ?? []) {
      for (const part of parts.slice(0, -1)) expect(part.seconds).toBeCloseTo(1 / 3, 2);
    }
    encoder.kill();
  });
});

describe('other sources', () => {
  it.each([
    ['sound alone', 'sound', { video: false }, ['audio'], ['mp4a.40.2']],
    ['a picture without sound', 'mute', { audio: 'none' }, ['360p', '180p'], ['avc1']],
    ['keyframes eight seconds apart', 'rare', { keyframes: 200 }, ['180p'], ['avc1', 'mp4a.40.2']],
    [
      '30 frames a second and mono sound',
      'mono',
      { rate: 30, keyframes: 60, audio: 'mono' },
      ['360p', '180p'],
      ['avc1', 'mp4a.40.2'],
    ],
  ] as const)('%s', async (_what, id, options, names, codecs) => {
    const encoder = await stage.onAir(id, options);
    const { variants, renditions } = stage.engine.find(id) ?? { variants: [], renditions: [] };
    expect(variants.map((variant) => variant.name)).toEqual(names);
    expect(
      variants[0]?.codecs.split(',').map((codec) => codec.replace(/^avc1\..*/, 'avc1')),
    ).toEqual(codecs);
    await vi.waitFor(() => expect(renditions[0]?.segments.length).toBeGreaterThan(1), {
      timeout: 20_000,
    });
    for (const segment of renditions[0]?.segments ?? []) expect(segment.seconds).toBeCloseTo(2, 1);
    await stage.engine.end(id, 'stopped');
    encoder.kill();
  });
});
