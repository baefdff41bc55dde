import { describe, expect, it } from 'vitest';
import { linesOf, readLines } from './chapter-lines.ts';

describe('chapters as lines', () => {
  it('are typed with a time and a title each', () => {
    expect(readLines('0:00 Overture\n\n 12:40 – The storm \n1:02:03 Finale')).toEqual({
      chapters: [
        { startSeconds: 0, title: 'Overture' },
        { startSeconds: 760, title: 'The storm' },
        { startSeconds: 3723, title: 'Finale' },
      ],
    });
    expect(readLines('')).toEqual({ chapters: [] });
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
});
