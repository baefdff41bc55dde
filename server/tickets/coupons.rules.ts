import { Temporal } from 'temporal-polyfill';
import type { PriceNow } from '#contract/catalog.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { type Price, priceFromTotal, shareOf } from '#contract/shared/money.ts';
import { type CouponCodeState, type CouponForm, couponAlphabet } from '#contract/tickets.ts';
import type { Product } from '#server/catalog/index.ts';

const groups = 3;
const groupLength = 4;

/** A code from random numbers below the length of the alphabet: `KQ7M-2XRT-9HWD`. */
export function codeFrom(random: (below: number) => number): string {
  const letter = () => couponAlphabet[random(couponAlphabet.length)] ?? '';
  const group = () => Array.from({ length: groupLength }, letter).join('');
  return Array.from({ length: groups }, group).join('-');
}

type CouponProduct = Pick<Product, 'status' | 'taxRate' | 'total' | 'plan'> & {
  sessions: readonly { id: string }[];
};

/** Coupons need a product that can be bought or opened by somebody. */
export const canHaveCoupons = ({ status }: Pick<CouponProduct, 'status'>): boolean =>
  status !== 'draft';

/** What is wrong with a batch, by field; null when nothing is. */
export function couponFaults(
  form: CouponForm,
  product: CouponProduct,
  now: Temporal.Instant,
): Record<string, FieldFault> | null {
  const faults: Record<string, FieldFault> = {};
  const { sessionId, net, tax, validUntil } = form;
  if (sessionId !== null && !product.sessions.some(({ id }) => id === sessionId)) {
    faults.sessionId = 'invalid';
  }
  const top = product.plan === 'free' ? 0 : product.total;
  if (net + tax > top) faults.net = 'above_price';
  // One minor unit of play: a tax that was computed from the total rounds the other way.
  if (Math.abs(tax - shareOf(net, product.taxRate)) > 1) faults.tax = 'invalid';
  if (validUntil !== null && Temporal.Instant.compare(validUntil, now) <= 0)
    faults.validUntil = 'time_past';
  return Object.keys(faults).length > 0 ? faults : null;
}

export type TicketPrice = Price & { taxRate: number; from: PriceNow['from'] | 'coupon' };

/**
 * What a ticket costs with a code, or without one. The code's sum counts, with the tax of the day
 * inside it: the rate may have changed since the batch was made. Nobody pays more for having a code:
 * where the price of the day is as low, that is the price.
 */
export function priceWith(code: { total: number } | null, price: PriceNow): TicketPrice {
  const { net, taxRate, tax, total, from } = price;
  if (!code || code.total >= total) return { net, taxRate, tax, total, from };
  return { ...priceFromTotal(code.total, taxRate), taxRate, from: 'coupon' };
}

/** Is the code used up with the ticket? It opens a private product; elsewhere it must save money. */
export const spendsCode = (
  product: Pick<Product, 'status'>,
  price: Pick<TicketPrice, 'from'>,
): boolean => product.status === 'private' || price.from === 'coupon';

/** How a code stands now. */
export type CodeFacts = {
  state: 'free' | 'reserved' | 'used' | 'revoked';
  reservedUntil: string | null;
  validUntil: string | null;
};

/** The state that people see: a reservation that lapsed is free, a free code can be too old. */
export function codeState(code: CodeFacts, nowText: string): CouponCodeState {
  if (code.state === 'used' || code.state === 'revoked') return code.state;
  const held = code.state === 'reserved' && (code.reservedUntil ?? '') > nowText;
  if (held) return 'reserved';
  return code.validUntil !== null && code.validUntil <= nowText ? 'expired' : 'free';
}

/** Why a code in this state cannot be used; null when it can. */
export function codeFault(state: CouponCodeState): 'COUPON_USED' | 'COUPON_INVALID' | null {
  if (state === 'free') return null;
  return state === 'used' || state === 'reserved' ? 'COUPON_USED' : 'COUPON_INVALID';
}
