import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Line, lineSaid, watchTrouble } from './watch-trouble.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A video that says what it does, and what is told of its line. */
function aPlayer({ live = true, hasMore = false } = {}) {
  const video = Object.assign(new EventTarget(), { paused: false, ended: false, readyState: 0 });
  const told: Line[] = [];
  const trouble = watchTrouble(video as unknown as HTMLVideoElement, {
    live,
    tell: (line) => told.at(-1) !== line && told.push(line),
    hasMore: () => hasMore,
  });
  const does = (event: string, readyState: number) => {
    video.readyState = readyState;
    video.dispatchEvent(new Event(event));
  };
  return { ...trouble, does, told };
}

test('a picture that stands while nothing is heard of the server is being reconnected, then lost', () => {
  const { does, told } = aPlayer();
  does('playing', 4);
  does('waiting', 2);
  vi.advanceTimersByTime(2500);
  expect(told).toEqual(['steady', 'reconnecting']);
  vi.advanceTimersByTime(30_000);
  expect(told).toEqual(['steady', 'reconnecting', 'lost']);
});

test('a picture that stands while the server has nothing newer has stopped at the stage', () => {
  const { does, silent, told } = aPlayer();
  does('playing', 4);
  does('waiting', 2);
  vi.advanceTimersByTime(2500);
  silent();
  vi.advanceTimersByTime(120_000);
  expect(told).toEqual(['steady', 'reconnecting', 'stopped']);
  does('playing', 4);
  expect(told.at(-1)).toBe('steady');
});

test('a stage that fell silent before the store was empty is not called a broken line', () => {
  const { does, silent, told } = aPlayer();
  does('playing', 4);
  silent();
  does('waiting', 2);
  vi.advanceTimersByTime(2500);
  expect(told).toEqual(['steady', 'stopped']);
});

test('a player that was opened while nothing comes says so after eight seconds', () => {
  const { told } = aPlayer();
  vi.advanceTimersByTime(7999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['stopped']);
});

test('a player whose first picture is still on its way blames the line', () => {
  const { told } = aPlayer({ hasMore: true });
  vi.advanceTimersByTime(8000);
  expect(told).toEqual(['reconnecting']);
});

test('a first picture that waits for a finger to start it is no trouble', () => {
  const { does, told } = aPlayer();
  does('canplay', 3);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['steady']);
});

test('a recording has no stage that could fall silent', () => {
  const { begin, silent, told } = aPlayer({ live: false });
  silent();
  vi.advanceTimersByTime(8000);
  begin();
  expect(told).toEqual(['reconnecting']);
});

test('while the line of the viewer is down, the stage is not blamed', () => {
  expect(lineSaid('stopped', true)).toBe('reconnecting');
  expect(lineSaid('stopped', false)).toBe('stopped');
  expect(lineSaid('lost', true)).toBe('lost');
});
