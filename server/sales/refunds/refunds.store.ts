import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Bearer, Refund, RefundReason, RefundShare } from '#contract/shared/refunds.ts';
import { isDisputed, isWithheld, type RefundRequest } from '#server/payments/index.ts';
import { brokeUnique, type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { isOwed } from './refunded.queries.ts';
import { type RefundState, refundComesFrom } from './refunds.rules.ts';

export type Borne = {
  reasonCode: RefundReason;
  bearer: Bearer;
  /** Why it is another than the rule says. */
  bearerReason: string;
  share: RefundShare;
};

export type NewRefund = {
  orderId: string;
  paymentId: string;
  amount: number;
  reason: string;
  /** Null: the rules demand it (money that came too late). */
  requestedBy: string | null;
  /** Who bears it, and why; null for money that never bought anything. */
  borne: Borne | null;
  origin: Refund['origin'];
  /** The provider's own name for it, when it was not we who asked. */
  object?: string;
  /** The key under which a person asks, and the digest of what they ask for; null: nobody does. */
  asked: { key: string; digest: Buffer } | null;
  /** ISO text. */
  at: string;
};

/**
 * Writes down that money is to go back; answers the refund's id, its key at the provider. Refuses
 * IDEMPOTENCY_KEY_REUSED when the person has asked under this key for something else.
 */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<string> {
  try {
    const { id } = await tx
      .insertInto('refunds')
      .values({
        order_id: refund.orderId,
        payment_id: refund.paymentId,
        amount: refund.amount,
        reason: refund.reason,
        requested_by: refund.requestedBy,
        requested_at: refund.at,
        asked_at: refund.at,
        origin: refund.origin,
        provider_object: refund.object ?? null,
        ...columnsOf(refund.borne),
        idempotency_key: refund.asked?.key ?? null,
        request_digest: refund.asked?.digest ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (brokeUnique(error, 'refunds_one_request')) refuse('IDEMPOTENCY_KEY_REUSED');
    throw error;
  }
}

const columnsOf = (borne: Borne | null) =>
  borne && {
    reason_code: borne.reasonCode,
    bearer: borne.bearer,
    bearer_reason: borne.bearerReason,
    share: JSON.stringify(borne.share),
  };

/** What this person has asked for under this key; null when it is new. */
export async function findRefundAsked(tx: Db, personId: string, key: string) {
  const row = await tx
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'amount', 'state', 'request_digest'])
    .where('requested_by', '=', personId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const request: RefundRequest = {
    key: row.id,
    paymentId: row.payment_id ?? '',
    amount: row.amount,
  };
  // Failed or bounced, it is not asked for again under this key: the provider may have forgotten it.
  return { request, digest: row.request_digest, isToAsk: row.state === 'requested' };
}

type Move = {
  at: string;
  /** Not from all states from which it may come there. */
  from?: readonly RefundState[];
  /** The provider's own name for what was done in its place. */
  object?: string;
} & (
  | { to: 'requested' /** Who asks for it anew. */; by: string }
  | {
      to: Exclude<RefundState, 'requested'>;
      /** Who says that the money was returned in another way. */
      by?: string;
    }
);

/** The one writer of a refund's state; null when it was in none from which it comes there. */
export async function moveRefund(tx: Db, id: string, move: Move) {
  const { to, from = refundComesFrom(to) } = move;
  const row = await tx
    .updateTable('refunds')
    .set({ state: to, ...columnsOfMove(move) })
    .where('id', '=', id)
    .where(
      'state',
      'in',
      [...from].filter((one) => refundComesFrom(to).includes(one)),
    )
    .returning(['order_id', 'amount', 'reason', 'share'])
    .executeTakeFirst();
  if (!row) return null;
  const { order_id: orderId, amount, reason, share } = row;
  return { orderId, amount, reason, share: share as RefundShare | null };
}

/** When it went which way, last of each; who began it stays, and that it had been done before it came back. */
const columnsOfMove = ({ to, at, object, by }: Move) => ({
  ...(to === 'done' ? { done_at: at } : {}),
  ...(object === undefined ? {} : { provider_object: object }),
  ...(by !== undefined && to === 'done' ? { returned_by: by, returned_at: at } : {}),
  ...(to === 'failed' ? { failed_at: at } : {}),
  ...(to === 'bounced' ? { bounced_at: at, done_before_at: sql<string | null>`done_at` } : {}),
  ...(to === 'requested' ? { asked_anew_by: by, asked_anew_at: at, asked_at: at } : {}),
});

/** What was given back or asked for so far, stray money apart. Amounts in minor units. */
export async function sumRefunds(tx: Db, orderId: string) {
  return tx
    .selectFrom('refunds')
    .select([
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('asked'),
      sql<number>`coalesce(sum(amount) filter (where state <> 'requested'), 0)::bigint`.as('done'),
      sql<number>`coalesce(sum((share->>'tax')::bigint), 0)::bigint`.as('tax'),
      sql<number>`coalesce(sum((share->>'fee')::bigint), 0)::bigint`.as('fee'),
      sql<number>`coalesce(sum(amount) filter (where reason_code = 'goodwill'
        and bearer = 'platform'), 0)::bigint`.as('promoted'),
    ])
    .where('order_id', '=', orderId)
    .where('share', 'is not', null)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
}

export type WaitingRefund = RefundRequest & {
  orderId: string;
  currency: CurrencyCode;
  /** Since when it is asked for: its three days begin anew when it is asked for anew. */
  since: string;
};

/**
 * Refunds for which the provider was last asked before `since`; the longest ago comes first. Not while
 * the buyer's bank disputes the payment: what is given back then would be given twice.
 */
export async function listWaitingRefunds(db: Db, since: string): Promise<WaitingRefund[]> {
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.payment_id', 'r.amount', 'r.order_id', 'o.currency'])
    .select(({ fn }) => fn.coalesce('r.asked_anew_at', 'r.requested_at').as('since'))
    .where('r.state', '=', 'requested')
    .where('r.asked_at', '<=', since)
    .where(({ not }) => not(isDisputed(sql`r.order_id`)))
    .orderBy('r.asked_at')
    .limit(100)
    .execute();
  return rows.flatMap(({ payment_id: paymentId, amount, currency, ...row }) =>
    paymentId
      ? [
          {
            key: row.id,
            paymentId,
            amount,
            currency: currency as CurrencyCode,
            orderId: row.order_id,
            since: row.since,
          },
        ]
      : [],
  );
}

/** Notes that the provider is being asked again: others are next. False when it is not wanted any more. */
export async function noteAsked(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ asked_at: at })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the buyer was written to; false when that was noted before. */
export async function noteRefundAcknowledged(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ acknowledged_at: at })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that administrators hear that nobody can be asked; false when that was noted before. */
export async function noteUnsetTold(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ told_at: at })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The refund that is meant: by our key, or by the provider's own name for it. */
export async function findRefundNamed(
  tx: Db,
  { paymentId, key, object }: { paymentId: string; key: string | null; object: string },
) {
  return tx
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where('payment_id', '=', paymentId)
    .where(key ? 'id' : 'provider_object', '=', key ?? object)
    .executeTakeFirst();
}

