import { type Db, sql } from '#server/platform/database/index.ts';

export type NewNotification = {
  userId: string | null;
  type: string;
  subject: string;
  content: string;
  payload: Record<string, unknown>;
  at: string;
};

/** Keeps notifications in one statement; answers their ids in the order given. */
export async function keepNotifications(
  tx: Db,
  notifications: NewNotification[],
): Promise<string[]> {
  if (notifications.length === 0) return [];
  const rows = await tx
    .insertInto('notifications')
    .values(
      notifications.map(({ userId, type, subject, content, payload, at }) => ({
        user_id: userId,
        type,
        subject,
        content,
        payload: JSON.stringify(payload),
        created_at: at,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks a person's own unread notifications as read, all of them without `ids`; answers how many. */
export async function markRead(
  tx: Db,
  userId: string,
  { ids, at }: { ids: readonly string[] | null; at: string },
): Promise<number> {
  if (ids?.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_on: at })
    .where('user_id', '=', userId)
    .where('read_on', 'is', null)
    .$if(ids !== null, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
