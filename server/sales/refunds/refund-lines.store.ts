import type { RefundShare } from '#contract/shared/refunds.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { StoredLine } from '../lines/line.ts';
import { isPriced } from '../lines/line.ts';
import type { OwedLine, RefundedLine } from './refund-by-line.ts';
import { takenOf } from './refunded.queries.ts';

/** Writes down what a refund gives back of each line. */
export async function insertRefundLines(
  tx: Db,
  refundId: string,
  parts: readonly RefundedLine[],
): Promise<void> {
  await tx
    .insertInto('refund_lines')
    .values(
      parts.map(({ lineId, amount, share }) => ({
        refund_id: refundId,
        line_id: lineId,
        amount,
        share: JSON.stringify(share),
      })),
    )
    .execute();
}

/** What a refund gives back of each line, in the order in which they were chosen. */
export async function listRefundLines(tx: Db, refundId: string): Promise<RefundedLine[]> {
  const rows = await tx
    .selectFrom('refund_lines')
    .select(['line_id', 'amount', 'share'])
    .where('refund_id', '=', refundId)
    .orderBy('line_id')
    .execute();
  return rows.map(({ line_id: lineId, amount, share }) => ({
    lineId,
    amount,
    share: share as RefundShare,
  }));
}

const sumsOf = (tx: Db, orderId: string) =>
  tx
    .selectFrom('refund_lines as b')
    .innerJoin('refunds as r', 'r.id', 'b.refund_id')
    .select([
      'b.line_id',
      sql<number>`sum(b.amount)::bigint`.as('asked'),
      sql<number>`coalesce(sum(b.amount) filter (where r.state in ('done', 'bounced')), 0)::bigint`.as(
        'done',
      ),
      sql<number>`sum((b.share->>'tax')::bigint)::bigint`.as('tax'),
      sql<number>`sum((b.share->>'fee')::bigint)::bigint`.as('fee'),
    ])
    .where('r.order_id', '=', orderId)
    .where('r.state', '<>', 'failed')
    .groupBy('b.line_id')
    .execute();

type Of = { id: string; lines: readonly StoredLine[] };

/** The lines of an order that are sold by themselves, with what was given back or asked for of each. */
export async function listOwed(tx: Db, order: Of): Promise<OwedLine[]> {
  const sums = new Map((await sumsOf(tx, order.id)).map((row) => [row.line_id, row]));
  return order.lines.filter(isPriced).map(({ id, bundleLineId, total, tax, fee }) => {
    const { asked = 0, tax: taxBefore = 0, fee: feeBefore = 0 } = sums.get(id) ?? {};
    const before = { amount: asked, tax: taxBefore, fee: feeBefore };
    return { id, bundleLineId, total, tax, fee, before };
  });
}

/** What is left of the gifts of an order that somebody has accepted, by line. */
export async function listTaken(tx: Db, orderId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; taken: number }>`
    select l.id, ${takenOf} as taken from order_lines l
    where l.order_id = ${orderId} and l.kind = 'gift'`.execute(tx);
  return new Map(rows.filter(({ taken }) => taken > 0).map(({ id, taken }) => [id, taken]));
}

/** The lines whose money has all gone back. */
export async function listGivenBack(tx: Db, order: Of): Promise<StoredLine[]> {
  const done = new Map((await sumsOf(tx, order.id)).map((row) => [row.line_id, row.done]));
  return order.lines.filter(
    (line) => isPriced(line) && line.total > 0 && done.get(line.id) === line.total,
  );
}
