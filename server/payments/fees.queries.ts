import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { nowMs, nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { type FeePlan, feeOfTicket } from './fees.rules.ts';

const freshMs = 10_000;
const kept = new Map<string, { plan: FeePlan; at: number }>();

/**
 * The fee for one ticket of `total` (minor units) under a plan of the table `fee_plans`. The fixed
 * part of a currency without an amount of its own is zero. Plans are kept for ten seconds.
 */
export async function feeFor(
  db: Db,
  { plan, total, currency }: { plan: string; total: number; currency: CurrencyCode },
): Promise<number> {
  return total === 0 ? 0 : feeOfTicket(await planIn(db, plan, currency), total);
}

async function planIn(db: Db, plan: string, currency: CurrencyCode): Promise<FeePlan> {
  const key = `${plan} ${currency}`;
  const known = kept.get(key);
  if (known && Math.abs(nowMs() - known.at) < freshMs) return known.plan;
  const found = await loadPlan(db, plan, currency);
  kept.set(key, { plan: found, at: nowMs() });
  return found;
}

async function loadPlan(db: Db, plan: string, currency: CurrencyCode): Promise<FeePlan> {
  const row = await db
    .selectFrom('fee_plans as p')
    .select(['p.share_bp', 'p.fixed_amount', 'p.currency'])
    .select((query) =>
      query
        .selectFrom('fee_fixed_amounts as f')
        .select('f.amount')
        .whereRef('f.plan', '=', 'p.plan')
        .where('f.currency', '=', currency)
        .where('f.valid_from', '<=', sql<string>`${nowText()}::timestamptz::date`)
        .orderBy('f.valid_from', 'desc')
        .limit(1)
        .as('elsewhere'),
    )
    .where('p.plan', '=', plan)
    .executeTakeFirstOrThrow();
  const fixed = row.currency === currency ? row.fixed_amount : (row.elsewhere ?? 0);
  return { shareBp: row.share_bp, fixed };
}
