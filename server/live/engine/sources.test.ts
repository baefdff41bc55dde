import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EncoderOptions } from '#test/encoder.ts';
import { EngineUnderTest } from '#test/live-engine.ts';

const run = promisify(execFile);
const stage = new EngineUnderTest();

type Case = {
  id: string;
  source: EncoderOptions;
  /** By rendition: size, or none for sound alone. */
  sizes: Record<string, string | null>;
  sound: boolean;
};

const tiny = { size: '320x180', keyframes: 50 } as const;
const everyTwoSeconds = ['-force_key_frames', 'expr:gte(t,n_forced*2)'];
const both = { '180p': '320,180', '90p': '160,90' };
const aSource = (id: string, source: EncoderOptions, more: Partial<Case> = {}): Case => ({
  ...{ id, sizes: both, sound: true },
  source: { ...tiny, ...source },
  ...more,
});

/** What organizers send, each with its own trap. */
const cases: Case[] = [
  aSource('portrait', { size: '180x320' }, { sizes: { '180p': '180,320', '90p': '90,160' } }),
  aSource('odd', { size: '318x178' }, { sizes: { '178p': '318,178', '90p': '160,90' } }),
  aSource('thirty', { rate: 30, keyframes: 60 }),
  aSource('fifty', { rate: 50, keyframes: 100 }),
  aSource('sixty', { rate: 60, keyframes: 120, bFrames: true }),
  aSource('variable', {
    more: [
      '-vf',
      "select='if(lt(mod(t,2),1),1,not(mod(n,2)))'",
      '-fps_mode',
      'vfr',
      ...everyTwoSeconds,
    ],
  }),
  aSource('leaning', { bFrames: true }),
  aSource('mono', { audio: 'mono' }),
  aSource('cd', { more: ['-ar', '44100'] }),
  aSource('silent', { audio: 'none' }, { sound: false }),
  aSource('heard', { video: false }, { sizes: { audio: null } }),
  aSource('muted', { more: ['-af', 'atrim=end=5', '-max_interleave_delta', '100000'] }),
  aSource('rare', { keyframes: 400 }, { sizes: { '90p': '160,90' } }),
  aSource('deep', { more: ['-pix_fmt', 'yuv422p'] }, { sizes: { '90p': '160,90' } }),
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platea-sources-'));
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  await stage.start({ ladder: { cores: 2, sides: [90] }, handoverMs: 60_000 });
});
afterAll(async () => {
  await stage.stop();
  await rm(folder, { recursive: true });
});

type Stream = { codec: string; size: string; seconds: number };

/** What a decoder makes of everything that the playlist names, and what it complains of. */
async function decode(id: string, name: string) {
  const { segments } = await stage.playlist(id, name);
  const closed = segments.filter((one) => one.uri);
  const maps = new Set(closed.map((one) => one.map?.uri ?? ''));
  const names = [...maps, ...closed.map((one) => one.uri)];
  const bodies = await Promise.all(names.map((uri) => stage.ask(id, `${name}/${uri}`)));
  const file = join(folder, `${id}-${name}.mp4`);
  await writeFile(file, Buffer.concat(bodies.map(({ body }) => body)));
  const { stdout, stderr } = await run('ffprobe', [
    ...['-v', 'warning', '-count_frames', '-of', 'json', '-show_entries'],
    ...['stream=codec_name,width,height,nb_read_frames,start_time,duration', file],
  ]);
  const seconds = closed.reduce((sum, one) => sum + one.duration, 0);
  return { streams: streamsOf(stdout), complaints: stderr, seconds };
}

function streamsOf(json: string): Stream[] {
  const { streams } = JSON.parse(json) as { streams: Record<string, string | number>[] };
  return streams.map((one) => ({
    codec: String(one.codec_name),
    size: one.width ? `${one.width},${one.height}` : '',
    // ffprobe counts from zero, whatever the first picture's time is.
    seconds: Number(one.duration) - Number(one.start_time),
  }));
}

const cutsOf = async (id: string, name: string) =>
  (await stage.playlist(id, name)).segments
    .filter((one) => one.uri)
    .slice(0, 3)
    .map((one) => [one.mediaSequenceNumber, one.programDateTime?.getTime(), one.duration]);

describe('a source', () => {
  it.concurrent.each(cases)('$id is shown in every size, without a complaint', async (one) => {
    const { id, sizes, sound, source } = one;
    const names = Object.keys(sizes);
    const encoder = await stage.onAir(id, source);
    await vi.waitFor(
      async () => {
        for (const name of names) expect(await cutsOf(id, name)).toHaveLength(3);
      },
      { timeout: 30_000, interval: 250 },
    );
    expect(stage.engine.find(id)?.variants.map(({ name }) => name)).toEqual(names);
    expect(stage.said(id, 'keyframes too far apart, encoding anew')).toBe(0);
    expect(stage.said(id, 'ffmpeg has ended by itself')).toBe(0);
    const cuts = await Promise.all(names.map((name) => cutsOf(id, name)));
    for (const other of cuts) expect(other).toEqual(cuts[0]);
    for (const [name, size] of Object.entries(sizes)) {
      const { streams, complaints, seconds } = await decode(id, name);
      const shown = streams.map(({ codec, size: pixels }) => `${codec} ${pixels}`.trim());
      expect(complaints).toBe('');
      expect(shown).toEqual([...(size ? [`h264 ${size}`] : []), ...(sound ? ['aac'] : [])]);
      expect(Math.abs((streams[0]?.seconds ?? 0) - seconds)).toBeLessThan(0.15);
      if (sound && id !== 'muted') {
        expect(Math.abs((streams.at(-1)?.seconds ?? 0) - seconds)).toBeLessThan(0.3);
      }
    }
    await stage.engine.end(id, 'stopped');
    encoder.kill();
  });
});
