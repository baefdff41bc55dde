import { durationParts } from '#web/platform/format.ts';

/** As a clock: `0:07`, `12:40`, `1:02:03`. Nothing is known of it: `0:00`. */
export function clockOf(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

export type LengthPart = ['hours' | 'minutes' | 'seconds', number];

/** What is said of a length, to the second and without the parts that it has not: 3723 → 1, 2, 3. */
export function lengthParts(seconds: number): LengthPart[] {
  const { days, hours, minutes, seconds: rest } = durationParts(Math.floor(seconds) * 1000);
  const parts: LengthPart[] = [
    ['hours', days * 24 + hours],
    ['minutes', minutes],
    ['seconds', rest],
  ];
  const said = parts.filter(([, count]) => count > 0);
  return said.length > 0 ? said : parts.slice(-1);
}

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>;

/** Until which second it can be played on from there without waiting. */
export function playableUntil(buffered: Ranges, from: number): number {
  for (let at = 0; at < buffered.length; at += 1) {
    if (buffered.start(at) <= from && from < buffered.end(at)) return buffered.end(at);
  }
  return from;
}

/** A moment that is so many seconds away, inside of what there is. */
export const windedBy = (
  { currentTime, duration }: { currentTime: number; duration: number },
  seconds: number,
): number => {
  const end = Number.isFinite(duration) ? duration : currentTime;
  return Math.min(Math.max(0, currentTime + seconds), end);
};
