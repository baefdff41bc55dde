/**
 * This many failures are free; then each one makes the next wait longer. From anywhere many are:
 * strangers must not keep somebody out by failing in their name, nor guess from a thousand places.
 */
export const freeFailures = { fromOneNetwork: 5, anywhere: 100 };
const firstWaitSeconds = 30;
const longestWaitSeconds = 15 * 60;
/** After a day without a try, all is forgotten. */
export const forgottenAfterHours = 24;

/** `knownUntil`: ISO text; somebody has logged in from there not long ago. */
export type Failures = { failures: number; lastAtMs: number; knownUntil: string | null };
type Counted = Pick<Failures, 'failures' | 'lastAtMs'>;

/** Seconds until the next try is looked at; 0 when it may come now. */
export function secondsToWait(
  { failures, lastAtMs }: Counted,
  { free, nowMs }: { free: number; nowMs: number },
): number {
  if (failures < free || isForgotten(lastAtMs, nowMs)) return 0;
  const wait = Math.min(firstWaitSeconds * 2 ** (failures - free), longestWaitSeconds);
  return Math.max(0, Math.ceil((lastAtMs + wait * 1000 - nowMs) / 1000));
}

/** Failures counted after one more try that is looked at. */
export const failuresAfterTry = ({ failures, lastAtMs }: Counted, nowMs: number): number =>
  isForgotten(lastAtMs, nowMs) ? 1 : failures + 1;

const isForgotten = (lastAtMs: number, nowMs: number): boolean =>
  nowMs - lastAtMs >= forgottenAfterHours * 3_600_000;
