import { shareOf } from '#contract/shared/money.ts';

/** A plan in one currency: a share in basis points and a fixed amount in minor units. */
export type FeePlan = { shareBp: number; fixed: number };

/**
 * The platform's fee for one ticket of this total (tax inside), rounded half up per ticket. A free
 * ticket carries none, and the fee is never more than what the buyer pays.
 */
export const feeOfTicket = ({ shareBp, fixed }: FeePlan, total: number): number =>
  total === 0 ? 0 : Math.min(total, shareOf(total, shareBp) + fixed);
