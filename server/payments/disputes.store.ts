import type { Dispute, DisputeState } from '#contract/shared/refunds.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { openDisputes, withheldDisputes } from './disputes.rules.ts';
import type { DisputeReport } from './providers/provider.ts';

export type DisputeRow = {
  id: string;
  state: DisputeState;
  moves: number;
  withdrawn: number;
  fee: number;
};

type Told = { provider: string; paymentId: string; at: string; report: DisputeReport };

/** Writes a dispute down when it is told of first; null when it is known. */
export async function insertDispute(tx: Db, told: Told): Promise<DisputeRow | null> {
  const { provider, paymentId, at, report } = told;
  const row = await tx
    .insertInto('disputes')
    .values({
      provider,
      provider_object: report.object,
      payment_id: paymentId,
      amount: report.amount,
      currency: report.currency,
      reason: report.reason,
      state: report.state,
      moves: 0,
      respond_by: report.respondBy,
      opened_at: at,
      closed_at: (openDisputes as readonly string[]).includes(report.state) ? null : at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_object']).doNothing())
    .returning(['id', 'state', 'moves', 'withdrawn', 'fee'])
    .executeTakeFirst();
  return row ? { ...row, state: row.state as DisputeState } : null;
}

/** A known dispute, held to the end of the transaction. */
export async function lockDispute(
  tx: Db,
  provider: string,
  object: string,
): Promise<DisputeRow | null> {
  const row = await tx
    .selectFrom('disputes')
    .select(['id', 'state', 'moves', 'withdrawn', 'fee'])
    .where('provider', '=', provider)
    .where('provider_object', '=', object)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, state: row.state as DisputeState } : null;
}

/** The one writer of a dispute's state; false when it had left `from`. */
export async function moveDispute(
  tx: Db,
  id: string,
  { from, to, at }: { from: DisputeState; to: DisputeState; at: string },
): Promise<boolean> {
  const isOpen = (openDisputes as readonly string[]).includes(to);
  const { numUpdatedRows } = await tx
    .updateTable('disputes')
    .set({ state: to, closed_at: isOpen ? null : at })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes what of a dispute stands in the books now. */
export async function noteDisputeMoney(
  tx: Db,
  id: string,
  { moves, withdrawn, fee }: Pick<DisputeRow, 'moves' | 'withdrawn' | 'fee'>,
): Promise<void> {
  await tx.updateTable('disputes').set({ moves, withdrawn, fee }).where('id', '=', id).execute();
}

/** Has the provider taken money of this order away, as long as a dispute is decided? */
export async function hasWithheldMoney(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select('d.id')
    .where('p.order_id', '=', orderId)
    .where('d.state', 'in', [...withheldDisputes])
    .executeTakeFirst();
  return row !== undefined;
}

/** SQL: the money of this order stays where it is, for its dispute is not decided. */
export const isDisputed = (order: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from disputes d join payments dp on dp.id = d.payment_id
  where dp.order_id = ${order} and d.state in (${sql.join(openDisputes.map((one) => sql.lit(one)))}))`;

/** SQL: the same while the provider has the money. */
export const isWithheld = (order: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from disputes d join payments dp on dp.id = d.payment_id where dp.order_id = ${order}
    and d.state in (${sql.join(withheldDisputes.map((one) => sql.lit(one)))}))`;

/** SQL: the newest dispute of an order as one value, null when there was none. */
export const newestDisputeOf = (order: ReturnType<typeof sql>) => sql<Dispute | null>`(
  select jsonb_build_object('id', d.id, 'state', d.state, 'amount', d.amount,
    'currency', d.currency, 'reason', d.reason, 'respondBy', ${instantOf('d.respond_by')},
    'openedAt', ${instantOf('d.opened_at')})
  from disputes d join payments dp on dp.id = d.payment_id
  where dp.order_id = ${order} order by d.id desc limit 1)`;
