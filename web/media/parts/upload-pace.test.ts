import { describe, expect, it } from 'vitest';
import { type Mark, paceOf, secondsLeft, withMark } from './upload-pace.ts';

const marked = (...marks: Mark[]) => marks.reduce<Mark[]>((all, mark) => withMark(all, mark), []);

describe('the pace of an upload', () => {
  it('is not known in the first second', () => {
    expect(paceOf([])).toBe(null);
    expect(paceOf(marked({ at: 0, sent: 0 }, { at: 900, sent: 5000 }))).toBe(null);
  });

  it('is that of the last eight seconds', () => {
    const marks = marked(
      ...[
        { at: 0, sent: 0 },
        { at: 1000, sent: 90_000 },
        { at: 8000, sent: 90_000 },
      ],
      ...[
        { at: 9000, sent: 91_000 },
        { at: 12_000, sent: 94_000 },
      ],
    );
    expect(paceOf(marks)).toBe(1000);
  });

  it('begins anew when a piece had to be sent again', () => {
    expect(marked({ at: 0, sent: 500 }, { at: 2000, sent: 100 })).toEqual([
      { at: 2000, sent: 100 },
    ]);
  });

  it('says how long the rest will take', () => {
    expect(secondsLeft(10_000, 1000)).toBe(10);
    expect(secondsLeft(10_000, 0)).toBe(null);
    expect(secondsLeft(10_000, null)).toBe(null);
  });
});
