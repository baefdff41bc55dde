import { describe, expect, it } from 'vitest';
import { feeOfTicket } from './fees.rules.ts';

const live = { shareBp: 900, fixed: 45, includedMinutes: 90, extraHour: 45 };

const secluded = { shareBp: 0, fixed: 195, includedMinutes: 120, extraHour: 29 };

describe('the fee', () => {
  it('of the least that can be paid is that', () => {
    expect(feeOfTicket(live, { total: 1, minutes: 90 })).toBe(1);
  });

  it('of a private channel is the same for every access', () => {
    const fee = (total: number) => feeOfTicket(secluded, { total, minutes: 120 });
    expect([500, 195, 100, 0].map(fee)).toEqual([195, 195, 100, 0]);
  });

  it.each([
    ['live', live, null, 945],
    ['live', live, 90, 945],
    ['live', live, 91, 990],
    ['live', live, 150, 990],
    ['live', live, 151, 1035],
    ['private', secluded, null, 195],
    ['private', secluded, 120, 195],
    ['private', secluded, 121, 224],
    ['private', secluded, 240, 253],
  ] as const)('of a %s show grows by each hour begun beyond what is included', (...row) => {
    const [, plan, minutes, fee] = row;
    expect(feeOfTicket(plan, { total: 10_000, minutes })).toBe(fee);
  });

  it('of a long show is no more than the price', () => {
    expect(feeOfTicket(secluded, { total: 300, minutes: 600 })).toBe(300);
  });
});
