import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import type { BroadcastEnd } from './broadcast-events.ts';
import { LiveEngine } from './live-engine.ts';
import type { OriginAnswer } from './origin.ts';
import type { RecordingEnd } from './recorder.ts';
import { memorySink } from './segment-sink.ts';

const run = promisify(execFile);
HLS.setOptions({ strictMode: true });

type Media = HLS.types.MediaPlaylist;

let engine: LiveEngine;
const sinks = new Map<string, ReturnType<typeof memorySink>>();
const starts = new Map<string, number>();
const ends = new Map<string, BroadcastEnd>();
const late = new Map<string, RecordingEnd>();
const notes: string[] = [];
const encoders: Encoder[] = [];

function sinkOf(id: string) {
  const sink = sinks.get(id) ?? memorySink();
  sinks.set(id, sink);
  return sink;
}

/** Broadcasts that were on air before the engine of this process started. */
const onAirBefore = new Set<string>();

async function anEngine(
  more: { idleCloseMs?: number; stuckMs?: number; isClosed?: boolean } = {},
): Promise<LiveEngine> {
  const made = await LiveEngine.start({
    rtmp: { port: 0 },
    settings: {
      ladder: { cores: 2, sides: [180] },
      idleCloseMs: more.idleCloseMs ?? 60_000,
      handoverMs: 1_500,
      mayRest: false,
      ...(more.stuckMs ? { stuckMs: more.stuckMs } : {}),
    },
    ownerOf: async ({ app, streamKey }) => {
      const [, broadcastId, role] = /^(\w+)-(main|backup)$/.exec(streamKey) ?? [];
      return app === 'live' && broadcastId
        ? {
            ok: true,
            broadcastId,
            role: role as 'main' | 'backup',
            pass: streamKey,
            isLive: onAirBefore.has(broadcastId),
          }
        : { ok: false, reason: 'unknown_key', message: 'This stream key is not known.' };
    },
    sinkOf,
    eventsOf: (id) => ({
      started: ({ startedAtMs }) => starts.set(id, startedAtMs) && undefined,
      ended: (end) => ends.set(id, end) && undefined,
      recorded: (recording) => late.set(id, recording) && undefined,
      noted: (what) => notes.push(what) && undefined,
    }),
  });
  if (!more.isClosed) made.welcomeEncoders();
  return made;
}

function encode(key: string, options: Parameters<typeof startEncoder>[1] = {}): Encoder {
  const encoder = startEncoder(`rtmp://127.0.0.1:${engine.port}/live/${key}`, options);
  encoders.push(encoder);
  return encoder;
}

async function ask(id: string, path: string, query = ''): Promise<OriginAnswer> {
  const origin = engine.originOf(id);
  if (!origin) throw new Error(`no broadcast ${id}`);
  return origin.answer(path, new URLSearchParams(query));
}

async function playlistOf(id: string, rendition: string, query = ''): Promise<Media> {
  const { status, body } = await ask(id, `${rendition}/index.m3u8`, query);
  expect(status).toBe(200);
  return HLS.parse(body.toString()) as Media;
}

const closedOf = (playlist: Media) => playlist.segments.filter((segment) => segment.uri);

async function untilSegments(id: string, count: number): Promise<void> {
  await vi.waitFor(
    async () => expect(closedOf(await playlistOf(id, '360p')).length).toBeGreaterThanOrEqual(count),
    { timeout: 40_000, interval: 250 },
  );
}

beforeAll(async () => {
  engine = await anEngine();
});
afterAll(async () => {
  for (const encoder of encoders) encoder.kill();
  await engine.stop();
});

