import { describe, expect, it } from 'vitest';
import { feeOfTicket } from './fees.rules.ts';

const live = { shareBp: 900, fixed: 45, includedMinutes: 90, extraHour: 45 };

const secluded = { shareBp: 0, fixed: 195, includedMinutes: 120, extraHour: 29 };

/**
 * 9 % + 0.45 EUR per paid ticket, rounded per ticket: prices of the lines, fee, what the organizer
 * gets, in cents. The shape of the cases is that of Hi.Events' OrderApplicationFeeCalculation
 * tests (HiEventsDev/hi.events), the values were worked out for this fee.
 */
const orders: [prices: [total: number, quantity: number][], fee: number, organizer: number][] = [
  [[[10_000, 1]], 945, 9055],
  [[[1000, 1]], 135, 865],
  [[[999, 3]], 405, 2592],
  [[[105, 3]], 162, 153],
  [[[0, 2]], 0, 0],
  [
    [
      [0, 2],
      [2000, 2],
    ],
    450,
    3550,
  ],
  [[[50, 1]], 50, 0],
  // 0.49 by the formula: the fee never exceeds the price.
  [[[40, 1]], 40, 0],
  [[[1, 1]], 1, 0],
  [[[2500, 4]], 1080, 8920],
  [[[3333, 3]], 1035, 8964],
  [[[100_000, 10]], 90_450, 909_550],
];

describe('the fee', () => {
  it.each(orders)('of %o is %d', (prices, fee, organizer) => {
    const sum = (of: (total: number) => number) =>
      prices.reduce((total, [price, quantity]) => total + of(price) * quantity, 0);
    const taken = sum((total) => feeOfTicket(live, { total, minutes: 90 }));
    expect([taken, sum((price) => price) - taken]).toEqual([fee, organizer]);
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
