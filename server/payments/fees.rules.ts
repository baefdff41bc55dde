import { shareOf } from '#contract/shared/money.ts';

/**
 * A plan in one currency: a share in basis points, a fixed amount that includes so many minutes, and
 * what each hour begun beyond them adds. Amounts in minor units.
 */
export type FeePlan = {
  shareBp: number;
  fixed: number;
  includedMinutes: number;
  extraHour: number;
};

/** A ticket: what the buyer pays (tax inside), and how long the show is; null when nobody can say. */
export type FeeTicket = { total: number; minutes: number | null };

/** Hours begun beyond what the plan includes. */
export const extraHours = ({ includedMinutes }: FeePlan, minutes: number | null): number =>
  minutes === null ? 0 : Math.ceil(Math.max(0, minutes - includedMinutes) / 60);

/**
 * The platform's fee for one ticket, rounded half up per ticket. A free ticket carries none, and the
 * fee is never more than what the buyer pays.
 */
export function feeOfTicket(plan: FeePlan, { total, minutes }: FeeTicket): number {
  if (total === 0) return 0;
  const byTime = extraHours(plan, minutes) * plan.extraHour;
  return Math.min(total, shareOf(total, plan.shareBp) + plan.fixed + byTime);
}
