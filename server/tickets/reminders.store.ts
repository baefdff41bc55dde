import type { Db } from '#server/platform/database/index.ts';
import type { ReminderKind } from './reminders.rules.ts';

/**
 * Notes that these people are reminded and answers who was not yet: of two processes that come for
 * the same person at the same instant, the second waits for the first and finds nobody left.
 */
export async function noteReminded(
  tx: Db,
  userIds: readonly string[],
  { sessionId, kind, at }: { sessionId: string; kind: ReminderKind; at: string },
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .insertInto('reminders')
    .values(userIds.map((user_id) => ({ user_id, session_id: sessionId, kind, sent_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