/** What of a sale is still asked of the provider, oldest first. */
export async function listRequested(
  tx: Db,
  orderId: string,
): Promise<{ id: string; amount: number }[]> {
  return tx
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .where('share', 'is not', null)
    .orderBy('id')
    .execute();
}

/** A refund of this payment that came back from the buyer's bank, of just this amount; null: none. */
export async function findBounced(
  tx: Db,
  { paymentId, amount }: { paymentId: string; amount: number },
): Promise<{ id: string } | null> {
  const row = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('amount', '=', amount)
    .where('state', '=', 'bounced')
    .orderBy('id')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The refunds of a payment that bought nothing, in any state, the oldest first. A payment has some if
 * and only if it is one: whatever its own state says, and however late it was.
 */
export async function listStray(
  tx: Db,
  paymentId: string,
): Promise<{ id: string; amount: number; reason: string; state: RefundState; isOwed: boolean }[]> {
  const rows = await tx
    .selectFrom('refunds as r')
    .select(['r.id', 'r.amount', 'r.reason', 'r.state', isOwed.as('isOwed')])
    .where('r.payment_id', '=', paymentId)
    .where('r.share', 'is', null)
    .orderBy('r.id')
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as RefundState }));
}

/** Is the provider still to be asked for this refund? */
export async function isRequested(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .executeTakeFirst();
  return row !== undefined;
}

/** A refund as whoever settles it needs it; null when there is none. */
export async function findRefund(db: Db, id: string) {
  const row = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.id', 'r.order_id as orderId', 'r.payment_id', 'r.amount', 'r.reason', 'r.state'])
    .select(['o.currency', isOwed.as('isOwed'), sql<boolean>`r.share is null`.as('isStray')])
    .select(isWithheld(sql`r.order_id`).as('isWithheld'))
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { payment_id: paymentId, state, ...refund } = row;
  return { ...refund, paymentId: paymentId ?? '', state: state as RefundState };
}

export type FoundRefund = NonNullable<Awaited<ReturnType<typeof findRefund>>>;
