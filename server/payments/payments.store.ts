import type { PaymentFailure, PaymentState } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { builtOnce, rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { type Charged, mute } from './providers/provider.ts';

export type PaymentRow = {
  id: string;
  orderId: string;
  provider: string;
  reference: string;
  /** What the provider calls its side of it; empty when it has no name of its own. */
  object: string;
  state: PaymentState;
  amount: number;
  refunded: number;
  currency: CurrencyCode;
  lastFour: string;
  failure: string;
  createdAt: string;
  /** The provider is to keep the means it is paid with. */
  keeps: boolean;
  /** What was kept before and is charged now, while its owner is not there. */
  keptMeansId: string | null;
};

/** Under way, or the one that paid. */
export const isLive = ({ state }: PaymentRow): boolean =>
  ['open', 'confirming', 'paid'].includes(state);

const payments = (db: Db) =>
  db
    .selectFrom('payments')
    .select(['id', 'order_id', 'provider', 'provider_reference', 'state', 'amount', 'refunded'])
    .select(['currency', 'last_four', 'failure', 'created_at', 'provider_object'])
    .select(['keeps_means', 'kept_means_id']);

type Row = Awaited<ReturnType<ReturnType<typeof payments>['executeTakeFirstOrThrow']>>;

const asPayment = (row: Row): PaymentRow => ({
  id: row.id,
  orderId: row.order_id,
  provider: row.provider,
  reference: row.provider_reference,
  object: row.provider_object,
  state: row.state as PaymentState,
  amount: row.amount,
  refunded: row.refunded,
  currency: row.currency as CurrencyCode,
  lastFour: row.last_four,
  failure: row.failure,
  createdAt: row.created_at,
  keeps: row.keeps_means,
  keptMeansId: row.kept_means_id,
});

export type NewPayment = {
  orderId: string;
  provider: string;
  /** Left out: its id. */
  reference?: string | undefined;
  amount: number;
  currency: CurrencyCode;
  lastFour: string;
  keeps?: boolean;
  keptMeansId?: string;
  /** Its provider is only being tried out: no money moves. */
  isTrial: boolean;
  /** ISO text. */
  at: string;
};

/**
 * Opens an attempt to pay. Refuses ORDER_STATE while another attempt of the order is open or has
 * succeeded (the database decides).
 */
export const insertPayment = async (tx: Db, payment: NewPayment): Promise<PaymentRow> =>
  (await insertWith(inserting, tx, payment)) ?? refuse('ORDER_STATE');

/** SQL that answers a row (its `id`) for an order that is to be paid, and locks it; none for another. */
export type ToBePaid = (orderId: string) => ReturnType<typeof sql>;

/**
 * Opens the first attempt to pay an order, in one statement that stands by itself: null, and nothing is
 * written, when the order is not to be paid, or when somebody has tried before. Whether anybody has is
 * asked once the order is ours, and seen as it is then: an attempt that came while we waited may be in the
 * hands of somebody who waits for the order, and to write beside it would be to wait for them.
 */
export function insertingFirst(toBePaid: ToBePaid) {
  const insertFirst = rowBuiltOnce((_: Db, row: NewRow) =>
    insertion(row, {
      // Materialized, or it would be asked before the order is ours.
      before: sql`with waiting as materialized (${toBePaid(row.orderId)})`,
      from: sql`from waiting where not has_attempts(waiting.id)`,
    }),
  );
  return (db: Db, payment: NewPayment) => insertWith(insertFirst, db, payment);
}

type NewRow = Required<Omit<NewPayment, 'reference' | 'keptMeansId'>> &
  Record<'reference' | 'keptMeansId', string | null>;

async function insertWith(
  insert: (db: Db, row: NewRow) => Promise<{ id: string; reference: string }[]>,
  db: Db,
  payment: NewPayment,
): Promise<PaymentRow | null> {
  const { at: createdAt, keeps = false, keptMeansId = null, isTrial: _, ...rest } = payment;
  const { reference = null } = rest;
  const [made] = await insert(db, { ...payment, reference, keeps, keptMeansId });
  if (!made) return null;
  return {
    ...{ ...rest, ...made, keeps, keptMeansId, createdAt },
    object: '',
    state: 'open',
    refunded: 0,
    failure: '',
  };
}

/** Its id is of the database, so that of attempts of one instant the later one has the greater id. */
const insertion = (row: NewRow, when = { before: sql``, from: sql`` }) => sql<{
  id: string;
  reference: string;
}>`
  ${when.before}
  insert into payments (id, provider_reference, order_id, provider, amount, currency, last_four,
    keeps_means, kept_means_id, is_trial, created_at)
  select made.id, coalesce(${row.reference}::text, made.id::text), ${row.orderId}::uuid,
    ${row.provider}::text, ${row.amount}::bigint, ${row.currency}::text, ${row.lastFour}::text,
    ${row.keeps}::boolean, ${row.keptMeansId}::uuid, ${row.isTrial}::boolean,
    ${row.at}::timestamptz
  from (select uuidv7() as id ${when.from}) made
  on conflict (order_id) where state in ('open', 'confirming', 'paid') do nothing
  returning id, provider_reference as reference`;

const inserting = rowBuiltOnce((_: Db, row: NewRow) => insertion(row));

/** The attempts of an order, newest first. */
export async function listPaymentsOf(db: Db, orderId: string): Promise<PaymentRow[]> {
  const rows = await payments(db)
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(asPayment);
}

/**
 * The same, locked. Payments are always locked before their order. Whoever has noted something of one
 * already holds a share of its key, so that the key itself is asked of nobody: two would wait for each other.
 */
export async function lockPaymentsOf(tx: Db, orderId: string): Promise<PaymentRow[]> {
  return (await lockedOf(tx, orderId)).map(asPayment);
}

const lockedOf = builtOnce((tx: Db, orderId: string) =>
  payments(tx)
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forNoKeyUpdate(),
);

/** The payment that a provider calls by this reference. */
export async function findPayment(
  db: Db,
  provider: string,
  reference: string,
): Promise<PaymentRow | null> {
  const [row] = await namedBy(db, provider, reference);
  return row ? asPayment(row) : null;
}

const namedBy = builtOnce((db: Db, provider: string, reference: string) =>
  payments(db).where('provider', '=', provider).where('provider_reference', '=', reference),
);

/**
 * SQL: has an attempt charged what was kept, or not, and can nobody tell but its bank's own screen? Its
 * provider answers no questions, and administrators have heard of it.
 */
const waitsForSomebody = sql<boolean>`(payments.state in ('open', 'confirming')
  and payments.kept_means_id is not null and payments.stuck_told_at is not null
  and payments.provider = any(string_to_array(${mute.join()}, ',')))`;

/** SQL: is there such an attempt of the order with this id? */
export const isUndecided = (orderId: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from payments where payments.order_id = ${orderId} and ${waitsForSomebody})`;

/** The attempt of an order that waits for somebody to say what its bank did; null when none does. */
export async function findUndecided(db: Db, orderId: string): Promise<PaymentRow | null> {
  const row = await payments(db)
    .where('order_id', '=', orderId)
    .where(waitsForSomebody)
    .executeTakeFirst();
  return row ? asPayment(row) : null;
}

/** For ten minutes at each turn; then the older a payment, the more seldom: once an hour in the end. */
const isToAsk = (at: string) => sql<boolean>`(asked_at is null or asked_at <= ${at}::timestamptz
  - least(interval '1 hour',
    greatest(interval '0', (${at}::timestamptz - created_at - interval '10 minutes') / 10)))`;

/**
 * Payments that have waited for their provider since before `since`, and whose turn it is to be asked
 * about at `at`: first those that nobody has asked about, then whoever waited longest for it.
 */
export async function takeUnsettled(
  db: Db,
  { since, at, most }: { since: string; at: string; most: number },
): Promise<PaymentRow[]> {
  const rows = await payments(db)
    .where('state', 'in', ['open', 'confirming'])
    .where('created_at', '<=', since)
    .where(isToAsk(at))
    .orderBy(sql`asked_at nulls first`)
    .orderBy('created_at')
    .limit(most)
    .execute();
  // Of several orders at once, so by their key; one that somebody has in hand is left alone.
  const taking = sql<{ id: string }>`update payments set asked_at = ${at}::timestamptz
    where id in (select id from payments where id = any(${rows.map(({ id }) => id)}::uuid[])
      order by id for no key update skip locked) returning id`;
  const { rows: taken } = await taking.execute(db);
  return rows.filter(({ id }) => taken.some((one) => one.id === id)).map(asPayment);
}

/**
 * The provider has the charge and waits for the buyer: how it calls it, and where the buyer goes. An
 * answer that comes after the buyer was quicker changes no state.
 */
export async function noteCharged(db: Db, id: string, { object, place }: Charged): Promise<void> {
  await db
    .updateTable('payments')
    .set({
      provider_object: object ?? '',
      place: place ? JSON.stringify(place) : null,
      state: sql<string>`case when state = 'open' then 'confirming' else state end`,
    })
    .where('id', '=', id)
    .execute();
}

/** How the provider calls a charge of what it keeps. */
export async function noteAsked(db: Db, id: string, object: string): Promise<void> {
  await db.updateTable('payments').set({ provider_object: object }).where('id', '=', id).execute();
}

export type PaymentMove = {
  from: readonly PaymentState[];
  to: PaymentState;
  failure?: PaymentFailure;
  settledAt?: string;
  /** Where the provider says it only now. */
  lastFour?: string | undefined;
};

/**
 * The one writer of a payment's state; false when the payment was in none of `from`, or when its money
 * has come before, and went back.
 */
export async function movePayment(tx: Db, id: string, move: PaymentMove): Promise<boolean> {
  const { from, to, settledAt = null } = move;
  const failure = move.failure ?? (to === 'paid' ? '' : null);
  const lastFour = move.lastFour || null;
  return (await moving(tx, { id, from, to, failure, settledAt, lastFour })).length > 0;
}

type Moving = Pick<PaymentMove, 'from' | 'to'> & {
  id: string;
  failure: string | null;
  settledAt: string | null;
  lastFour: string | null;
};

/** What is not said stays as it was. */
const moving = rowBuiltOnce((tx: Db, row: Moving) =>
  tx
    .updateTable('payments')
    .set({
      state: row.to,
      failure: sql<string>`coalesce(${row.failure}::text, failure)`,
      settled_at: sql<string>`coalesce(${row.settledAt}::timestamptz, settled_at)`,
      last_four: sql<string>`coalesce(${row.lastFour}::text, last_four)`,
    })
    .where('id', '=', row.id)
    .where('state', '=', sql<string>`any(${row.from}::text[])`)
    .where('settled_at', 'is', null)
    .returning('id'),
);

/**
 * Notes that money came for an attempt that had been given up; false when that was noted before, or
 * when it was not given up. Its state stays: the order has moved on without it.
 */
export async function noteSurplus(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ settled_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['declined', 'cancelled'])
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds to what was given back; a payment given back whole is `refunded`. */
export async function addRefunded(tx: Db, id: string, amount: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      refunded: sql<number>`refunded + ${amount}::bigint`,
      state: sql<string>`case when refunded + ${amount}::bigint = amount then 'refunded' else state end`,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`payment ${id} does not exist`);
}

/** A payment by its id. */
export async function findPaymentById(db: Db, id: string): Promise<PaymentRow | null> {
  const row = await payments(db).where('id', '=', id).executeTakeFirst();
  return row ? asPayment(row) : null;
}

/** Since when its provider does not answer about this payment; null: it does. Answers the same. */
export async function noteSilence(db: Db, id: string, at: string | null): Promise<string | null> {
  const row = await db
    .updateTable('payments')
    .set({ silent_since: at === null ? null : sql<string>`coalesce(silent_since, ${at})` })
    .where('id', '=', id)
    .$if(at === null, (query) => query.where('silent_since', 'is not', null))
    .returning('silent_since')
    .executeTakeFirst();
  return row?.silent_since ?? null;
}

/** Notes that administrators hear of a payment that is stuck; false when that was noted before. */
export async function noteStuckTold(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ stuck_told_at: at })
    .where('id', '=', id)
    .where('stuck_told_at', 'is', null)
    .where('state', 'in', ['open', 'confirming'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
