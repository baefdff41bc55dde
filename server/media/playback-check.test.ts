import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPlayback, mayStillWatch, setPlaybackCheck } from './playback-check.ts';

let asked: string[] = [];
let answer: () => Promise<boolean> = async () => true;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  asked = [];
  answer = async () => true;
  setPlaybackCheck((id) => {
    asked.push(id);
    return answer();
  });
});
afterEach(() => {
  setPlaybackCheck(null);
  vi.useRealTimers();
});

describe('the verdict on a view', () => {
  it('is asked once for many fetches at the same time, and again after five seconds', async () => {
    const together = await Promise.all([1, 2, 3].map(() => mayStillWatch('a')));
    expect(together).toEqual([true, true, true]);
    expect(mayStillWatch('a')).toBe(true);
    expect(asked).toEqual(['a']);
    vi.advanceTimersByTime(5_001);
    answer = async () => false;
    expect(await mayStillWatch('a')).toBe(false);
    expect(asked).toEqual(['a', 'a']);
  });

  it('is asked anew at once when a view has ended', async () => {
    await mayStillWatch('a');
    answer = async () => false;
    forgetPlayback('a');
    expect(await mayStillWatch('a')).toBe(false);
  });

  it('stays for a minute while nobody can answer; strangers are told to come back', async () => {
    await mayStillWatch('a');
    answer = async () => Promise.reject(new Error('no database'));
    vi.advanceTimersByTime(30_000);
    expect(await mayStillWatch('a')).toBe(true);
    await expect(mayStillWatch('b')).rejects.toMatchObject({ code: 'BUSY' });
    vi.advanceTimersByTime(31_000);
    await expect(mayStillWatch('a')).rejects.toMatchObject({ code: 'BUSY' });
  });

  it('is always good while nobody has said who decides', () => {
    setPlaybackCheck(null);
    expect(mayStillWatch('a')).toBe(true);
  });
});
