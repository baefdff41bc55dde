import { describe, expect, it } from 'vitest';
import { aSource } from '#test/factories/sources.ts';
import type { FeedTag } from '../feed.ts';
import { Relay } from './relay.ts';
import type { RelayTag } from './relay-tags.ts';

const source = aSource({ width: 320, height: 180, frameRate: 25 });
const bodies = {
  config: Buffer.from([0x17, 0, 0, 0, 0, 1]),
  key: Buffer.from([0x17, 1, 0, 0, 0, 9]),
  picture: Buffer.from([0x27, 1, 0, 0, 0, 9]),
};
const tag = (at: number, body: Buffer, arrivedMs = 1_000_000 + at): FeedTag => ({
  kind: 'video',
  timestamp: at,
  body,
  at,
  arrivedMs,
});

function aListener() {
  const taken: RelayTag[] = [];
  return { taken, began: () => undefined, take: (one: RelayTag) => void taken.push(one) };
}
const aRelay = (errors: unknown[] = []) => new Relay((error) => errors.push(error));

describe('what is on air', () => {
  it('says what is coming, then passes every tag on as it is', () => {
    const relay = aRelay();
    const { taken, ...listener } = aListener();
    relay.listen(listener);
    relay.begin(source);
    for (const one of [tag(0, bodies.config), tag(0, bodies.key), tag(40, bodies.picture)]) {
      relay.take(one);
    }
    expect(taken.map(({ kind, isConfig, isKeyframe }) => [kind, isConfig, isKeyframe])).toEqual([
      ['script', true, false],
      ['video', true, false],
      ['video', false, true],
      ['video', false, false],
    ]);
    expect(taken[2]?.body).toBe(bodies.key);
    expect(taken.map(({ atMs }) => atMs - 1_000_000)).toEqual([0, 0, 0, 40]);
    expect(relay.configs.map(({ kind }) => kind)).toEqual(['script', 'video']);
  });

  it('goes on in time when another feed follows, whatever its clock says', () => {
    const relay = aRelay();
    const { taken, ...listener } = aListener();
    relay.listen(listener);
    relay.begin(source);
    relay.take(tag(90_000, bodies.key));
    relay.begin(source);
    // Its backlog began before the first feed was left.
    relay.take(tag(5_000, bodies.config, 1_089_000));
    relay.take(tag(5_000, bodies.key, 1_089_000));
    // Sound from before the first picture.
    relay.take({ ...tag(4_980, Buffer.from([0xaf, 1, 0])), kind: 'audio' });
    relay.take(tag(5_040, bodies.picture));
    const times = taken.map(({ atMs }) => atMs - 1_090_000);
    expect(times).toEqual([0, 0, 40, 40, 40, 40, 80]);
  });

  it('keeps the time of a pause, and no hole longer than ten seconds', () => {
    const relay = aRelay();
    const { taken, ...listener } = aListener();
    relay.listen(listener);
    for (const arrivedMs of [1_000_000, 1_003_000, 9_000_000]) {
      relay.begin(source);
      relay.take(tag(0, bodies.key, arrivedMs));
    }
    const keyframes = taken.filter(({ isKeyframe }) => isKeyframe);
    expect(keyframes.map(({ atMs }) => atMs - 1_000_000)).toEqual([0, 3_000, 13_000]);
  });

  it('goes on for the others when one who passes it on fails', () => {
    const errors: unknown[] = [];
    const relay = aRelay(errors);
    const { taken, ...good } = aListener();
    const fault = new Error('planted');
    const bad = {
      began: () => undefined,
      take: () => {
        throw fault;
      },
    };
    relay.listen(bad);
    relay.listen(good);
    relay.begin(source);
    for (const at of [0, 40, 80]) relay.take(tag(at, bodies.key));
    expect(taken).toHaveLength(4);
    expect(errors).toEqual([fault]);
  });
});
