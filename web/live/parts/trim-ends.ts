import { shortestRecording } from '#contract/recordings.ts';
import { secondsOf } from './clock-text.ts';

export type Ends = { start: string; end: string };

/** What is wrong with an end: not a time at all, or too near to the other one. */
type Fault = 'wrong' | 'short';

/** What somebody typed for both ends: their seconds, or by end what is wrong with it. */
export function readEnds({
  start,
  end,
}: Ends):
  | { startSeconds: number; endSeconds: number; faults?: undefined }
  | { faults: Partial<Record<keyof Ends, Fault>> } {
  const [startSeconds, endSeconds] = [secondsOf(start), secondsOf(end)];
  if (startSeconds === null || endSeconds === null) {
    const start = startSeconds === null ? { start: 'wrong' as const } : {};
    return { faults: endSeconds === null ? { ...start, end: 'wrong' } : start };
  }
  if (endSeconds - startSeconds < shortestRecording) {
    return { faults: { start: 'short', end: 'short' } };
  }
  return { startSeconds, endSeconds };
}
