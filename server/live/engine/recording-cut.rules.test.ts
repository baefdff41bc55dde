import HLS from 'hls-parser';
import { describe, expect, it } from 'vitest';
import { recordingPlaylists } from './recording.ts';
import { type Cuttable, cutPlaylist, lostStretches, snapCut } from './recording-cut.rules.ts';

HLS.setOptions({ strictMode: true });

/** Ten segments of two seconds, from zero on. */
const segments: Cuttable[] = Array.from({ length: 10 }, (_none, sequence) => ({
  sequence,
  seconds: 2,
  lostSeconds: 0,
  isWhole: true,
}));
const changed = (change: (one: Cuttable, index: number) => Partial<Cuttable>) =>
  segments.map((one, index) => ({ ...one, ...change(one, index) }));

describe('a cut', () => {
  it.each([
    ['inside of segments', 3, 11, { first: 1, last: 5, startMs: 2_000, endMs: 12_000 }],
    ['on their borders', 4, 12, { first: 2, last: 5, startMs: 4_000, endMs: 12_000 }],
    ['beyond the end', 15.9, 900, { first: 7, last: 9, startMs: 14_000, endMs: 20_000 }],
    ['of everything', 0, 20, { first: 0, last: 9, startMs: 0, endMs: 20_000 }],
  ])('%s holds all that was asked for', (_name, startSeconds, endSeconds, cut) => {
    expect(snapCut(segments, { startSeconds, endSeconds })).toEqual(cut);
  });

  it('of nothing is none', () => {
    expect(snapCut(segments, { startSeconds: 30, endSeconds: 40 })).toBeNull();
    expect(snapCut(segments, { startSeconds: 6, endSeconds: 6 })).toBeNull();
    expect(snapCut([], { startSeconds: 0, endSeconds: 40 })).toBeNull();
  });

  it('begins and ends with what every rendition has', () => {
    const torn = changed((_one, index) => ({ isWhole: index !== 2 && index !== 5 }));
    const cut = snapCut(torn, { startSeconds: 4, endSeconds: 12 });
    expect(cut).toEqual({ first: 3, last: 4, startMs: 6_000, endMs: 10_000 });
  });
});

describe('what was lost', () => {
  it('is nothing in a whole recording', () => {
    expect(lostStretches(segments)).toEqual([]);
  });

  it('is said once for a stretch, with its length', () => {
    const torn = changed((_one, index) => ({ isWhole: index < 3 || index > 5 }));
    expect(lostStretches(torn)).toEqual([{ atSeconds: 6, seconds: 6 }]);
  });

  it('is also what no rendition has, at its place', () => {
    const torn = changed((_one, index) => ({
      isWhole: index !== 4,
      lostSeconds: index === 4 || index === 5 ? 6 : 0,
    }));
    expect(lostStretches(torn)).toEqual([
      { atSeconds: 8, seconds: 6 },
      { atSeconds: 8, seconds: 2 },
      { atSeconds: 10, seconds: 6 },
    ]);
  });
});

describe('what was lost of a cut', () => {
  const torn = changed((_one, index) => ({
    isWhole: index !== 1 && index !== 6,
    lostSeconds: index === 2 || index === 4 || index === 8 ? 3 : 0,
  }));

  it('is what is missing between its ends, at its place in the whole', () => {
    expect(lostStretches(torn, { first: 2, last: 7 })).toEqual([
      { atSeconds: 8, seconds: 3 },
      { atSeconds: 12, seconds: 2 },
    ]);
  });

  it('is nothing of what was cut away', () => {
    expect(lostStretches(torn, { first: 2, last: 3 })).toEqual([]);
    expect(lostStretches(torn, { first: 7, last: 7 })).toEqual([]);
  });
});

describe('the playlist of a cut', () => {
  const files = { '180p': { seconds: 2, bytes: 100 } };
  const recorded = segments.map(({ sequence }) => ({
    sequence,
    epoch: 0,
    startsAtMs: 1_800_000_000_000 + sequence * 2_000,
    map: sequence < 5 ? 'init-0-1.mp4' : 'init-0-2.mp4',
    isDiscontinuous: sequence === 5,
    files: sequence === 3 ? {} : files,
  }));
  const meta = {
    rungs: [],
    variants: [
      { name: '180p', bandwidth: 1, codecs: 'avc1', width: 320, height: 180, frameRate: 25 },
    ],
    target: 4,
    partTarget: 0.334,
    epoch: 0,
    runs: 2,
  };
  const [{ text = '' } = {}] = recordingPlaylists(meta, recorded);
  const cut = (first: number, last: number) =>
    HLS.parse(cutPlaylist(text, { first, last })) as HLS.types.MediaPlaylist;

  it('is that of the whole when nothing is cut off', () => {
    expect(cutPlaylist(text, { first: 0, last: 9 })).toBe(text);
  });

  it('names its segments alone, with head, changes of feed and end', () => {
    const { segments: left, endlist, playlistType, targetDuration } = cut(2, 6);
    expect([endlist, playlistType, targetDuration]).toEqual([true, 'VOD', 2]);
    expect(
      left.map(({ uri, map, discontinuity, gap }) => [uri, map?.uri, discontinuity, gap]),
    ).toEqual([
      ['seg-0-2.m4s', 'init-0-1.mp4', undefined, undefined],
      ['seg-0-3.m4s', 'init-0-1.mp4', undefined, true],
      ['seg-0-4.m4s', 'init-0-1.mp4', undefined, undefined],
      ['seg-0-5.m4s', 'init-0-2.mp4', true, undefined],
      ['seg-0-6.m4s', 'init-0-2.mp4', undefined, undefined],
    ]);
  });

  it('that begins with a change of feed does not say so', () => {
    const [first] = cut(5, 9).segments;
    expect([first?.uri, first?.map?.uri, first?.discontinuity]).toEqual([
      'seg-0-5.m4s',
      'init-0-2.mp4',
      undefined,
    ]);
  });

  it('that begins later in a run names its head', () => {
    expect(cut(7, 9).segments.map(({ map }) => map?.uri)).toEqual(Array(3).fill('init-0-2.mp4'));
  });
});
