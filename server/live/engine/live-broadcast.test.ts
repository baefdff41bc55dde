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
const tags: MediaTag[] = [];
let broadcast: LiveBroadcast | null = null;
let sending: NodeJS.Timeout | undefined;

beforeAll(async () => {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'],
      ...['-f', 'lavfi', '-i', 'sine=sample_rate=48000', '-t', '4'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '25', '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-f', 'flv', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024 },
  );
  const reader = new FlvReader((tag) => tags.push({ ...tag, body: Buffer.from(tag.body) }));
  reader.push(stdout);
});
afterEach(async () => {
  clearInterval(sending);
  await broadcast?.suspend();
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
    await vi.waitFor(() => expect(onAir()).toBe('main'), { timeout: 5_000, interval: 20 });

    const sound = tags.findLast(({ kind }) => kind === 'audio');
    const picture = tags.findLast(({ kind }) => kind === 'video');
    let timestamp = 4_000;
    sending = setInterval(() => {
      timestamp += 40;
      for (const feed of [main, backup]) if (sound) feed.take({ ...sound, timestamp });
      if (picture) backup.take({ ...picture, timestamp });
    }, 40);
    await vi.waitFor(() => expect(onAir()).toBe('backup'), { timeout: 5_000, interval: 20 });
    const heard = broadcast.feeds.map(({ role, feed }) => [
      role,
      performance.now() - feed.lastMediaAt < 700,
    ]);
    expect(heard).toEqual([
      ['main', true],
      ['backup', true],
    ]);
  });
});
