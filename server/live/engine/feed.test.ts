import { describe, expect, it } from 'vitest';
import { Feed } from './feed.ts';

const megabyte = 1024 * 1024;
const keyframe = Buffer.from([0x17, 1, 0, 0, 0]);

/** A feed, and what its encoder was told when it was sent away. */
function aFeed() {
  const told: string[] = [];
  const feed = new Feed(
    'main',
    { changed: () => undefined },
    { remembered: null, pass: 'a good key' },
  );
  feed.attach({ address: '', resume: () => undefined, close: (reason) => told.push(reason) });
  return { feed, told };
}

/** Frames of these bytes, `apartMs` from each other, until the feed is over; answers how many came. */
function send(feed: Feed, body: Buffer, { frames = 300, apartMs = 0 } = {}): number {
  let sent = 0;
  for (; sent < frames && !feed.isOver; sent += 1) {
    feed.take({ kind: 'video', timestamp: (sent * apartMs) >>> 0, body });
  }
  return sent;
}

describe('a feed', () => {
  it.each([
    ['stands still', 0],
    ['runs back', -40],
  ])('whose clock %s is sent away before it fills the memory', (_how, apartMs) => {
    const { feed, told } = aFeed();
    const body = Buffer.concat([keyframe, Buffer.alloc(megabyte)]);
    expect(send(feed, body, { apartMs })).toBeLessThan(50);
    expect(told).toEqual(['This is too much data for the time that it covers.']);
  });

  it('is sent away with small tags without number, too', () => {
    const { feed, told } = aFeed();
    expect(send(feed, keyframe, { frames: 200_000 })).toBeLessThan(100_000);
    expect(told).toHaveLength(1);
  });

  it('may send 80 Mbit/s for as long as it likes', () => {
    const { feed, told } = aFeed();
    const body = Buffer.concat([keyframe, Buffer.alloc(400_000)]);
    expect(send(feed, body, { frames: 2_000, apartMs: 40 })).toBe(2_000);
    expect(told).toEqual([]);
  });
});
