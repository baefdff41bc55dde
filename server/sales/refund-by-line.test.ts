import { describe, expect, it } from 'vitest';
import { meantLines, type OwedLine, refundByLine, wholeShare } from './refund-by-line.ts';

const line = (id: string, total: number, given: Partial<OwedLine> = {}): OwedLine => ({
  ...{ id, bundleLineId: null, total, tax: 0, fee: 0, before: 0, feeReturned: 0 },
  ...given,
});

describe('money that goes back', () => {
  it('is spread over lines by what is left of each', () => {
    const lines = [line('a', 1210), line('b', 550, { before: 550 }), line('c', 605)];
    const parts = refundByLine(lines, { amount: 100, returnFee: false });
    expect(parts.map(({ lineId, amount }) => [lineId, amount])).toEqual([
      ['a', 67],
      ['c', 33],
    ]);
  });

  it('takes the tax and the fee of its own line', () => {
    const lines = [line('a', 1210, { tax: 210, fee: 154 }), line('b', 550, { tax: 50, fee: 95 })];
    const parts = refundByLine(lines, { amount: 1760, returnFee: true });
    expect(parts.map(({ share }) => share)).toEqual([
      { tax: 210, fee: 154, organizer: 846 },
      { tax: 50, fee: 95, organizer: 405 },
    ]);
    expect(wholeShare(parts)).toEqual({ tax: 260, fee: 249, organizer: 1251 });
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
