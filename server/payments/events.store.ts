import type { EventState } from '#contract/provider-events.ts';
import { nowText } from '#server/platform/clock.ts';
import { rowBuiltOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { eventComesFrom, withoutSecrets } from './events.rules.ts';
import type { ProviderNotice } from './providers/provider.ts';
import { openedBody, sealedBody, withoutSealed } from './sealed-bodies.ts';

/**
 * Keeps a proven notice for good, before anybody has understood it; it stays as it came first, with
 * the names of kept cards sealed. Not inside the transaction of its effect: what breaks there must not
 * take it along.
 */
export async function keepNotice(
  db: Db,
  { provider, notice, at }: { provider: string; notice: ProviderNotice; at: string },
): Promise<void> {
  const { eventId, type } = notice;
  const body = JSON.stringify(sealedBody(notice.body));
  await keeping(db, { provider, eventId, type, body, at });
}

type Kept = { provider: string; eventId: string; type: string; body: string; at: string };

const keeping = rowBuiltOnce((db: Db, row: Kept) =>
  db
    .insertInto('provider_events')
    .values({
      provider: row.provider,
      event_id: row.eventId,
      type: row.type,
      body: row.body,
      received_at: row.at,
      is_notice: true,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing()),
);

type Outcome = {
  state: Exclude<EventState, 'received'>;
  paymentId?: string | null;
  outcome?: string;
  error?: string;
};

/**
 * The one writer of what came of a notice: in the transaction of its effect, which waits here for
 * another one. False when it had its effect before.
 */
export async function markNotice(
  tx: Db,
  { provider, eventId }: { provider: string; eventId: string },
  { state, paymentId = null, outcome = '', error = '' }: Outcome,
): Promise<boolean> {
  const from = eventComesFrom(state);
  const tries = state === 'failed' ? 1 : 0;
  const mark = { provider, eventId, state, outcome, error, paymentId, from, tries };
  return (await marking(tx, mark)).length > 0;
}

type Mark = Required<Outcome> & {
  provider: string;
  eventId: string;
  from: readonly EventState[];
  tries: number;
};

const marking = rowBuiltOnce((tx: Db, row: Mark) =>
  tx
    .updateTable('provider_events')
    .set({
      state: row.state,
      outcome: row.outcome,
      error: row.error,
      payment_id: sql<string | null>`coalesce(${row.paymentId}::uuid, payment_id)`,
      tries: sql<number>`tries + ${row.tries}::int`,
    })
    .where('provider', '=', row.provider)
    .where('event_id', '=', row.eventId)
    .where('state', '=', sql<string>`any(${row.from}::text[])`)
    .returning('id'),
);

/**
 * Marks what was learnt by asking, or done by us, in the transaction of its effect; false when it had
 * it before. A second one that comes meanwhile waits for the first one's transaction.
 */
export async function keepMark(
  tx: Db,
  mark: {
    provider: string;
    eventId: string;
    type: string;
    paymentId: string;
    outcome: string;
    body: unknown;
    at: string;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provider_events')
    .values({
      provider: mark.provider,
      event_id: mark.eventId,
      payment_id: mark.paymentId,
      type: mark.type,
      body: JSON.stringify(mark.body),
      received_at: mark.at,
      state: 'handled',
      outcome: mark.outcome,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** How it stands with what has this name; null when nothing has. */
export async function stateOfNotice(
  db: Db,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<EventState | null> {
  const row = await db
    .selectFrom('provider_events')
    .select('state')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return (row?.state as EventState | undefined) ?? null;
}

/** What came of what has this name; null when nothing has. */
export async function outcomeOfNotice(
  db: Db,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('provider_events')
    .select('outcome')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.outcome ?? null;
}

/** One of them, as it was kept. */
export async function findNotice(db: Db, id: string) {
  const row = await db
    .selectFrom('provider_events')
    .select(['id', 'provider', 'event_id', 'type', 'body', 'is_notice', 'state', 'error'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { event_id: eventId, type, provider, is_notice: isNotice } = row;
  const body = openedBody(row.body);
  const state = row.state as EventState;
  return { provider, isNotice, state, error: row.error, notice: { eventId, type, body } };
}

/** Who had it handled again, and how it stood then. */
export async function insertReplay(
  tx: Db,
  replay: { eventId: string; by: string; at: string; state: EventState; error: string },
): Promise<void> {
  await tx
    .insertInto('provider_event_replays')
    .values({
      event_id: replay.eventId,
      replayed_by: replay.by,
      replayed_at: replay.at,
      state: replay.state,
      error: replay.error,
    })
    .execute();
}

/** A day long a notice that broke is tried again: after two minutes, after four, after eight. */
const isDue = (at: string) => sql<boolean>`(
  state = 'received' and received_at <= ${at}::timestamptz - interval '1 minute'
  or state = 'failed' and received_at > ${at}::timestamptz - interval '1 day'
    and received_at + interval '1 minute' * power(2, least(tries, 11)) <= ${at}::timestamptz)`;

/** Notices to handle now: those that broke, and those that nobody handled as the process ended. */
export async function listUnhandled(db: Db, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_events')
    .select('id')
    .where('state', 'in', ['received', 'failed'])
    .where('is_notice', '=', true)
    .where(isDue(at))
    .orderBy('tries')
    .orderBy('received_at')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** So long a notice may stay broken before administrators hear of it. */
const brokenMinutes = 5;

/** Notes that administrators hear of notices that stay broken; answers how many they had not heard of. */
export async function noteFailedTold(tx: Db, at: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_events')
    .set({ told_at: at })
    .where('state', '=', 'failed')
    .where('is_notice', '=', true)
    .where('told_at', 'is', null)
    .where(
      sql<boolean>`received_at <= ${at}::timestamptz - make_interval(mins => ${brokenMinutes})`,
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** With a person go their names and cards in what the providers told; what it was about stays. */
export async function forgetNoticesOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  const rows = await notStruck(tx)
    .innerJoin('payments as p', 'p.id', 'e.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('o.buyer_id', '=', userId)
    .execute();
  await strike(tx, rows);
}

/** The same of notices that are so old that nobody asks about them any more. Answers how many. */
export async function forgetOldNotices(tx: Db, before: string): Promise<number> {
  const rows = await notStruck(tx)
    .where('e.received_at', '<', sql<string>`${before}::timestamptz`)
    .orderBy('e.received_at')
    .limit(500)
    .execute();
  await strike(tx, rows);
  return rows.length;
}

const notStruck = (tx: Db) =>
  tx
    .selectFrom('provider_events as e')
    .select(['e.id', 'e.body'])
    .where('e.is_notice', '=', true)
    .where('e.struck_at', 'is', null);

async function strike(tx: Db, rows: { id: string; body: unknown }[]): Promise<void> {
  for (const { id, body } of rows) {
    const struck = JSON.stringify(withoutSecrets(withoutSealed(body)));
    await tx
      .updateTable('provider_events')
      .set({ body: struck, struck_at: nowText() })
      .where('id', '=', id)
      .execute();
  }
}
