import type { Insertable } from 'kysely';
import type { PayoutRunState, PayoutState } from '#contract/payouts.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { type DB, type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { type DuePayout, type Payee, payoutComesFrom } from './payouts.rules.ts';

/**
 * Lets one transaction at a time collect what is due, to its end. The indexes `payout_runs_one_open`
 * and `payout_items_once` refuse whoever comes without it.
 */
export async function lockCollecting(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payout runs', 0))`.execute(tx);
}

/**
 * Holds these orders to the end of the transaction, in one order: whoever gives their money back
 * waits, or was waited for. What was read of them before must be read again.
 */
export async function lockOrders(tx: Db, ids: readonly string[]): Promise<void> {
  await sql`select id from orders where id = any(${[...ids]}::uuid[]) order by id
    for no key update`.execute(tx);
}

/** The orders that the open payments of a run pay. */
export async function listOrdersOf(db: Db, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_items as i')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .select('i.order_id')
    .distinct()
    .where('p.run_id', '=', runId)
    .where('p.state', '=', 'open')
    .orderBy('i.order_id')
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Is there a run that is not sent to the bank yet? */
export async function hasOpenRun(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('payout_runs')
    .select('id')
    .where('state', 'in', ['collected', 'approved'])
    .executeTakeFirst();
  return row !== undefined;
}

/** `by` null: the clock. */
export async function insertRun(
  tx: Db,
  { month, by, at }: { month: string; by: string | null; at: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('payout_runs')
    .values({ month, collected_by: by, collected_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes one payment with what it pays; answers it as it is kept. */
export async function insertPayout(
  tx: Db,
  { runId, due, payee }: { runId: string; due: DuePayout; payee: Payee },
): Promise<StoredPayout> {
  const { channelId, currency, amount, items } = due;
  const { id, number } = await tx
    .insertInto('payouts')
    .values({
      run_id: runId,
      channel_id: channelId,
      currency,
      amount,
      payee: JSON.stringify(payee),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  const rows = items.map(({ orderId, posting, partId, organizer, tax, fee, bookedAt }) => ({
    ...{ payout_id: id, order_id: orderId, posting, part_id: partId },
    ...{ organizer, tax, fee, booked_at: bookedAt },
  }));
  await insertItems(tx, rows);
  return { ...{ id, number, runId, channelId, currency, amount }, state: 'open', payee };
}

/** Notes what was due with a run and is in no payment of it. */
export async function insertLeftovers(
  tx: Db,
  runId: string,
  left: readonly Pick<DuePayout, 'channelId' | 'currency' | 'amount'>[],
): Promise<void> {
  if (left.length === 0) return;
  const rows = left.map(({ channelId, currency, amount }) => ({
    ...{ run_id: runId, channel_id: channelId, currency, amount },
  }));
  await tx.insertInto('payout_leftovers').values(rows).execute();
}

/** A statement takes so many values and no more. */
const itemsAtOnce = 2000;

async function insertItems(tx: Db, rows: Insertable<DB['payout_items']>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += itemsAtOnce) {
    await tx
      .insertInto('payout_items')
      .values(rows.slice(from, from + itemsAtOnce))
      .execute();
  }
}

export type LockedRun = { id: string; month: string; number: number; state: PayoutRunState };

/** The run, held to the end of the transaction. */
export async function lockRun(tx: Db, id: string): Promise<LockedRun | null> {
  const row = await tx
    .selectFrom('payout_runs')
    .select(['id', 'month', 'number', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, state: row.state as PayoutRunState } : null;
}

type RunMove = {
  from: PayoutRunState;
  to: PayoutRunState;
  by: string;
  /** ISO text. */
  at: string;
  /** What the files of the bank are made with, when they are made. */
  sent?: { executionDay: string; debtor: { name: string; iban: string } };
};

/** The one writer of a run's state. Refuses PAYOUT_RUN_STATE when it has left `from`. */
export async function moveRun(tx: Db, id: string, move: RunMove): Promise<void> {
  const { from, to, by, at, sent } = move;
  const { numUpdatedRows } = await tx
    .updateTable('payout_runs')
    .set({
      state: to,
      ...(to === 'approved' ? { approved_by: by, approved_at: at } : {}),
      ...(to === 'exported' ? { exported_by: by, exported_at: at } : {}),
      ...(to === 'paid' || to === 'dropped' ? { settled_at: at } : {}),
      ...(sent ? { execution_day: sent.executionDay, debtor: JSON.stringify(sent.debtor) } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('PAYOUT_RUN_STATE');
}

export type StoredPayout = {
  id: string;
  number: number;
  runId: string;
  channelId: string;
  currency: CurrencyCode;
  amount: number;
  state: PayoutState;
  payee: Payee;
};

const payouts = (db: Db) =>
  db
    .selectFrom('payouts')
    .select(['id', 'number', 'run_id as runId', 'channel_id as channelId'])
    .select(['currency', 'amount', 'state', 'payee']);

type Row = Awaited<ReturnType<ReturnType<typeof payouts>['executeTakeFirstOrThrow']>>;
const asPayout = (row: Row): StoredPayout => ({
  ...row,
  currency: row.currency as CurrencyCode,
  state: row.state as PayoutState,
  payee: row.payee as Payee,
});

export async function findPayout(db: Db, id: string): Promise<StoredPayout | null> {
  const row = await payouts(db).where('id', '=', id).executeTakeFirst();
  return row ? asPayout(row) : null;
}

/** Was something else of this month collected for the same channel and currency before? */
export async function wasCollected(
  db: Db,
  { id, channelId, currency }: StoredPayout,
  month: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payouts as p')
    .innerJoin('payout_runs as r', 'r.id', 'p.run_id')
    .select('p.id')
    .where('r.month', '=', month)
    .where('p.channel_id', '=', channelId)
    .where('p.currency', '=', currency)
    .where('p.id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payments of a run that are neither held nor dropped, in the order of their numbers. */
export async function listOpenPayouts(db: Db, runId: string): Promise<StoredPayout[]> {
  const open = payouts(db).where('run_id', '=', runId).where('state', '=', 'open');
  return (await open.orderBy('number').execute()).map(asPayout);
}

/** The payments of a file for the bank: those that a run sends, whatever comes of them. */
export async function listSentPayouts(
  db: Db,
  runId: string,
  currency: CurrencyCode,
): Promise<StoredPayout[]> {
  const sent = payouts(db)
    .where('run_id', '=', runId)
    .where('state', 'in', ['open', 'paid', 'returned'])
    .where('currency', '=', currency);
  return (await sent.orderBy('number').execute()).map(asPayout);
}

/** What a payment pays, summed as the ledger has it. */
export async function sumItems(db: Db, payoutId: string) {
  return db
    .selectFrom('payout_items')
    .select([
      sql<number>`coalesce(sum(organizer), 0)::bigint`.as('organizer'),
      sql<number>`coalesce(sum(tax), 0)::bigint`.as('tax'),
    ])
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow();
}

type PayoutMove = {
  to: PayoutState;
  /** ISO text. */
  at: string;
  reason?: string;
  letterheadId?: string;
};

/** The one writer of a payment's state. Refuses PAYOUT_STATE when it comes from none that leads there. */
export async function movePayout(tx: Db, id: string, move: PayoutMove): Promise<void> {
  const { to, at, reason, letterheadId } = move;
  const { numUpdatedRows } = await tx
    .updateTable('payouts')
    .set({
      state: to,
      ...(to === 'paid' ? { settled_at: at } : {}),
      ...(to === 'returned' ? { returned_at: at } : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(letterheadId === undefined ? {} : { letterhead_id: letterheadId }),
    })
    .where('id', '=', id)
    .where('state', 'in', payoutComesFrom(to))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('PAYOUT_STATE');
}

/** Somebody knows that the account from which these came back is right. */
export async function confirmReturned(
  tx: Db,
  ids: readonly string[],
  { by, at }: { by: string; at: string },
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ account_confirmed_by: by, account_confirmed_at: at })
    .where('id', 'in', [...ids])
    .where('state', '=', 'returned')
    .execute();
}

/** Whom an open payment goes to, where that was put right before anybody approved it. */
export async function setPayee(tx: Db, id: string, payee: Payee): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ payee: JSON.stringify(payee) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** What a payment paid is free for another one. */
export async function releaseItems(tx: Db, payoutId: string): Promise<void> {
  await tx
    .updateTable('payout_items')
    .set({ released: true })
    .where('payout_id', '=', payoutId)
    .execute();
}