describe('a show from a real encoder', () => {
  const id = 'show';
  let first: Encoder;

  it('is on air within seconds, in the source picture and a smaller one', async () => {
    first = encode('show-main');
    await vi.waitFor(() => expect(starts.has(id)).toBe(true), { timeout: 20_000 });
    const master = HLS.parse(
      (await ask(id, 'master.m3u8')).body.toString(),
    ) as HLS.types.MasterPlaylist;
    expect(master.variants.map(({ uri, resolution }) => ({ uri, ...resolution }))).toEqual([
      { uri: '360p/index.m3u8', width: 640, height: 360 },
      { uri: '180p/index.m3u8', width: 320, height: 180 },
    ]);
    await untilSegments(id, 4);
  });

  it('refuses a second encoder with the same key, and an unknown key', async () => {
    const second = await encode('show-main', { seconds: 3 }).gone;
    expect(second.code).not.toBe(0);
    expect(second.said).toContain('This stream key is already in use.');
    const stranger = await encode('nonsense', { seconds: 3 }).gone;
    expect(stranger.said).toContain('This stream key is not known.');
  });

  it('cuts all renditions at the same instants', async () => {
    const [large, small] = await Promise.all([playlistOf(id, '360p'), playlistOf(id, '180p')]);
    const times = (playlist: Media) =>
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
      const segment = closedOf(await playlistOf(id, name)).at(-1);
      const map = await ask(id, `${name}/${segment?.map?.uri}`);
      const media = await ask(id, `${name}/${segment?.uri}`);
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
    const playlist = await playlistOf(id, '180p');
    const names = playlist.segments.flatMap((segment) => [
      ...segment.parts.filter((part) => !part.hint).map((part) => part.uri),
      ...(segment.uri ? [segment.uri] : []),
    ]);
    const answers = await Promise.all(names.map((name) => ask(id, `180p/${name}`)));
    expect(answers.every((one) => one.status === 200 && one.body.length > 500)).toBe(true);
    expect(names.length).toBeGreaterThan(10);
  });

  it('is less than a second behind the encoder at the edge', async () => {
    const delays: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const rendition = engine.find(id)?.renditions[1];
      const open = rendition?.open;
      const at = { sequence: open?.sequence ?? 0, part: open?.parts.length ?? 0 };
      await ask(id, '180p/index.m3u8', `_HLS_msn=${at.sequence}&_HLS_part=${at.part}`);
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
    const rendition = engine.find(id)?.renditions[0];
    const sequence = rendition?.open?.sequence ?? rendition?.nextSequence ?? 0;
    const part = rendition?.open?.parts.length ?? 0;
    const [reload, hinted] = await Promise.all([
      ask(id, '360p/index.m3u8', `_HLS_msn=${sequence}&_HLS_part=${part}`),
      ask(id, `360p/part-0-${sequence}-${part}.m4s`),
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
    expect((await ask(id, '360p/index.m3u8', query)).status).toBe(status);
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
    expect((await ask(id, path)).status).toBe(404);
  });

  it('answers what has long passed with the playlist as it is', async () => {
    const playlist = await playlistOf(id, '360p', '_HLS_msn=0&_HLS_part=3');
    expect(closedOf(playlist).length).toBeGreaterThan(0);
  });

  it('goes on under the same address when the encoder comes back, with a discontinuity', async () => {
    const before = closedOf(await playlistOf(id, '360p')).length;
    first.kill();
    await first.gone;
    encode('show-main');
    await vi.waitFor(
      async () => {
        for (const name of ['360p', '180p']) {
          const playlist = await playlistOf(id, name);
          expect(closedOf(playlist).some((segment) => segment.discontinuity)).toBe(true);
        }
      },
      { timeout: 20_000, interval: 250 },
    );
    const [large, small] = await Promise.all([playlistOf(id, '360p'), playlistOf(id, '180p')]);
    const breaks = (playlist: Media) =>
      playlist.segments.filter((one) => one.discontinuity).map((one) => one.mediaSequenceNumber);
    expect(breaks(large)).toEqual(breaks(small));
    expect(breaks(large)).toHaveLength(1);
    expect(breaks(large)[0]).toBeGreaterThanOrEqual(before);
    const numbers = closedOf(large).map((segment) => segment.mediaSequenceNumber);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });

  it('goes on after a crash of ffmpeg', async () => {
    const before = closedOf(await playlistOf(id, '360p')).filter((one) => one.discontinuity).length;
    process.kill(engine.find(id)?.transcoderPid ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const now = closedOf(await playlistOf(id, '360p')).filter(
          (one) => one.discontinuity,
        ).length;
        expect(now).toBe(before + 1);
      },
      { timeout: 20_000, interval: 250 },
    );
    expect(notes).toContain('ffmpeg has ended by itself');
  });

  it('starts ffmpeg anew when it gets stuck', async () => {
    const broken = await anEngine({ stuckMs: 1_500 });
    const encoder = startEncoder(`rtmp://127.0.0.1:${broken.port}/live/stuck-main`);
    encoders.push(encoder);
    await vi.waitFor(() => expect(starts.has('stuck')).toBe(true), { timeout: 20_000 });
    const pid = broken.find('stuck')?.transcoderPid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await vi.waitFor(() => expect(notes).toContain('ffmpeg is stuck'), { timeout: 10_000 });
    const next = () => broken.find('stuck')?.transcoderPid;
    await vi.waitFor(() => expect([undefined, pid]).not.toContain(next()), { timeout: 10_000 });
    encoder.kill();
    await broken.stop();
  });

  it('ends with ENDLIST and a recording as long as the show, at once', async () => {
    await engine.end(id, 'stopped');
    const live = await playlistOf(id, '360p', '_HLS_msn=99999');
    expect(live.endlist).toBe(true);
    const end = ends.get(id);
    expect(end?.reason).toBe('stopped');
    expect(end?.recording?.isComplete).toBe(true);
    const files = sinks.get(id)?.files;
    for (const name of ['360p', '180p']) {
      const text = files?.get(`${name}/index.m3u8`)?.toString() ?? '';
      const recording = HLS.parse(text) as Media;
      expect(recording.playlistType).toBe('VOD');
      expect(recording.endlist).toBe(true);
      const present = recording.segments.filter((segment) => !segment.gap);
      expect(present.every((segment) => files?.has(`${name}/${segment.uri}`))).toBe(true);
      expect(present.every((segment) => files?.has(`${name}/${segment.map?.uri}`))).toBe(true);
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
    const main = encode('pair-main');
    await vi.waitFor(() => expect(starts.has('pair')).toBe(true), { timeout: 20_000 });
    encode('pair-backup');
    const onAir = () => engine.find('pair')?.feeds.find((feed) => feed.isOnAir)?.role;
    await vi.waitFor(
      () =>
        expect(
          engine.find('pair')?.feeds.find((one) => one.role === 'backup')?.feed.source,
        ).toBeTruthy(),
      { timeout: 10_000 },
    );
    expect(onAir()).toBe('main');
    main.kill();
    const dropped = performance.now();
    await vi.waitFor(() => expect(onAir()).toBe('backup'), { timeout: 5_000, interval: 50 });
    const parts = () => engine.find('pair')?.renditions[0]?.open?.parts.length ?? 0;
    await vi.waitFor(() => expect(parts()).toBeGreaterThan(0), { timeout: 5_000, interval: 50 });
    expect(performance.now() - dropped).toBeLessThan(3_000);
    encode('pair-main');
    await vi.waitFor(() => expect(onAir()).toBe('main'), { timeout: 15_000, interval: 100 });
    await engine.end('pair', 'stopped');
    expect(ends.get('pair')?.recording?.segments).toBeGreaterThan(0);
  });
});

describe('a broadcast whose server stops', () => {
  it('is taken over by the next one, with its numbers and its recording', async () => {
    const encoder = encode('moved-main');
    await vi.waitFor(() => expect(starts.has('moved')).toBe(true), { timeout: 20_000 });
    await untilSegments('moved', 3);
    const last = closedOf(await playlistOf('moved', '360p')).at(-1)?.mediaSequenceNumber ?? 0;
    await engine.stop();
    await encoder.gone;
    engine = await anEngine();
    expect(
      await engine.recover('moved', { startedAtMs: starts.get('moved') ?? 0, silentMs: 0 }),
    ).toBe(true);
    encode('moved-main');
    await untilSegments('moved', 2);
    const playlist = closedOf(await playlistOf('moved', '360p'));
    expect(playlist[0]?.mediaSequenceNumber).toBeGreaterThan(last);
    expect(playlist[0]?.discontinuity).toBe(true);
    await engine.end('moved', 'stopped');
    const text = sinks.get('moved')?.files.get('360p/index.m3u8')?.toString() ?? '';
    const recording = HLS.parse(text) as Media;
    expect(recording.segments.filter((segment) => segment.discontinuity)).toHaveLength(1);
    expect(recording.segments.length).toBeGreaterThanOrEqual(last + 2);
  });

  it('ends by itself when nobody comes back', async () => {
    sinks.set('lost', sinks.get('moved') ?? memorySink());
    const patient = await anEngine({ idleCloseMs: 1_000 });
    await patient.recover('lost', { startedAtMs: 0, silentMs: 500 });
    await vi.waitFor(() => expect(ends.get('lost')?.reason).toBe('idle'), { timeout: 5_000 });
    expect(ends.get('lost')?.recording?.segments).toBeGreaterThan(3);
    await patient.stop();
  });
});

describe('an encoder that comes while the server starts', () => {
  const refused = async (key: string) => (await encode(key, { seconds: 3 }).gone).said;

  it('is told to come back, and goes on with its show once that is recovered', async () => {
    const encoder = encode('early-main');
    await vi.waitFor(() => expect(starts.has('early')).toBe(true), { timeout: 20_000 });
    await untilSegments('early', 2);
    await engine.stop();
    await encoder.gone;
    const first = new Map(sinks.get('early')?.files);
    onAirBefore.add('early');

    engine = await anEngine({ isClosed: true });
    expect(await refused('early-main')).toContain('The server is starting.');
    engine.welcomeEncoders();
    // The door is open, but of this show nothing is here: it must not begin a second time.
    expect(await refused('early-main')).toContain('The server is starting.');
    expect(engine.find('early')).toBeNull();

    const left = { startedAtMs: starts.get('early') ?? 0, silentMs: 0 };
    expect(await engine.recover('early', left)).toBe(true);
    const recovered = engine.find('early');
    expect(await engine.recover('early', left)).toBe(true);
    expect(engine.find('early')).toBe(recovered);
    encode('early-main');
    await untilSegments('early', 1);
    await engine.end('early', 'stopped');
    const files = sinks.get('early')?.files;
    const segments = [...first].filter(([name]) => name.endsWith('.m4s'));
    expect(segments.length).toBeGreaterThanOrEqual(4);
    for (const [name, bytes] of segments) expect([name, files?.get(name)]).toEqual([name, bytes]);

    // Over here, whatever the database says by now.
    expect(await refused('early-main')).toContain('This broadcast has ended.');
  });
});

describe('storage that fails', () => {
  it('costs no recording when it takes the playlists later', async () => {
    const sink = sinkOf('full');
    const { put } = sink;
    const encoder = encode('full-main');
    await vi.waitFor(() => expect(starts.has('full')).toBe(true), { timeout: 20_000 });
    await untilSegments('full', 2);
    sink.put = async (name, bytes) => {
      if (name.endsWith('.m3u8')) throw new Error('no space left');
      await put(name, bytes);
    };
    await engine.end('full', 'stopped');
    expect(ends.get('full')?.recording).toBeNull();
    sink.put = put;
    await vi.waitFor(() => expect(late.get('full')?.segments).toBeGreaterThan(1), {
      timeout: 8_000,
    });
    expect(sink.files.has('master.m3u8')).toBe(true);
    encoder.kill();
  });
});

describe('a picture with B-frames', () => {
  it('is passed on and cut at the same instants as what is encoded from it', async () => {
    const encoder = encode('obs-main', { rate: 30, keyframes: 60, bFrames: true });
    await vi.waitFor(() => expect(starts.has('obs')).toBe(true), { timeout: 20_000 });
    await untilSegments('obs', 3);
    const { renditions } = engine.find('obs') ?? { renditions: [] };
    await engine.end('obs', 'stopped');
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
    const encoder = encode(`${id}-main`, options);
    await vi.waitFor(() => expect(starts.has(id)).toBe(true), { timeout: 20_000 });
    const { variants, renditions } = engine.find(id) ?? { variants: [], renditions: [] };
    expect(variants.map((variant) => variant.name)).toEqual(names);
    expect(
      variants[0]?.codecs.split(',').map((codec) => codec.replace(/^avc1\..*/, 'avc1')),
    ).toEqual(codecs);
    await vi.waitFor(() => expect(renditions[0]?.segments.length).toBeGreaterThan(1), {
      timeout: 20_000,
    });
    for (const segment of renditions[0]?.segments ?? []) expect(segment.seconds).toBeCloseTo(2, 1);
    await engine.end(id, 'stopped');
    encoder.kill();
  });
});
