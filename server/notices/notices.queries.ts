import type { Db } from '#server/platform/database/index.ts';

export type NotificationRow = {
  id: string;
  userId: string | null;
  type: string;
  subject: string;
  content: string;
  payload: Record<string, unknown>;
  timestamp: string;
  readOn: string | null;
};

const columns = (db: Db) =>
  db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'type', 'subject', 'content', 'payload', 'created_at', 'read_on']);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

const asNotification = (row: Row): NotificationRow => ({
  id: row.id,
  userId: row.user_id,
  type: row.type,
  subject: row.subject,
  content: row.content,
  payload: row.payload as Record<string, unknown>,
  timestamp: row.created_at,
  readOn: row.read_on,
});

/** A person's notifications, newest first; `before` is the id of the last one already seen. */
export async function listNotifications(
  db: Db,
  userId: string,
  wanted: { limit: number; before: string | null; unread: boolean },
): Promise<NotificationRow[]> {
  const rows = await columns(db)
    .where('user_id', '=', userId)
    .$if(wanted.unread, (query) => query.where('read_on', 'is', null))
    .$if(wanted.before !== null, (query) => query.where('id', '<', wanted.before ?? ''))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.map(asNotification);
}

/** The notifications of these ids, in no order. */
export async function notificationsByIds(
  db: Db,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  if (ids.length === 0) return [];
  return (await columns(db).where('id', 'in', ids).execute()).map(asNotification);
}

/** How many a person has not read, counted up to 100: the bell says "99+". */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('read_on', 'is', null)
    .limit(100)
    .execute();
  return rows.length;
}
