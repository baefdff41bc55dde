import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EngineUnderTest, type MediaPlaylist } from '#test/live-engine.ts';

const run = promisify(execFile);
const stage = new EngineUnderTest();

beforeAll(() => stage.start());
afterAll(() => stage.stop());

const names = ['360p', '180p'];
const isSlate = (segment: MediaPlaylist['segments'][number]) =>
  segment.map?.uri.startsWith('slate-') ?? false;

const slateShown = (id: string) => stage.engine.find(id)?.isSlateShown;
const slateMade = (id: string) =>
  vi.waitFor(() => expect(stage.engine.find(id)?.hasSlate).toBe(true), { timeout: 15_000 });

/** Seconds between the end of what the playlist names and now; negative when it is ahead. */
function edgeDelay(playlist: MediaPlaylist): number {
  const last = playlist.segments.findLast((one) => one.programDateTime);
  const parts = last?.parts.filter((part) => !part.hint) ?? [];
  const seconds = parts.reduce((sum, part) => sum + (part.duration ?? 0), 0);
  const starts = last?.programDateTime?.getTime() ?? 0;
  return (Date.now() - starts) / 1000 - (parts.length > 0 ? seconds : (last?.duration ?? 0));
}

async function complaints(id: string, name: string, segment: MediaPlaylist['segments'][number]) {
  const folder = await mkdtemp(join(tmpdir(), 'platea-slate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = [segment.map?.uri, segment.uri].map((uri) => stage.ask(id, `${name}/${uri}`));
  const bodies = (await Promise.all(files)).map(({ body }) => body);
  const file = join(folder, 'slate.mp4');
  await writeFile(file, Buffer.concat(bodies));
  const { stdout, stderr } = await run('ffprobe', [
    ...['-v', 'warning', '-count_frames', '-of', 'csv=p=0'],
    ...['-show_entries', 'stream=codec_name,width,height,nb_read_frames', file],
  ]);
  return { streams: stdout.trim().split('\n'), stderr };
}

/**
 * Each rendition numbers its fragments by itself: two that were cut off in different parts of their
 * first run carry the same picture under other numbers.
 */
function withoutFragmentNumbers(segment: Buffer): Buffer {
  const bytes = Buffer.from(segment);
  for (let at = bytes.indexOf('mfhd'); at >= 0; at = bytes.indexOf('mfhd', at + 4)) {
    bytes.writeUInt32BE(0, at + 8);
  }
  return bytes;
}

describe('an encoder that drops out', () => {
  const id = 'dropped';

  it('is stood in for by the slate within three seconds, in every rendition', async () => {
    const encoder = await stage.onAir(id);
    await slateMade(id);
    encoder.kill();
    const lost = performance.now();
    await vi.waitFor(
      async () => {
        for (const name of names) {
          expect((await stage.playlist(id, name)).segments.some(isSlate)).toBe(true);
        }
      },
      { timeout: 15_000, interval: 20 },
    );
    expect(performance.now() - lost).toBeLessThan(3_000);
    const [large, small] = await Promise.all(names.map((name) => stage.playlist(id, name)));
    const breaks = (playlist: MediaPlaylist | undefined) =>
      playlist?.segments.filter((one) => one.discontinuity).map((one) => one.mediaSequenceNumber);
    expect(breaks(large)).toHaveLength(1);
    expect(breaks(large)).toEqual(breaks(small));
  });

  it('leaves a slate that decoders read without a complaint, of the same size and with sound', async () => {
    const closed = async (name: string) =>
      (await stage.playlist(id, name)).segments.findLast((one) => one.uri && isSlate(one));
    await vi.waitFor(async () => expect(await closed('180p')).toBeTruthy(), { timeout: 15_000 });
    for (const [name, size] of [
      ['360p', '640,360'],
      ['180p', '320,180'],
    ] as const) {
      const segment = await closed(name);
      if (!segment) throw new Error('no slate');
      const { streams, stderr } = await complaints(id, name, segment);
      expect(stderr).toBe('');
      expect(streams[0]).toBe(`h264,${size},50`);
      expect(streams[1]).toMatch(/^aac,(9[3-5])$/);
      expect(segment.duration).toBeCloseTo(2, 3);
    }
  });

  it('goes on at the same address when it is back, at the present moment', async () => {
    stage.encode(`${id}-main`);
    await vi.waitFor(() => expect(slateShown(id)).toBe(false), { timeout: 15_000 });
    const first = (one: MediaPlaylist) => one.segments.findLast((segment) => segment.discontinuity);
    await vi.waitFor(
      async () => {
        const playlist = await stage.playlist(id, '180p');
        expect(first(playlist)?.map?.uri).toMatch(/^init-/);
        expect(Math.abs(edgeDelay(playlist))).toBeLessThan(1.5);
      },
      { timeout: 15_000, interval: 100 },
    );
    const times = (await stage.playlist(id, '360p')).segments.map(
      (one) => one.programDateTime?.getTime() ?? 0,
    );
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('has one recording, without the slate', async () => {
    await stage.engine.end(id, 'stopped');
    const end = stage.ends.get(id);
    expect(end?.recording?.isComplete).toBe(true);
    for (const name of names) {
      const { segments } = stage.recording(id, name);
      expect(segments.some(isSlate)).toBe(false);
      expect(segments.filter((one) => one.discontinuity)).toHaveLength(1);
    }
    expect([...stage.sinkOf(id).files.keys()].some((file) => file.includes('slate'))).toBe(false);
  });
});

describe('an encoder that stands still and catches up', () => {
  it('is stood in for, and goes on without a lasting delay', async () => {
    const id = 'frozen';
    const encoder = await stage.onAir(id);
    await slateMade(id);
    encoder.process.kill('SIGSTOP');
    const took = await stage.untilSaid(id, 'slate begins');
    expect(took).toBeLessThan(3_000);
    await vi.waitFor(
      async () => {
        const { segments } = await stage.playlist(id, '360p');
        expect(segments.filter((one) => one.uri && isSlate(one)).length).toBeGreaterThan(1);
      },
      { timeout: 15_000 },
    );
    encoder.process.kill('SIGCONT');
    await vi.waitFor(() => expect(slateShown(id)).toBe(false), { timeout: 15_000 });
    await vi.waitFor(
      async () => {
        const playlist = await stage.playlist(id, '180p');
        expect(playlist.segments.findLast((one) => one.discontinuity)?.map?.uri).toMatch(/^init-/);
        expect(Math.abs(edgeDelay(playlist))).toBeLessThan(1.5);
      },
      // An encoder on a busy machine may take its time until it has caught up.
      { timeout: 40_000, interval: 100 },
    );
    await stage.engine.end(id, 'stopped');
    encoder.kill();
  });
});

describe('a server that restarts while no encoder sends', () => {
  it('shows the slate, under numbers that were not used before', async () => {
    const id = 'alone';
    const encoder = await stage.onAir(id);
    await slateMade(id);
    encoder.kill();
    await vi.waitFor(
      async () => {
        const { segments } = await stage.playlist(id, '360p');
        expect(segments.filter((one) => one.uri && isSlate(one)).length).toBeGreaterThan(1);
      },
      { timeout: 15_000 },
    );
    const before = await stage.playlist(id, '360p');
    const last = before.segments.at(-1)?.mediaSequenceNumber ?? 0;
    await stage.restart();
    const left = { startedAtMs: stage.starts.get(id) ?? 0, silentMs: 0 };
    expect(await stage.engine.recover(id, left)).toBe(true);
    await stage.untilSaid(id, 'slate begins', { times: 2 });
    await expect.poll(async () => (await stage.ask(id, '360p/index.m3u8')).status).toBe(200);
    const after = await stage.playlist(id, '360p');
    expect(after.segments[0]?.mediaSequenceNumber).toBeGreaterThan(last);
    const breaks = before.segments.filter((one) => one.discontinuity).length;
    expect(after.discontinuitySequenceBase).toBeGreaterThan(
      (before.discontinuitySequenceBase ?? 0) + breaks - 1,
    );
    await stage.engine.end(id, 'stopped');
  });
});

describe('a machine that cannot keep up', () => {
  it('lets the least useful rendition rest, under an address that goes on', async () => {
    const id = 'strained';
    const ladder = { cores: 2, sides: [270, 180] };
    await stage.restart({ ladder, mayRest: true, handoverMs: 60_000 });
    await stage.onAir(id);
    const slow = setInterval(() => {
      const pid = stage.engine.find(id)?.transcoderPid;
      if (!pid || stage.said(id, 'the machine cannot keep up') > 0) return;
      process.kill(pid, 'SIGSTOP');
      setTimeout(() => {
        if (stage.engine.find(id)?.transcoderPid === pid) process.kill(pid, 'SIGCONT');
      }, 198);
    }, 200);
    onTestFinished(() => clearInterval(slow));
    await stage.untilSaid(id, 'the machine cannot keep up', { timeout: 30_000 });
    clearInterval(slow);
    expect(stage.engine.find(id)?.resting).toEqual(['270p']);
    await vi.waitFor(
      async () => {
        const [rests, shown] = await Promise.all([
          stage.playlist(id, '270p'),
          stage.playlist(id, '180p'),
        ]);
        const last = rests.segments.findLast((one) => one.uri);
        const like = shown.segments.find(
          (one) => one.mediaSequenceNumber === last?.mediaSequenceNumber,
        );
        expect(last?.map?.uri).toBe('init-0-2.mp4');
        const bodies = [
          await stage.ask(id, `270p/${last?.uri}`),
          await stage.ask(id, `180p/${like?.uri}`),
        ];
        const [mirrored, made] = bodies.map(({ body }) => withoutFragmentNumbers(body));
        expect(made?.length).toBeGreaterThan(1_000);
        expect(mirrored?.equals(made ?? Buffer.alloc(0))).toBe(true);
        expect(Math.abs(edgeDelay(shown))).toBeLessThan(1.5);
      },
      { timeout: 15_000, interval: 200 },
    );
    await stage.engine.end(id, 'stopped');
  });
});
