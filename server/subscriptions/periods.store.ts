import { type Db, sql } from '#server/platform/database/index.ts';

/** A month of a subscription, and the order that pays it. */
export type Period = {
  subscriptionId: string;
  number: number;
  orderId: string;
  startsAt: string;
  endsAt: string;
  paidAt: string | null;
  tries: number;
  firstTriedAt: string | null;
  nextTryAt: string | null;
};

const periods = (db: Db) => db.selectFrom('subscription_periods').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof periods>['executeTakeFirstOrThrow']>>;

const asPeriod = (row: Row): Period => ({
  subscriptionId: row.subscription_id,
  number: row.number,
  orderId: row.order_id,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  paidAt: row.paid_at,
  tries: row.tries,
  firstTriedAt: row.first_tried_at,
  nextTryAt: row.next_try_at,
});

export type NewPeriod = Pick<
  Period,
  'subscriptionId' | 'number' | 'orderId' | 'startsAt' | 'endsAt' | 'nextTryAt'
> & { paidAt?: string };

/** Writes a month; false when it stands there already, whoever asked for it (by the key). */
export async function insertPeriod(tx: Db, period: NewPeriod): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('subscription_periods')
    .values({
      subscription_id: period.subscriptionId,
      number: period.number,
      order_id: period.orderId,
      starts_at: period.startsAt,
      ends_at: period.endsAt,
      paid_at: period.paidAt ?? null,
      next_try_at: period.nextTryAt,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'number']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The month that an order pays; null when it pays none that has begun to be one. */
export async function findPeriodOf(db: Db, orderId: string): Promise<Period | null> {
  const row = await periods(db).where('order_id', '=', orderId).executeTakeFirst();
  return row ? asPeriod(row) : null;
}

/** The newest month of a subscription: the one that runs, or that waits to be paid. */
export async function findNewestPeriod(db: Db, subscriptionId: string): Promise<Period> {
  const row = await periods(db)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return asPeriod(row);
}

/** A month is paid; false when it was before. */
export async function notePaid(tx: Db, orderId: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_periods')
    .set({ paid_at: at, next_try_at: null })
    .where('order_id', '=', orderId)
    .where('paid_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The money of a month went back: it comes next again, as if nobody had tried to be paid for it. */
export async function noteUnpaid(
  tx: Db,
  { subscriptionId, number }: Pick<Period, 'subscriptionId' | 'number'>,
): Promise<void> {
  await tx
    .deleteFrom('subscription_periods')
    .where('subscription_id', '=', subscriptionId)
    .where('number', '>', number)
    .where('paid_at', 'is', null)
    .execute();
  await tx
    .updateTable('subscription_periods')
    .set({ paid_at: null, next_try_at: null, tries: 0, first_tried_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('number', '=', number)
    .execute();
}

/** The month that nobody has paid is not charged any more: another one takes its place. */
export async function dropUnpaid(tx: Db, subscriptionId: string): Promise<void> {
  await tx
    .deleteFrom('subscription_periods')
    .where('subscription_id', '=', subscriptionId)
    .where('paid_at', 'is', null)
    .execute();
}

/** Orders of months whose hour to be tried has come, the oldest first; of none that waits for a rate. */
export async function listTries(db: Db, at: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_periods as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscription_id')
    .select('p.order_id')
    .where('p.paid_at', 'is', null)
    .where('p.next_try_at', '<=', at)
    .where('s.rate_missing_since', 'is', null)
    .orderBy('p.next_try_at')
    .limit(most)
    .execute();
  return rows.map((row) => row.order_id);
}

/**
 * Takes a try for itself: of two who come for it the second finds nothing. `until` is when it is free
 * again, should its answer be lost with us.
 */
export async function claimTry(
  tx: Db,
  orderId: string,
  { at, until }: { at: string; until: string },
): Promise<Period | null> {
  const row = await tx
    .updateTable('subscription_periods')
    .set({
      tries: sql<number>`tries + 1`,
      first_tried_at: sql<string>`coalesce(first_tried_at, ${at}::timestamptz)`,
      next_try_at: until,
    })
    .where('order_id', '=', orderId)
    .where('paid_at', 'is', null)
    .where('next_try_at', '<=', at)
    .returningAll()
    .executeTakeFirst();
  return row ? asPeriod(row) : null;
}

/** When a month is tried again; null: not any more. */
export async function writeNextTry(tx: Db, orderId: string, next: string | null): Promise<void> {
  await tx
    .updateTable('subscription_periods')
    .set({ next_try_at: next })
    .where('order_id', '=', orderId)
    .where('paid_at', 'is', null)
    .execute();
}

/** Another order pays a month, since the one before is over. What was tried stays tried. */
export async function moveOrderOf(
  tx: Db,
  { subscriptionId, number }: Pick<Period, 'subscriptionId' | 'number'>,
  orderId: string,
): Promise<void> {
  await tx
    .updateTable('subscription_periods')
    .set({ order_id: orderId })
    .where('subscription_id', '=', subscriptionId)
    .where('number', '=', number)
    .where('paid_at', 'is', null)
    .execute();
}

/** An order is not tried any more. */
export const dropTry = (tx: Db, orderId: string): Promise<void> => writeNextTry(tx, orderId, null);

/** No month of a subscription is tried any more. */
export async function dropTries(tx: Db, subscriptionId: string): Promise<void> {
  await tx
    .updateTable('subscription_periods')
    .set({ next_try_at: null })
    .where('subscription_id', '=', subscriptionId)
    .where('paid_at', 'is', null)
    .execute();
}
