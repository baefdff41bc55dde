import { type RecordingState, shortestRecording } from '#contract/recordings.ts';
import type { Cut } from './engine/recording-cut.rules.ts';

/** What a broadcast's recording depends on. */
export type Recorded = { state: string; recordingReady: boolean; wasKept: boolean };

export function recordingState({ state, recordingReady, wasKept }: Recorded): RecordingState {
  if (recordingReady) return 'ready';
  return state === 'ended' && !wasKept ? 'none' : 'making';
}

/** What an organizer can do with a recording that is trimmed, or is not. */
export function recordingMoves(recorded: Recorded, isTrimmed: boolean) {
  const isReady = recorded.state === 'ended' && recordingState(recorded) === 'ready';
  return { trim: isReady, restore: isReady && isTrimmed, download: isReady };
}

/** Enough of it is left. */
export const isLongEnough = (cut: Cut | null): cut is Cut =>
  cut !== null && cut.endMs - cut.startMs >= shortestRecording * 1000;

export type FileState = 'waiting' | 'making' | 'ready' | 'failed';

export const silentMinutes = { waiting: 30, making: 2 };

/**
 * A file whose making has not been heard of for so long is not made any more: its process died. It
 * can be asked for again.
 */
export function fileStateNow(state: FileState, heardMsAgo: number): FileState {
  if (state !== 'waiting' && state !== 'making') return state;
  return heardMsAgo > silentMinutes[state] * 60_000 ? 'failed' : state;
}

/** So long a recording of a rehearsal is kept after its end. */
export const rehearsalDays = 7;

/** When a recording is deleted, in milliseconds; null: it is kept. */
export const goesAtMs = (endedAt: string | null, isRoom: boolean): number | null =>
  isRoom && endedAt ? Date.parse(endedAt) + rehearsalDays * 24 * 3_600_000 : null;

/** So long a file is kept after it was asked for. */
export const fileDays = 7;

/**
 * What a recording is called where it is saved: the title without what file systems refuse, and the
 * day of the show.
 */
export function fileName(title: string, startedAt: string | null): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const short = [...plain]
    .slice(0, 100)
    .join('')
    .replace(/[. ]+$/, '');
  return `${[short || 'recording', startedAt?.slice(0, 10)].filter(Boolean).join(' ')}.mp4`;
}
