import type { DeliveryState, SentType } from '#contract/integrations.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Answered } from './call-receiver.ts';

/** Writes what is said; answers the ids in the order of what was given. */
export async function insertMessages(
  tx: Db,
  messages: readonly { type: SentType; body: string }[],
  at: string,
): Promise<string[]> {
  const rows = await tx
    .insertInto('webhook_messages')
    .values(messages.map(({ type, body }) => ({ type, body, created_at: at })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts messages on their way, due at once; answers the ids. */
export async function insertDeliveries(
  tx: Db,
  ways: readonly { messageId: string; endpointId: string }[],
  at: string,
): Promise<string[]> {
  const rows = await tx
    .insertInto('webhook_deliveries')
    .values(
      ways.map(({ messageId, endpointId }) => ({
        ...{ message_id: messageId, endpoint_id: endpointId, created_at: at, next_at: at },
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Which receiver a delivery is for; null when it is gone. */
export async function findEndpointOf(db: Db, deliveryId: string): Promise<string | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('endpoint_id')
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  return row?.endpoint_id ?? null;
}

export type HeldDelivery = {
  id: string;
  endpointId: string;
  messageId: string;
  type: SentType;
  body: string;
  state: DeliveryState;
  tries: number;
  nextAt: string | null;
  sendingUntil: string | null;
};

/** A delivery with its message, held to the end of the transaction. Its receiver is held before it. */
export async function lockDelivery(tx: Db, id: string): Promise<HeldDelivery | null> {
  const row = await tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .select(['d.id', 'd.endpoint_id as endpointId', 'd.message_id as messageId', 'd.tries'])
    .select(['d.state', 'd.next_at as nextAt', 'd.sending_until as sendingUntil'])
    .select(['m.type', 'm.body'])
    .where('d.id', '=', id)
    .forNoKeyUpdate('d')
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, state: row.state as DeliveryState, type: row.type as SentType };
}

/** How many are being sent to a receiver now. */
export async function countSending(tx: Db, endpointId: string, now: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('endpoint_id', '=', endpointId)
    .where('sending_until', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many wait for a receiver and are in nobody's hands, counted up to `most`. */
export async function countWaiting(tx: Db, endpointId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from webhook_deliveries where endpoint_id = ${endpointId} and state = 'waiting'
      and sending_until is null limit ${most}) w`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Who has waited longest for a receiver is due at this instant; a try that failed keeps its pause. */
export async function takeNext(
  tx: Db,
  endpointId: string,
  { now, due, limit }: { now: string; due: string; limit: number },
): Promise<string[]> {
  if (limit <= 0) return [];
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: due, sending_until: null })
    .where(
      'id',
      'in',
      sql<string>`(select id from webhook_deliveries where endpoint_id = ${endpointId}
        and state = 'waiting' and (tries = 0 or next_at <= ${now}::timestamptz)
        and (sending_until is null or sending_until < ${now}::timestamptz)
        order by next_at, id limit ${limit} for update skip locked)`,
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** It is being sent, until then at most. */
export async function holdDelivery(tx: Db, id: string, until: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ sending_until: until })
    .where('id', '=', id)
    .execute();
}

/** It waits until then: for the next try, or for its receiver to have time. */
export async function putOff(tx: Db, id: string, nextAt: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: nextAt, sending_until: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** The one writer of a delivery's end. */
export async function settleDelivery(
  tx: Db,
  id: string,
  { to, at }: { to: 'delivered' | 'failed'; at: string },
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: to, settled_at: at, next_at: null, sending_until: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Nothing is sent to a receiver that is off: what waits for it has failed. */
export async function failWaiting(tx: Db, endpointId: string, at: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', settled_at: at, next_at: null, sending_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute();
}

type Try = Answered & { deliveryId: string; number: number; at: string; tookMs: number };

export async function insertTry(tx: Db, tried: Try): Promise<void> {
  const { deliveryId, number, at, status, fault, answer, tookMs } = tried;
  await tx
    .insertInto('webhook_tries')
    .values({ delivery_id: deliveryId, number, at, status, fault, answer, took_ms: tookMs })
    .execute();
  await tx
    .updateTable('webhook_deliveries')
    .set({ tries: number })
    .where('id', '=', deliveryId)
    .execute();
}

/**
 * What should have been sent a minute ago and is in nobody's hands; due anew, so that it is found once.
 * Of each receiver as many as it takes at once: a try that ends calls the next, and a long line of one
 * keeps nobody else waiting.
 */
export async function takeOverdue(
  tx: Db,
  {
    before,
    now,
    perReceiver,
    limit,
  }: { before: string; now: string; perReceiver: number; limit: number },
): Promise<string[]> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set({ next_at: now, sending_until: null })
    .where(
      'id',
      'in',
      sql<string>`(select d.id from (
          select endpoint_id, min(next_at) as next_at from webhook_deliveries
          where state = 'waiting' and next_at < ${before}::timestamptz
          group by endpoint_id order by 2 limit ${limit}) r
        cross join lateral (
          select w.id from webhook_deliveries w
          where w.endpoint_id = r.endpoint_id and w.state = 'waiting'
            and w.next_at < ${before}::timestamptz
            and (w.sending_until is null or w.sending_until < ${now}::timestamptz)
          order by w.next_at limit ${perReceiver} for update skip locked) d)`,
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The log is kept for thirty days. */
export async function deleteMessagesBefore(db: Db, instant: string): Promise<void> {
  await db.deleteFrom('webhook_messages').where('created_at', '<', instant).execute();
}
