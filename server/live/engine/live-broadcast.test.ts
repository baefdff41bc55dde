import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FlvReader } from './flv.ts';
import { LiveBroadcast } from './live-broadcast.ts';
import type { MediaTag } from './publication.ts';
import { memorySink } from './segment-sink.ts';

const run = promisify(execFile);
const nothing = () => undefined;

/** Four seconds of picture and sound, as an encoder sends them. */
let tags: MediaTag[] = [];
let smaller: MediaTag[] = [];
let broadcast: LiveBroadcast | null = null;
let sending: NodeJS.Timeout | undefined;

async function fourSeconds(size: string): Promise<MediaTag[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`],
      ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-t', '4'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '25', '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-f', 'flv', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024 },
  );
  const made: MediaTag[] = [];
  new FlvReader((tag) => made.push({ ...tag, body: Buffer.from(tag.body) })).push(stdout);
  return made;
}

beforeAll(async () => {
  [tags, smaller] = await Promise.all([fourSeconds('320x180'), fourSeconds('256x144')]);
});
afterEach(async () => {
  clearInterval(sending);
  await broadcast?.suspend();
});

describe('a source that changes its size in the middle', () => {
  it('goes on with the next keyframe, in every rendition, with a discontinuity', async () => {
    // All of it is sent at once: nothing takes over, however long a busy machine works on it.
    const ladder = { cores: 2, sides: [120] };
    const settings = { ladder, idleCloseMs: 60_000, handoverMs: 60_000 };
    const events = { started: nothing, ended: nothing, recorded: nothing, noted: nothing };
    broadcast = new LiveBroadcast('resized', { sink: memorySink(), settings, events });
    const main = broadcast.publish('main', '');
    for (const tag of tags) main.take(tag);
    await vi.waitFor(() => expect(broadcast?.state).toBe('live'), { timeout: 15_000 });
    for (const tag of smaller) main.take({ ...tag, timestamp: tag.timestamp + 4_000 });
    const sizes = () => broadcast?.renditions.map(({ head }) => head?.tracks[0]);
    await vi.waitFor(
      () => expect(sizes()).toMatchObject([{ width: 256, height: 144 }, { height: 120 }]),
      { timeout: 15_000, interval: 20 },
    );
    const opened = () =>
      broadcast?.renditions.map(({ open, segments }) =>
        [...segments, ...(open ? [open] : [])].filter((one) => one.isDiscontinuous),
      );
    await vi.waitFor(
      () =>
        expect(opened()?.map((all) => all.map((one) => one.parts.length > 0))).toEqual([
          [true],
          [true],
        ]),
      { timeout: 15_000, interval: 20 },
    );
    const [large, small] = opened() ?? [];
    expect(large?.[0]?.sequence).toBe(small?.[0]?.sequence);
    expect(large?.[0]?.startsAtMs).toBe(small?.[0]?.startsAtMs);
  });
});

describe('a picture that stops while the sound goes on', () => {
  it('hands over to the backup, which has both', async () => {
    const settings = { ladder: { cores: 2, sides: [] }, idleCloseMs: 60_000, handoverMs: 700 };
    const events = { started: nothing, ended: nothing, recorded: nothing, noted: nothing };
    broadcast = new LiveBroadcast('blind', { sink: memorySink(), settings, events });
    const main = broadcast.publish('main', '');
    const backup = broadcast.publish('backup', '');
    for (const tag of tags) for (const feed of [main, backup]) feed.take(tag);
    const onAir = () => broadcast?.feeds.find((feed) => feed.isOnAir)?.role;
    await vi.waitFor(() => expect(onAir()).toBe('main'), { timeout: 15_000, interval: 20 });

    const sound = tags.findLast(({ kind }) => kind === 'audio');
    const picture = tags.findLast(({ kind }) => kind === 'video');
    let timestamp = 4_000;
    sending = setInterval(() => {
      timestamp += 40;
      for (const feed of [main, backup]) if (sound) feed.take({ ...sound, timestamp });
      if (picture) backup.take({ ...picture, timestamp });
    }, 40);
    await vi.waitFor(() => expect(onAir()).toBe('backup'), { timeout: 15_000, interval: 20 });
    const heard = () =>
      broadcast?.feeds.map(({ role, feed }) => [role, performance.now() - feed.lastMediaAt < 700]);
    await expect.poll(heard).toEqual([
      ['main', true],
      ['backup', true],
    ]);
  });
});
