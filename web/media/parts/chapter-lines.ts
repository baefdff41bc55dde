import type { Chapter } from '#contract/assets.ts';

/** Seconds as a clock: `0:07`, `12:40`, `1:02:03`. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

const line = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s*[-–—.:]?\s*(.+)$/;

/** Chapters as they are typed: a line each, when and what. */
export const linesOf = (chapters: readonly Chapter[]): string =>
  chapters.map(({ startSeconds, title }) => `${clockOf(startSeconds)} ${title}`).join('\n');

type Read = { chapters: Chapter[]; lines: number[]; wrong?: undefined };

/** Chapters that were typed, each with its line, or the number of the first line that is none. */
export function readLines(text: string): Read | { wrong: number } {
  const chapters: Chapter[] = [];
  const lines: number[] = [];
  for (const [index, typed] of text.split('\n').entries()) {
    if (typed.trim() === '') continue;
    const [, hours = '0', minutes = '', seconds = '', title = ''] = line.exec(typed.trim()) ?? [];
    if (title === '' || Number(seconds) > 59) return { wrong: index + 1 };
    const startSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    chapters.push({ startSeconds, title: title.trim() });
    lines.push(index + 1);
  }
  return { chapters, lines };
}

/** What the server says against the chapters, and in which line: null of all of them together. */
export function refusedLine(
  fields: Record<string, string>,
  lines: readonly number[],
): { line: number | null; reason: string } | null {
  const [refused] = Object.entries(fields);
  if (!refused) return null;
  const [path, reason] = refused;
  const [, chapter] = /^chapters\.(\d+)\./.exec(path) ?? [];
  return { line: chapter === undefined ? null : (lines[Number(chapter)] ?? null), reason };
}
