import type { AffiliateState } from '#contract/affiliates.ts';
import { brokeUnique, type Db, sql } from '#server/platform/database/index.ts';
import { canMoveAffiliate } from './affiliates.rules.ts';

export type NewAffiliate = {
  channelId: string;
  productId: string | null;
  name: string;
  code: string;
  commission: number;
  by: string;
  /** ISO text. */
  at: string;
};

/** Writes a link; null when its channel has this code already, be it ended. */
export async function insertAffiliate(db: Db, given: NewAffiliate): Promise<string | null> {
  try {
    const { id } = await db
      .insertInto('affiliates')
      .values({
        channel_id: given.channelId,
        product_id: given.productId,
        name: given.name,
        code: given.code,
        commission_bp: given.commission,
        moved_at: given.at,
        created_by: given.by,
        created_at: given.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (brokeUnique(error, 'affiliates_code')) return null;
    throw error;
  }
}

export async function writeName(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('affiliates').set({ name }).where('id', '=', id).execute();
}

type Move = { from: AffiliateState; to: AffiliateState; at: string };

/** The one writer of a link's state; false when it was not in `from` any more. */
export async function moveAffiliate(db: Db, id: string, move: Move): Promise<boolean> {
  const { from, to, at } = move;
  if (!canMoveAffiliate(from, to)) throw new Error(`no way from ${from} to ${to}`);
  const { numUpdatedRows } = await db
    .updateTable('affiliates')
    .set({ state: to, moved_at: at })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One more who followed a link on this day. */
export async function countClick(db: Db, id: string, day: string): Promise<void> {
  await db
    .insertInto('affiliate_clicks')
    .values({ affiliate_id: id, day, clicks: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['affiliate_id', 'day'])
        .doUpdateSet({ clicks: sql<number>`affiliate_clicks.clicks + 1` }),
    )
    .execute();
}
