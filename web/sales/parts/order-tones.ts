import type { OrderState } from '#contract/sales.ts';

/** How the state of an order is coloured; the word always stands beside it. */
export const orderTones: Record<OrderState, 'good' | 'bad' | 'wait' | 'quiet'> = {
  pending: 'wait',
  paid: 'good',
  refunded: 'quiet',
  partly_refunded: 'quiet',
  failed: 'bad',
  expired: 'quiet',
  cancelled: 'quiet',
};
