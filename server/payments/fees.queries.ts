import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { remembered } from '#server/platform/remembered.ts';
import { type FeePlan, type FeeTicket, feeOfTicket } from './fees.rules.ts';

const freshMs = 10_000;
const kept = remembered(new Map<string, { plan: FeePlan; at: number }>());

/**
 * The fee for one ticket of `total` (minor units) to a show of so many minutes, under a plan of the
 * table `fee_plans`. In a currency without amounts of its own only the share is taken. Plans are
 * kept for ten seconds.
 */
export async function feeFor(
  db: Db,
  { plan, currency, ...ticket }: FeeTicket & { plan: FeePlanName; currency: CurrencyCode },
): Promise<number> {
  return ticket.total === 0 ? 0 : feeOfTicket(await planIn(db, plan, currency), ticket);
}

/** The rows of `fee_plans`: open to everyone, reached by codes alone, given to an artist. */
export type FeePlanName = 'live' | 'private' | 'donation';

async function planIn(db: Db, plan: FeePlanName, currency: CurrencyCode): Promise<FeePlan> {
  const key = `${plan} ${currency}`;
  const known = kept.get(key);
  if (known && Math.abs(nowMs() - known.at) < freshMs) return known.plan;
  const found = await loadPlan(db, plan, currency);
  kept.set(key, { plan: found, at: nowMs() });
  return found;
}

async function loadPlan(db: Db, plan: FeePlanName, currency: CurrencyCode): Promise<FeePlan> {
  const row = await db
    .selectFrom('fee_plans as p')
    .leftJoinLateral(amountsIn(currency), (join) => join.onTrue())
    .select(['p.share_bp', 'p.fixed_amount', 'p.extra_hour_amount', 'p.included_minutes'])
    .select(['p.currency', 'f.amount', 'f.extra_hour'])
    .where('p.plan', '=', plan)
    .executeTakeFirstOrThrow();
  const isOwn = row.currency === currency;
  return {
    shareBp: row.share_bp,
    fixed: isOwn ? row.fixed_amount : (row.amount ?? 0),
    extraHour: isOwn ? row.extra_hour_amount : (row.extra_hour ?? 0),
    includedMinutes: row.included_minutes,
  };
}

/** The amounts of a plan in another currency than its own, as they hold today. */
const amountsIn = (currency: CurrencyCode) =>
  sql<{ amount: number; extra_hour: number }>`(
    select f.amount, f.extra_hour_amount as extra_hour from fee_fixed_amounts f
    where f.plan = p.plan and f.currency = ${currency}
      and f.valid_from <= ${nowText()}::timestamptz::date
    order by f.valid_from desc limit 1)`.as<'f'>('f');
