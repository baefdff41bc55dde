import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeMedia, type Recipe } from '#test/coded-media.ts';
import { EngineUnderTest } from '#test/live-engine.ts';
import { Publisher, soundTag, videoTag } from '#test/publisher.ts';

const run = promisify(execFile);

const live = new EngineUnderTest();
let folder: string;
const publishers: Publisher[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platea-enhanced-'));
  // Nothing takes over, not even the slate, while a busy machine is slow to send.
  await live.start({ ladder: { cores: 2, sides: [180, 90] }, handoverMs: 60_000 });
});
afterEach(async () => {
  for (const publisher of publishers.splice(0)) publisher.close();
  for (const { id } of live.engine.list()) await live.engine.end(id, 'stopped');
});
afterAll(async () => {
  await live.stop();
  await rm(folder, { recursive: true });
});

async function publish(key: string, asked = {}): Promise<Publisher> {
  const publisher = await Publisher.open(live.engine.port, `${key}-main`, asked);
  publishers.push(publisher);
  return publisher;
}

type Decoded = { codec: string; size: string; frames: number };

/** What ffprobe decodes of the first two segments of a rendition, without a complaint. */
async function decode(id: string, name: string): Promise<Decoded[]> {
  const rendition = live.engine.find(id)?.renditions.find((one) => one.name === name);
  const segments = (rendition?.segments ?? []).slice(0, 2);
  const map = rendition?.maps.get(segments[0]?.mapName ?? '');
  const file = join(folder, `${id}-${name}.mp4`);
  const bytes = segments.map((segment) => segment.bytes ?? Buffer.alloc(0));
  await writeFile(file, Buffer.concat([map ?? Buffer.alloc(0), ...bytes]));
  const shown = 'stream=codec_name,width,height,nb_read_frames';
  const { stdout, stderr } = await run('ffprobe', [
    ...['-v', 'warning', '-count_frames', '-show_entries', shown, '-of', 'json', file],
  ]);
  expect(stderr).toBe('');
  const { streams } = JSON.parse(stdout) as { streams: Record<string, string | number>[] };
  return streams.map(({ codec_name, width = 0, height = 0, nb_read_frames }) => ({
    codec: String(codec_name),
    size: `${width}x${height}`,
    frames: Number(nb_read_frames),
  }));
}

/** Sends five seconds and waits until all renditions have closed two segments of them. */
async function show(id: string, recipe: Recipe): Promise<void> {
  const media = await makeMedia(recipe);
  const publisher = await publish(id);
  await publisher.describe(media);
  // The second keyframe says what comes; the rest must find a run that takes it.
  await publisher.play(media, 0, 1_500);
  const find = () => live.engine.find(id);
  await vi.waitFor(() => expect(find()?.feeds[0]?.isOnAir).toBe(true), { timeout: 10_000 });
  await publisher.play(media, 1_500, 6_000);
  await vi.waitFor(
    () => {
      const { renditions = [] } = find() ?? {};
      expect(renditions.length).toBeGreaterThan(0);
      for (const { segments } of renditions) expect(segments.length).toBeGreaterThan(1);
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe('an encoder that speaks Enhanced RTMP', () => {
  it.each<[string, Recipe]>([
    ['HEVC and Opus', { video: 'hevc', audio: 'opus' }],
    ['AV1 and AAC', { video: 'av1', audio: 'aac' }],
    ['VP9 and AC-3', { video: 'vp9', audio: 'ac3' }],
    ['AV1 and FLAC', { video: 'av1', audio: 'flac' }],
  ])('is shown in H.264 and AAC when it sends %s', async (_what, recipe) => {
    const id = `${recipe.video}-${recipe.audio}`;
    await show(id, recipe);
    const [large, small] = await Promise.all([decode(id, '180p'), decode(id, '90p')]);
    const frames = 100;
    expect([large[0], small[0]]).toEqual([
      { codec: 'h264', size: '320x180', frames },
      { codec: 'h264', size: '160x90', frames },
    ]);
    // Frames of 1024 samples; what is made after its picture comes with the part that follows.
    const sound = [large[1], small[1]];
    expect(sound.map((one) => one?.codec)).toEqual(['aac', 'aac']);
    for (const one of sound) expect(one?.frames).toBeGreaterThan((3.5 * 48_000) / 1024);
    const said = live.notes.filter((one) => one.id === id && one.what !== 'slate begins');
    expect(said.map(({ what }) => what)).toEqual(['run begins']);
  });

  it('passes H.264 and AAC on as they are, whatever they are called', async () => {
    await show('avc1-mp4a', { video: 'h264', audio: 'aac' });
    const begun = live.notes.find(({ id }) => id === 'avc1-mp4a');
    expect(begun?.facts).toMatchObject({
      plans: [
        { name: '180p', video: { copy: true }, audio: { copy: true } },
        { name: '90p', video: { copy: false }, audio: { copy: true } },
      ],
    });
    expect((await decode('avc1-mp4a', '180p')).map(({ codec, size }) => [codec, size])).toEqual([
      ['h264', '320x180'],
      ['aac', '0x0'],
    ]);
  });

  it('is told what it may send when it asks, and nothing otherwise', async () => {
    const asking = await publish('asks', { fourCcList: ['hvc1', 'av01'] });
    for (const word of ['fourCcList', 'videoFourCcInfoMap', 'audioFourCcInfoMap', 'vp09', 'Opus']) {
      expect([word, asking.heard.includes(word)]).toEqual([word, true]);
    }
    expect((await publish('asks-not')).heard.includes('fourCcList')).toBe(false);
  });

  it.each([
    [
      'video',
      videoTag('vvc1', 'start', null, Buffer.alloc(20)),
      'cannot take vvc1 video. Send H.264, HEVC',
    ],
    ['audio', soundTag('vrbs', 0, Buffer.alloc(20)), 'cannot take vrbs sound. Send AAC, MP3, Opus'],
    ['video', videoTag('\u0000\u00e9"x', 'key', 0, Buffer.alloc(20)), 'cannot take ??"x video.'],
  ] as const)(
    'is sent away with a sentence for %s that nobody here can read',
    async (kind, body, said) => {
      const publisher = await publish(`unread-${said.length}`);
      await publisher.send(kind, body);
      await publisher.hear(`This server ${said}`);
      expect(publisher.heard.includes('NetStream.Publish.Failed')).toBe(true);
    },
  );

  it('is sent away for sound that cannot go with its picture', async () => {
    const publisher = await publish('mixed');
    await publisher.send('video', videoTag('hvc1', 'start', null, Buffer.alloc(30)));
    // Speex in FLV.
    await publisher.send('audio', Buffer.from([0xb6, 1, 2, 3]));
    await publisher.hear('Send AAC sound.');
    expect(publisher.heard.includes('NetStream.Publish.Failed')).toBe(true);
  });
});
