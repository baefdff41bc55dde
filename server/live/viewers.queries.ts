import { isPlaying } from '#server/catalog/index.ts';
import type { Db } from '#server/platform/database/index.ts';

/** How many people watch a product: open views heard of since then. */
export async function countViewers(db: Db, productId: string, heardSince: string): Promise<number> {
  const { viewers } = await db
    .selectFrom('playbacks')
    .select((e) => e.fn.countAll<number>().as('viewers'))
    .where('product_id', '=', productId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', heardSince)
    .executeTakeFirstOrThrow();
  return viewers;
}

/** Of these products, those on air by an encoder or by the clock, with how many people watch each. One statement. */
export async function countLiveViewers(
  db: Db,
  productIds: readonly string[],
  heardSince: string,
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .with('on_air', (from) =>
      from
        .selectFrom('broadcasts as b')
        .select('b.product_id')
        .where('b.state', '=', 'live')
        .union(
          from.selectFrom('product_sessions as s').select('s.product_id').where(isPlaying('s')),
        ),
    )
    .selectFrom('on_air as b')
    .leftJoin('playbacks as v', (join) =>
      join
        .onRef('v.product_id', '=', 'b.product_id')
        .on('v.ended_at', 'is', null)
        .on('v.last_seen_at', '>', heardSince),
    )
    .select(['b.product_id'])
    .select((e) => e.fn.count<number>('v.id').as('viewers'))
    .where('b.product_id', 'in', productIds)
    .groupBy('b.product_id')
    .execute();
  return new Map(rows.map(({ product_id, viewers }) => [product_id, viewers]));
}
