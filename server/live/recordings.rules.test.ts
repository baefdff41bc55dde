import { describe, expect, it } from 'vitest';
import {
  fileName,
  fileStateNow,
  goesAtMs,
  isLongEnough,
  recordingMoves,
  recordingState,
} from './recordings.rules.ts';

const ready = { state: 'ended', recordingReady: true, wasKept: true };

describe('a recording', () => {
  it.each([
    ['is ready when its playlists are written', {}, 'ready'],
    ['is being made until then', { recordingReady: false }, 'making'],
    ['is none when nothing was kept', { recordingReady: false, wasKept: false }, 'none'],
    ['is being made while on air', { state: 'live', recordingReady: false }, 'making'],
  ])('%s', (_name, change, state) => {
    expect(recordingState({ ...ready, ...change })).toBe(state);
  });

  it('can be trimmed and saved once it is ready, and shown whole when it is trimmed', () => {
    expect(recordingMoves(ready, false)).toEqual({ trim: true, restore: false, download: true });
    expect(recordingMoves(ready, true)).toEqual({ trim: true, restore: true, download: true });
    const nothing = { trim: false, restore: false, download: false };
    expect(recordingMoves({ ...ready, recordingReady: false }, true)).toEqual(nothing);
    expect(recordingMoves({ ...ready, state: 'live' }, true)).toEqual(nothing);
  });

  it.each([
    [10_000, true],
    [9_999, false],
  ])('of which %i ms stay is long enough: %s', (endMs, isEnough) => {
    expect(isLongEnough({ first: 0, last: 4, startMs: 0, endMs })).toBe(isEnough);
    expect(isLongEnough(null)).toBe(false);
  });
});

describe('a file of a recording', () => {
  it('is deleted seven days after its end in a rehearsal room, and nowhere else', () => {
    const ended = '2030-06-01T20:00:00.000Z';
    const goes = new Date(goesAtMs(ended, true) ?? 0).toISOString();
    expect(goes).toBe('2030-06-08T20:00:00.000Z');
    expect([goesAtMs(ended, false), goesAtMs(null, true)]).toEqual([null, null]);
  });

  it.each([
    ['making', 1.9, 'making'],
    ['making', 2.1, 'failed'],
    ['waiting', 29, 'waiting'],
    ['waiting', 31, 'failed'],
    ['ready', 9_000, 'ready'],
    ['failed', 0, 'failed'],
  ] as const)('that is %s and was heard of %d minutes ago is %s', (state, minutes, now) => {
    expect(fileStateNow(state, minutes * 60_000)).toBe(now);
  });

  it.each([
    ['Año nuevo', '2026-12-31T20:00:00Z', 'Año nuevo 2026-12-31.mp4'],
    ['../../etc/passwd', null, 'etc passwd.mp4'],
    ['a\u202egpj.exe\r\n"b"', null, 'a gpj.exe b.mp4'],
    ['...', '2026-12-31T20:00:00Z', 'recording 2026-12-31.mp4'],
    ['🕯'.repeat(300), null, `${'🕯'.repeat(100)}.mp4`],
    ['CON: what?', null, 'CON what.mp4'],
  ])('of %j is saved as a name that every disk takes', (title, startedAt, name) => {
    expect(fileName(title, startedAt)).toBe(name);
  });
});
