import type { ProductType, Session } from '#contract/catalog.ts';
import { sessionJson } from '#server/catalog/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import {
  broadcastsByProducts,
  type PlayableProduct,
  type ShownBroadcast,
} from '#server/tickets/index.ts';

/** What decides whether a ticket can be used now. */
export type Show = Omit<PlayableProduct, 'sessions'> & {
  id: string;
  /** The earliest first. */
  sessions: Session[];
  /** The newest first. */
  broadcasts: ShownBroadcast[];
};

const sessionsOf = sql<Session[]>`(
  select coalesce(jsonb_agg(${sessionJson} order by s.starts_at), '[]')
  from product_sessions s where s.product_id = p.id)`;

/** The shows of these products with their broadcasts, by product id. Two statements. */
export async function showsByIds(db: Db, ids: readonly string[]): Promise<Map<string, Show>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products as p')
    .select(['p.id', 'p.type', 'p.is_rehearsal', 'p.expiration_hours', 'p.expires_at'])
    .select(sessionsOf.as('sessions'))
    .where('p.id', 'in', [...new Set(ids)])
    .execute();
  const broadcasts = await broadcastsByProducts(db, ids);
  return new Map(
    rows.map(({ id, type, is_rehearsal, expiration_hours, expires_at, sessions }) => [
      id,
      {
        id,
        type: type as ProductType,
        isRehearsal: is_rehearsal,
        expirationHours: expiration_hours,
        expiresAt: expires_at,
        sessions,
        broadcasts: broadcasts.get(id) ?? [],
      },
    ]),
  );
}
