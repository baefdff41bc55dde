import { describe, expect, it } from 'vitest';
import {
  isRefusal,
  lineFaults,
  type OutputState,
  outputMoves,
  pauseMs,
  refusals,
  shownWords,
} from './output.rules.ts';

describe('the pauses of an output', () => {
  it('double from one second to a minute when the line fails', () => {
    const middle = [1, 2, 3, 4, 5, 6, 7, 8, 500].map((times) => pauseMs('retrying', times, 0.5));
    expect(middle).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
  });

  it('are longer when somebody said no', () => {
    const middle = [1, 2, 3, 4].map((times) => pauseMs('refused', times, 0.5));
    expect(middle).toEqual([30_000, 60_000, 120_000, 120_000]);
  });

  it('differ by a fifth, so that many outputs do not come back at once', () => {
    expect([0, 0.5, 1].map((chance) => pauseMs('retrying', 3, chance))).toEqual([
      3_200, 4_000, 4_800,
    ]);
    expect([0, 1].map((chance) => pauseMs('retrying', 9, chance))).toEqual([48_000, 60_000]);
  });
});

describe('the moves of an output', () => {
  it('lead to sending only by way of connecting', () => {
    const statesBefore = (state: OutputState) =>
      Object.entries(outputMoves).flatMap(([from, to]) => (to.includes(state) ? [from] : []));
    expect(statesBefore('sending')).toEqual(['connecting']);
    expect(statesBefore('connecting')).toEqual(['waiting', 'retrying', 'refused']);
  });

  it('keep a refusal in sight until the next try', () => {
    expect(outputMoves.refused).toEqual(['connecting']);
  });
});

describe('a fault', () => {
  it('is either of the line or a refusal', () => {
    expect(lineFaults.filter((code) => isRefusal({ code, said: '' }))).toEqual([]);
    expect(refusals.filter((code) => isRefusal({ code, said: '' }))).toEqual([...refusals]);
  });

  it('shows the words of a far server in one line, bounded', () => {
    expect(shownWords('  Bad\r\n\tkey\u0000\u202e!  ', 'k')).toBe('Bad …ey !');
    expect(shownWords('x'.repeat(999), 'secret')).toHaveLength(200);
  });

  it('never shows the key, with or without what follows it', () => {
    expect(shownWords('Stream abcd-1234?x=1 unknown, abcd-1234 too', 'abcd-1234?x=1')).toBe(
      'Stream … unknown, … too',
    );
  });
});
