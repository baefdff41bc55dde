import { type Db, sql } from '#server/platform/database/index.ts';

export type NewView = {
  userId: string;
  ticketId: string | null;
  productId: string;
  broadcastId: string | null;
  /** Hex digest of the log-in. */
  tokenDigest: string;
  startedAt: string;
  at: string;
};

/** Until the end of the transaction nobody else opens a view of this ticket. */
export async function lockViewsOf(tx: Db, ticketId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${ticketId}`}, 0))`.execute(tx);
}

/** How many views of a ticket were heard of since then. */
export async function countViews(tx: Db, ticketId: string, heardSince: string): Promise<number> {
  const { views } = await tx
    .selectFrom('playbacks')
    .select((e) => e.fn.countAll<number>().as('views'))
    .where('ticket_id', '=', ticketId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', heardSince)
    .executeTakeFirstOrThrow();
  return views;
}

/** Writes a view; answers its id. */
export async function insertView(tx: Db, view: NewView): Promise<string> {
  const { id } = await tx
    .insertInto('playbacks')
    .values({
      user_id: view.userId,
      ticket_id: view.ticketId,
      product_id: view.productId,
      broadcast_id: view.broadcastId,
      auth_digest: Buffer.from(view.tokenDigest, 'hex'),
      started_at: view.startedAt,
      last_seen_at: view.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type View = {
  id: string;
  productId: string;
  ticketId: string | null;
  startedAt: string;
};

/** Notes that a person's own open view was heard of; null when it is not open any more. */
export async function touchView(
  tx: Db,
  { id, userId }: { id: string; userId: string },
  heard: { at: string; tokenDigest: string },
): Promise<View | null> {
  const row = await tx
    .updateTable('playbacks')
    .set({ last_seen_at: heard.at, auth_digest: Buffer.from(heard.tokenDigest, 'hex') })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning(['id', 'product_id', 'ticket_id', 'started_at'])
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        productId: row.product_id,
        ticketId: row.ticket_id,
        startedAt: row.started_at,
      }
    : null;
}

/**
 * When a person's own view of a product began, if it is open or was closed since then: a window
 * that is loaded anew closes its view first.
 */
export async function findViewStart(
  tx: Db,
  view: { id: string; userId: string; productId: string },
  closedSince: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('playbacks')
    .select('started_at')
    .where('id', '=', view.id)
    .where('user_id', '=', view.userId)
    .where('product_id', '=', view.productId)
    .where((e) => e.or([e('ended_at', 'is', null), e('ended_at', '>', closedSince)]))
    .executeTakeFirst();
  return row?.started_at ?? null;
}

type Which =
  | { id: string; userId: string }
  | { ticketId: string; heardBefore?: string }
  | { userId: string }
  | { tokenDigest: string };

/** Ends the open views that match; answers which they were. */
export async function endViews(tx: Db, which: Which, at: string): Promise<{ id: string }[]> {
  return tx
    .updateTable('playbacks')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('userId' in which, (query) =>
      query.where('user_id', '=', 'userId' in which ? which.userId : ''),
    )
    .$if('ticketId' in which, (query) =>
      query.where('ticket_id', '=', 'ticketId' in which ? which.ticketId : ''),
    )
    .$if('heardBefore' in which && which.heardBefore !== undefined, (query) =>
      query.where('last_seen_at', '<=', ('heardBefore' in which && which.heardBefore) || ''),
    )
    .$if('tokenDigest' in which, (query) =>
      query.where(
        'auth_digest',
        '=',
        Buffer.from('tokenDigest' in which ? which.tokenDigest : '', 'hex'),
      ),
    )
    .returning('id')
    .execute();
}
