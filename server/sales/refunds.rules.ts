import { Temporal } from 'temporal-polyfill';
import type { Refund } from '#contract/orders.ts';

type RefundState = Refund['state'];

/** From which states a refund comes. One that was given up and yet went through is booked as it is. */
const comesFrom: Record<RefundState, readonly RefundState[]> = {
  requested: [],
  done: ['requested', 'failed'],
  failed: ['requested'],
};

export const refundComesFrom = (to: RefundState): readonly RefundState[] => comesFrom[to];

/** So long the provider is asked again and again; then administrators hear, and it is not any more. */
export const refundDays = 3;

/** Has this refund been asked for long enough? */
export const isHopeless = (requestedAt: string, now: Temporal.Instant): boolean =>
  now.since(Temporal.Instant.from(requestedAt)).total('hours') >= refundDays * 24;
