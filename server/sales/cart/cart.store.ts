import { type Db, sql } from '#server/platform/database/index.ts';
import type { NewLine } from '../lines/line.ts';

export type NewCartItem = Pick<NewLine, 'kind' | 'productId' | 'sessionId' | 'quantity'> & {
  userId: string;
  /** Of a subscription: to which channel; null to the site, and of everything else. */
  channelId: string | null;
  /** As it was typed; '' for none. */
  code: string;
  total: number;
  /** ISO text. */
  at: string;
};

/** Puts something into a cart, in place of what it has of the same product, or subscription. */
export async function putIntoCart(db: Db, item: NewCartItem): Promise<void> {
  const wanted = {
    session_id: item.sessionId,
    code: item.code,
    quantity: item.quantity,
    seen_total: item.total,
  };
  await db
    .insertInto('cart_items')
    .values({
      ...{ ...wanted, user_id: item.userId, kind: item.kind, product_id: item.productId },
      channel_id: item.channelId,
      added_at: item.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'product_id', 'channel_id']).doUpdateSet(wanted),
    )
    .execute();
}

/** Takes something out of a person's cart; false when it is not in it. */
export async function takeFromCart(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('cart_items')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Nothing is left in the cart of somebody who is gone. */
export async function emptyCart(tx: Db, { userId }: { userId: string }): Promise<void> {
  await sql`delete from cart_items where user_id = ${userId}`.execute(tx);
}
