import { describe, expect, it } from 'vitest';
import { linesOf, readLines, refusedLine } from './chapter-lines.ts';

describe('chapters as lines', () => {
  it('are typed with a time and a title each', () => {
    expect(readLines('0:00 Overture\n\n 12:40 – The storm \n1:02:03 Finale')).toEqual({
      chapters: [
        { startSeconds: 0, title: 'Overture' },
        { startSeconds: 760, title: 'The storm' },
        { startSeconds: 3723, title: 'Finale' },
      ],
      lines: [1, 3, 4],
    });
    expect(readLines('')).toEqual({ chapters: [], lines: [] });
  });

  it('come back as they were', () => {
    const text = '0:00 Overture\n12:40 The storm\n1:02:03 Finale';
    const read = readLines(text);
    expect(linesOf(read.wrong === undefined ? read.chapters : [])).toBe(text);
  });

  it.each([
    ['0:00 Overture\nThe storm', 2],
    ['12:60 Late', 1],
    ['0:00', 1],
  ])('say which line is none: %s', (text, wrong) => {
    expect(readLines(text)).toEqual({ wrong });
  });

  it('are refused by the line in which they were typed, empty lines counted', () => {
    const lines = [1, 3, 4];
    const late = { 'chapters.1.startSeconds': 'After the end.' };
    expect(refusedLine(late, lines)).toEqual({ line: 3, reason: 'After the end.' });
    expect(refusedLine({ chapters: 'Too long.' }, lines)).toEqual({
      line: null,
      reason: 'Too long.',
    });
    expect(refusedLine({}, lines)).toBeNull();
  });
});
