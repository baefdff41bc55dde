import type { Insertable } from 'kysely';
import type { Card, PaymentFailure, SandboxOutcome } from '#contract/payments.ts';
import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type DB, type Db, sql } from '#server/platform/database/index.ts';
import type { Charge, ChargeReport, ChargeState } from './provider.ts';
import type { BankDecision } from './sandbox-cards.rules.ts';

/** How the bank's books call the states. */
const written: Record<ChargeState, 'created' | 'confirming' | 'approved' | 'declined'> = {
  open: 'created',
  confirming: 'confirming',
  approved: 'approved',
  declined: 'declined',
  cancelled: 'declined',
};
const read: Record<string, ChargeState> = {
  created: 'open',
  confirming: 'confirming',
  approved: 'approved',
  refunded: 'approved',
  declined: 'declined',
};

export type SandboxCharge = Omit<Charge, 'object'> & { card: Pick<Card, 'number'> };

/** Enters a charge into the bank's books; false when this reference stands there already. */
export async function enterCharge(
  tx: Db,
  { reference, orderId, amount, currency, card }: SandboxCharge,
  decision: BankDecision & { at: string; kept?: string | null },
): Promise<boolean> {
  const entered = await entering(tx, {
    reference,
    order_id: orderId,
    amount,
    currency,
    state: written[decision.state],
    failure: decision.failure ?? '',
    silent: decision.silent,
    last_four: card.number.slice(-4),
    kept_token: decision.kept ?? null,
    created_at: decision.at,
  });
  return entered.length > 0;
}

const entering = rowBuiltOnce((tx: Db, row: Insertable<DB['sandbox_charges']>) =>
  tx
    .insertInto('sandbox_charges')
    .values({ ...row })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference'),
);

/** The bank decides on a charge that was in `from`; false when it was not. */
export async function decideCharge(
  tx: Db,
  reference: string,
  move: {
    from: 'open' | 'confirming';
    to: 'approved' | 'declined';
    failure?: PaymentFailure;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sandbox_charges')
    .set({ state: written[move.to], failure: move.failure ?? '' })
    .where('reference', '=', reference)
    .where('state', '=', written[move.from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What the bank's books say of a charge; null when it is not in them. */
export async function findCharge(
  db: Db,
  reference: string,
): Promise<(ChargeReport & { silent: boolean }) | null> {
  const row = await db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!row) return null;
  const kept = row.kept_token;
  return {
    reference,
    orderId: row.order_id ?? '',
    amount: row.amount,
    currency: row.currency,
    state: read[row.state] ?? 'open',
    failure: row.failure === '' ? null : (row.failure as PaymentFailure),
    silent: row.silent,
    kept: kept === null ? null : { token: kept, lastFour: row.last_four },
  };
}

/** The bank keeps a card for its shop: what it will do and how it ends, and no number. */
export async function keepCard(
  tx: Db,
  token: string,
  card: { outcome: SandboxOutcome; lastFour: string },
): Promise<void> {
  const { outcome, lastFour: last_four } = card;
  await tx
    .insertInto('sandbox_tokens')
    .values({ token, outcome, last_four })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .execute();
}

/** A card that the bank keeps; null when it does not. */
export async function findKeptCard(db: Db, token: string) {
  const row = await db
    .selectFrom('sandbox_tokens')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row ? { outcome: row.outcome as SandboxOutcome, lastFour: row.last_four } : null;
}

/** The bank keeps a card no longer. */
export async function forgetCard(tx: Db, token: string): Promise<void> {
  await tx
    .updateTable('sandbox_charges')
    .set({ kept_token: null })
    .where('kept_token', '=', token)
    .execute();
  await tx.deleteFrom('sandbox_tokens').where('token', '=', token).execute();
}

/** Notes when the notice of a charge was sent. */
export async function noteNotice(db: Db, reference: string, at: string): Promise<void> {
  await db
    .updateTable('sandbox_charges')
    .set({ notified_at: at })
    .where('reference', '=', reference)
    .execute();
}

/** Gives money back, once per key. Throws when more is asked than was taken. */
export async function enterRefund(
  tx: Db,
  { reference, amount, key }: { reference: string; amount: number; key: string },
): Promise<void> {
  const charge = await tx
    .selectFrom('sandbox_charges')
    .select(['amount', 'state'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('sandbox_refunds')
    .values({ refund_key: key, reference, amount })
    .onConflict((conflict) => conflict.column('refund_key').doNothing())
    .execute();
  const { given } = await tx
    .selectFrom('sandbox_refunds')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('given'))
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  if (!['approved', 'refunded'].includes(charge.state) || given > charge.amount) {
    throw new Error(`sandbox: nothing left to give back of ${reference}`);
  }
  if (given < charge.amount) return;
  await tx
    .updateTable('sandbox_charges')
    .set({ state: 'refunded' })
    .where('reference', '=', reference)
    .execute();
}
