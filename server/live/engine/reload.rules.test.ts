import { describe, expect, it } from 'vitest';
import { judgeReload, type Position, readDirectives, type Verdict } from './reload.rules.ts';

/** Segments up to 9 are closed with 6 parts each, 3 parts of segment 10 are out. */
const position: Position = {
  lastClosed: 9,
  partsOf: (sequence) => (sequence >= 4 && sequence <= 9 ? 6 : null),
  openParts: 3,
  isEnded: false,
  partTarget: 0.334,
};

const judge = (query: string, more: Partial<Position> = {}): Verdict | 400 => {
  const directives = readDirectives(new URLSearchParams(query));
  return directives ? judgeReload(directives, { ...position, ...more }) : 400;
};

describe('a playlist reload', () => {
  it.each<[string, string, Verdict | 400]>([
    ['without directives', '', 'answer'],
    ['for a part without a segment', '_HLS_part=2', 400],
    ['for a segment that is no number', '_HLS_msn=x', 400],
    ['for a negative segment', '_HLS_msn=-1', 400],
    ['for a part that is no number', '_HLS_msn=9&_HLS_part=1.5', 400],
    ['for a segment that is there', '_HLS_msn=9', 'answer'],
    ['for a segment long gone', '_HLS_msn=1', 'answer'],
    ['for a part long gone', '_HLS_msn=1&_HLS_part=40', 'answer'],
    ['for the segment that is open', '_HLS_msn=10', 'wait'],
    ['for the segment after it', '_HLS_msn=11', 'wait'],
    ['for a segment more than two past the last whole one', '_HLS_msn=12', 'refuse'],
    ['for a segment far ahead', '_HLS_msn=99', 'refuse'],
    ['for a part that is out', '_HLS_msn=10&_HLS_part=2', 'answer'],
    ['for the next part', '_HLS_msn=10&_HLS_part=3', 'wait'],
    ['for a part within three seconds', '_HLS_msn=10&_HLS_part=11', 'wait'],
    ['for a part too far ahead', '_HLS_msn=10&_HLS_part=12', 'refuse'],
    ['for a part beyond the last of a closed segment', '_HLS_msn=9&_HLS_part=6', 'answer'],
    ['for the first part of the next segment', '_HLS_msn=11&_HLS_part=0', 'wait'],
    ['for a far part of the next segment', '_HLS_msn=11&_HLS_part=9', 'refuse'],
  ])('%s', (_what, query, verdict) => {
    expect(judge(query)).toBe(verdict);
  });

  it('takes a part beyond the last as the first one of the next segment', () => {
    expect(judge('_HLS_msn=9&_HLS_part=6', { openParts: 0 })).toBe('wait');
    expect(judge('_HLS_msn=9&_HLS_part=5', { openParts: 0 })).toBe('answer');
  });

  it('ignores directives once the show is over', () => {
    for (const query of ['_HLS_msn=10', '_HLS_msn=99', '_HLS_msn=10&_HLS_part=7']) {
      expect(judge(query, { isEnded: true })).toBe('answer');
    }
  });

  it('waits for the very first part', () => {
    expect(judge('_HLS_msn=0&_HLS_part=0', { lastClosed: -1, openParts: 0 })).toBe('wait');
  });
});
