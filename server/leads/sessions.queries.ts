import { type Db, sql } from '#server/platform/database/index.ts';

export type LineSession = {
  sessionId: string;
  productId: string;
  startsAt: string;
  isCancelled: boolean;
};

/** A session as its line needs it; null when there is none with this id. */
export async function findLineSession(db: Db, sessionId: string): Promise<LineSession | null> {
  const row = await db
    .selectFrom('product_sessions')
    .select(['id as sessionId', 'product_id as productId', 'starts_at as startsAt'])
    .select(sql<boolean>`cancelled_at is not null`.as('isCancelled'))
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row ?? null;
}
