import { describe, expect, it } from 'vitest';
import { assetRefusals, assetStates } from '#contract/assets.ts';
import {
  assetCan,
  canMove,
  chaptersOfFile,
  isFinal,
  isServed,
  isTooMany,
  mayWork,
  nextTry,
  orderChapters,
  pauseAfter,
  titleOfFile,
} from './assets.rules.ts';

const draft = { status: 'draft' } as const;
const published = { status: 'published' } as const;
const hidden = { status: 'private' } as const;

describe('the states of an asset', () => {
  it('lead from the upload to work, and from work to one end', () => {
    const ways = assetStates.flatMap((from) =>
      assetStates.filter((to) => canMove(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(ways).toEqual([
      'uploading → processing',
      'processing → ready',
      'processing → failed',
      'failed → processing',
    ]);
  });

  it('allow another try only of what may come out better', () => {
    const again = assetRefusals.filter(
      (refusal) => assetCan({ state: 'failed', refusal, seconds: null }, []).retry,
    );
    expect(again).toEqual(['took_too_long', 'kept_failing']);
    expect(assetRefusals.filter((refusal) => !isFinal(refusal))).toEqual(again);
    expect(assetCan({ state: 'processing', refusal: null, seconds: null }, []).retry).toBe(false);
  });

  it('let only what no published product shows be deleted', () => {
    const ready = { state: 'ready', refusal: null, seconds: 60 } as const;
    expect(assetCan(ready, []).delete).toBe(true);
    expect(assetCan(ready, [draft]).delete).toBe(true);
    expect(assetCan(ready, [draft, published]).delete).toBe(false);
    expect(assetCan(ready, [hidden]).delete).toBe(false);
  });

  it('take captions and chapters as soon as the length is known', () => {
    expect(assetCan({ state: 'uploading', refusal: null, seconds: null }, []).describe).toBe(false);
    expect(assetCan({ state: 'processing', refusal: null, seconds: 9 }, []).describe).toBe(true);
    expect(assetCan({ state: 'failed', refusal: 'damaged', seconds: 9 }, []).describe).toBe(false);
  });

  it('let everything stand on a product but what failed', () => {
    expect(
      assetStates.filter((state) => assetCan({ state, refusal: null, seconds: null }, []).attach),
    ).toEqual(['uploading', 'processing', 'ready']);
  });
});

describe('an asset', () => {
  it('is worked on by its owner and by administrators', () => {
    const asset = { ownerId: 'ana' };
    expect(mayWork({ id: 'ana', roles: ['PRODUCER'] }, asset)).toBe(true);
    expect(mayWork({ id: 'leo', roles: ['PRODUCER'] }, asset)).toBe(false);
    expect(mayWork({ id: 'leo', roles: ['ADMIN'] }, asset)).toBe(true);
  });

  it('is tried five times, with growing pauses', () => {
    expect([1, 2, 3, 4, 5, 6].map(nextTry)).toEqual([15, 60, 240, 960, null, null]);
    // A run that kills its process says nothing: the pause after it is known before.
    expect([1, 2, 5, 6].map(pauseAfter)).toEqual([15, 60, 3840, 3840]);
    expect([1, 5, 6].map(isTooMany)).toEqual([false, false, true]);
  });

  it.each([
    ['Noche de tango.mp4', 'Noche de tango'],
    ['v1.0.final.mov', 'v1.0.final'],
    ['.mp4', '.mp4'],
    ['sin nombre', 'sin nombre'],
  ])('that came as %s is called %s at first', (fileName, title) => {
    expect(titleOfFile(fileName)).toBe(title);
  });

  it('shows players its playlists, segments, pictures and captions, and nothing else', () => {
    const shown = [
      'master.m3u8',
      '720p/index.m3u8',
      '720p/init.mp4',
      '720p/seg-12.m4s',
      'audio/seg-0.m4s',
      'storyboard.vtt',
      'storyboard/3.jpg',
      'captions/pt-br.vtt',
    ];
    const hiddenFiles = [
      'original',
      'progress.json',
      'audio.m4a',
      '720p/master.m3u8',
      '../secret/index.m3u8',
      'captions/es.srt',
      'storyboard/a.jpg',
      'captions/../../x.vtt',
      '720p/init.mp4/x',
      '',
    ];
    expect(shown.filter((file) => !isServed(file))).toEqual([]);
    expect(hiddenFiles.filter(isServed)).toEqual([]);
  });
});

describe('chapters', () => {
  const [start, middle] = [
    { startSeconds: 0, title: 'Start' },
    { startSeconds: 30.5, title: 'Middle' },
  ];

  it('are put in order', () => {
    expect(orderChapters([middle, start], 60)).toEqual({ chapters: [start, middle] });
    expect(orderChapters([], 60)).toEqual({ chapters: [] });
  });

  it('of a file are kept as far as they can be shown', () => {
    const file = [
      { startSeconds: 40, title: ' Last\u0000 ' },
      { startSeconds: 0, title: 'x'.repeat(500) },
      { startSeconds: 10, title: '  ' },
      { startSeconds: 40, title: 'Twin' },
      { startSeconds: 60, title: 'After the end' },
    ];
    expect(chaptersOfFile({ chapters: file, seconds: 60 })).toEqual([
      { startSeconds: 0, title: 'x'.repeat(120) },
      { startSeconds: 40, title: 'Last' },
    ]);
  });

  it('begin before the end, and each at a time of its own; the wrong one is named', () => {
    expect(orderChapters([start, middle], 30.5)).toEqual({ at: 1, fault: 'after_end' });
    const twin = { ...start, title: 'Twin' };
    expect(orderChapters([middle, start, twin], 60)).toEqual({ at: 2, fault: 'begins_twice' });
  });
});
