import { describe, expect, it } from 'vitest';
import type { RelayTag } from './relay-tags.ts';
import { TagQueue } from './tag-queue.ts';

type Given = Partial<RelayTag> & { atMs: number };
const tag = (given: Given): RelayTag => ({
  kind: 'video',
  body: Buffer.alloc(100),
  isConfig: false,
  isKeyframe: false,
  ...given,
});
const key = (atMs: number, size = 100) =>
  tag({ atMs, isKeyframe: true, body: Buffer.alloc(size, 1) });
const picture = (atMs: number, size = 100) => tag({ atMs, body: Buffer.alloc(size) });
const sound = (atMs: number) => tag({ atMs, kind: 'audio' });
const config = (atMs: number, kind: RelayTag['kind'] = 'video') =>
  tag({ atMs, kind, isConfig: true });

const bounds = { ms: 4_000, bytes: 10_000 };

function rest(queue: TagQueue): RelayTag[] {
  const tags: RelayTag[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) tags.push(next);
  return tags;
}

const group = (fromMs: number) => [
  key(fromMs),
  sound(fromMs + 10),
  picture(fromMs + 500),
  sound(fromMs + 510),
];

describe('what waits for a far server', () => {
  it('begins with a keyframe, after what decoders must know', () => {
    const queue = new TagQueue(true, bounds);
    const configs = [config(0), config(0, 'audio')];
    for (const one of [...configs, sound(1), picture(2), ...group(1_000)]) queue.push(one);
    expect(rest(queue)).toEqual([...configs, ...group(1_000)]);
  });

  it('begins with any sound when there is no picture', () => {
    const queue = new TagQueue(false, bounds);
    queue.push(sound(5));
    expect(rest(queue)).toEqual([sound(5)]);
  });

  it('loses whole groups of pictures when it is too long, sound and picture together', () => {
    const queue = new TagQueue(true, bounds);
    const starts = [0, 1_000, 2_000, 3_000, 4_000, 5_000];
    for (const one of starts.flatMap(group)) queue.push(one);
    expect(queue.spanMs).toBeLessThanOrEqual(bounds.ms);
    expect(rest(queue)).toEqual([2_000, 3_000, 4_000, 5_000].flatMap(group));
    expect(queue.dropped).toBe(8);
  });

  it('loses the rest of a group of which the far server has had the beginning', () => {
    const queue = new TagQueue(true, bounds);
    for (const one of group(0)) queue.push(one);
    queue.shift();
    queue.push(key(3_000));
    queue.push(picture(4_600));
    expect(rest(queue)).toEqual([key(3_000), picture(4_600)]);
  });

  it('waits for the next keyframe when there is none to go on with', () => {
    const queue = new TagQueue(true, bounds);
    queue.push(key(0, 6_000));
    queue.push(picture(40, 6_000));
    expect(queue.bytes).toBe(0);
    queue.push(sound(80));
    queue.push(picture(120));
    queue.push(key(160));
    expect(rest(queue)).toEqual([key(160)]);
  });

  it('keeps what decoders must know, the newest of each kind', () => {
    const queue = new TagQueue(true, bounds);
    const kept = [config(3, 'audio'), config(20)];
    for (const one of [config(2), kept[0], key(4), kept[1], key(5_000)]) if (one) queue.push(one);
    expect(rest(queue)).toEqual([kept[0], kept[1], key(5_000)]);
  });

  it('does not grow by what decoders must know alone', () => {
    const queue = new TagQueue(true, bounds);
    for (let at = 0; at < 1_000; at += 1) queue.push(config(at));
    expect(queue.bytes).toBeLessThanOrEqual(bounds.bytes);
    queue.push(key(20_000));
    expect(rest(queue).slice(-2)).toEqual([config(999), key(20_000)]);
  });

  it('begins with a keyframe again when another feed follows', () => {
    const queue = new TagQueue(true, bounds);
    for (const one of [...group(0), picture(900)]) queue.push(one);
    queue.restart(true);
    for (const one of [config(1_000), picture(1_001), key(1_040)]) queue.push(one);
    expect(rest(queue)).toEqual([...group(0), picture(900), config(1_000), key(1_040)]);
  });
});
