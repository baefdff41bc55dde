/** How far an upload was, and when, in milliseconds of one clock. */
export type Mark = { at: number; sent: number };

const windowMs = 8000;

/** Marks of the last seconds with one more: what lies further back says nothing of the line now. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const recent = marks.filter(({ at, sent }) => mark.at - at <= windowMs && sent <= mark.sent);
  return [...recent, mark];
}

/** Bytes in a second over the last seconds; null until that can be said. */
export function paceOf(marks: readonly Mark[]): number | null {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last || last.at - first.at < 1000) return null;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

/** Seconds until all of it is there; null while nobody knows. */
export const secondsLeft = (bytesLeft: number, pace: number | null): number | null =>
  pace === null || pace <= 0 ? null : bytesLeft / pace;
