import { describe, expect, it } from 'vitest';
import { meantLines, type OwedLine, refundByLine, wholeShare } from './refund-by-line.ts';

const nothing = { amount: 0, tax: 0, fee: 0 };
const line = (id: string, total: number, given: Partial<OwedLine> = {}): OwedLine => ({
  ...{ id, bundleLineId: null, total, tax: 0, fee: 0, before: nothing },
  ...given,
});

describe('money that goes back', () => {
  it('is spread over lines by what is left of each', () => {
    const lines = [
      line('a', 1210),
      line('b', 550, { before: { ...nothing, amount: 550 } }),
      line('c', 605),
    ];
    const parts = refundByLine(lines, { amount: 100, bearer: 'organizer' });
    expect(parts.map(({ lineId, amount }) => [lineId, amount])).toEqual([
      ['a', 67],
      ['c', 33],
    ]);
  });

  it('takes the tax and the fee of its own line', () => {
    const lines = [line('a', 1210, { tax: 210, fee: 154 }), line('b', 550, { tax: 50, fee: 95 })];
    const parts = refundByLine(lines, { amount: 1760, bearer: 'platform' });
    expect(parts.map(({ share }) => share)).toEqual([
      { tax: 210, fee: 154, platform: 846, organizer: 0 },
      { tax: 50, fee: 95, platform: 405, organizer: 0 },
    ]);
    expect(wholeShare(parts)).toEqual({ tax: 260, fee: 249, platform: 1251, organizer: 0 });
  });

  it('is of the lines that are named, a bundle by its parts', () => {
    const lines = [line('a', 1), line('b', 1, { bundleLineId: 'w' }), line('c', 1)];
    const named = (...ids: string[]) => meantLines(lines, ids)?.map(({ id }) => id) ?? null;
    expect(named('w', 'c')).toEqual(['b', 'c']);
    expect(named('a')).toEqual(['a']);
    expect(named('a', 'x')).toBeNull();
    expect(meantLines(lines, undefined)).toEqual(lines);
  });
});
