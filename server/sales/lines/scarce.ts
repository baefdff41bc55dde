import { freeSeat } from '#server/catalog/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/errors.ts';
import { freeStock, holdStock } from '#server/shipments/index.ts';
import { freeCodes, reserveCode, useCode } from '#server/tickets/index.ts';
import { holdSeatFor } from '../offered-seats.ts';
import type { Scarce } from './line.ts';

const nothing = () => Promise.resolve();

/** A code: the row itself decides between two who type it. */
export const codeOf = (code: string): Scarce => ({
  what: 'code',
  key: code,
  async take(tx, orderId, until) {
    if (!(await reserveCode(tx, { code, orderId, until, now: nowText() }))) refuse('COUPON_USED');
  },
  async keep(tx, orderId) {
    if (!(await useCode(tx, { code, orderId, at: nowText() }))) refuse('COUPON_USED');
  },
  free: (tx, orderId) => freeCodes(tx, orderId, { code }),
});

/** A seat of a showing. */
export const seatOf = (sessionId: string): Scarce => ({
  what: 'seat',
  key: sessionId,
  take: (tx, orderId) => holdSeatFor(tx, { sessionId, orderId }),
  keep: nothing,
  free: (tx) => freeSeat(tx, sessionId),
});

/** So many of a thing. Paid, it is the buyer's: also when its money goes back, until it comes back itself. */
export const stockOf = (productId: string, quantity: number): Scarce => ({
  what: 'stock',
  key: productId,
  take: (tx) => holdStock(tx, { productId, quantity }),
  keep: nothing,
  free: (tx) => freeStock(tx, { productId, quantity }),
  leftTheHouse: true,
});
