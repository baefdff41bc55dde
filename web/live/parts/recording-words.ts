import type { Say } from '#web/platform/words.ts';

/** Says how long a recording is: in minutes, a brief one in seconds. */
export function recordingWords(t: Say<'live'>, seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('now.recordingBrief', { count: whole });
  return t('now.recording', { minutes: Math.round(whole / 60) });
}
