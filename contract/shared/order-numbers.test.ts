import { describe, expect, it } from 'vitest';
import { OrderNumber, orderNumberIn } from './order-numbers.ts';

describe('the number of an order, as people type it', () => {
  it.each(['K7M4-X2QP', 'k7m4-x2qp', 'K7M4X2QP', ' k7m4 x2qp ', 'k7-m4-x2-qp'])(
    '"%s" is that order',
    (typed) => expect(orderNumberIn(typed)).toBe('K7M4-X2QP'),
  );

  it.each(['', 'K7M4', 'K7M4-X2Q', 'K7M4-X2QPP', 'K7M4-X2Q0', 'K7M4-X2QO', 'Hamlet 2', 'Piano_24'])(
    '"%s" is none',
    (typed) => expect(orderNumberIn(typed)).toBeNull(),
  );

  it('has no 0 that might be an O, no 1 that might be an I or an L, and no vowel', () => {
    for (const letter of '01AEILOU') {
      expect(OrderNumber.safeParse(`K7M4-X2Q${letter}`).success).toBe(false);
    }
  });
});
