import { randomBytes } from 'node:crypto';
import type { Language } from '#contract/shared/languages.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/**
 * Rehearsal rooms stand among the products, since they are transmitted, watched and talked about as
 * products are. They are in none of their lists, and no product's address leads to one.
 */
type NewRoom = { channelId: string; title: string; language: Language; key: string; at: string };

/**
 * Opens a room; answers its id and its address. The address says nothing of the title: none is taken
 * from the show that is rehearsed. A second one under the same key breaks `products_creation_key`.
 */
export async function addRoom(tx: Db, room: NewRoom): Promise<{ id: string; slug: string }> {
  return tx
    .insertInto('products')
    .values({
      channel_id: room.channelId,
      type: 'broadcast',
      plan: 'free',
      status: 'private',
      is_rehearsal: true,
      title: room.title,
      slug: `rehearsal-${randomBytes(8).toString('hex')}`,
      language: room.language,
      creation_key: room.key,
      created_at: room.at,
      updated_at: room.at,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
}

/**
 * How many rooms of this organizer are open. Others who open one for them wait to the end of the
 * transaction: two at the same instant never count the same.
 */
export async function countOpenRooms(tx: Db, ownerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rooms ${ownerId}`}, 0))`.execute(tx);
  const { open } = await tx
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('c.owner_id', '=', ownerId)
    .where('p.is_rehearsal', '=', true)
    .where('p.rehearsal_closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}

/** What was made under this key, by whomever: a room, or a product; null when nothing was. */
export async function findRoomMade(
  db: Db,
  key: string,
): Promise<{ slug: string; ownerId: string; isRehearsal: boolean } | null> {
  const row = await db
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['p.slug', 'c.owner_id as ownerId', 'p.is_rehearsal as isRehearsal'])
    .where('p.creation_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives an open room another title; false when it was closed meanwhile. */
export async function renameRoom(
  tx: Db,
  { id, title, at }: { id: string; title: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ title, updated_at: at })
    .where('id', '=', id)
    .where('is_rehearsal', '=', true)
    .where('rehearsal_closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The only writer of a room's end; false when it was closed before. */
export async function shutRoom(tx: Db, { id, at }: { id: string; at: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ rehearsal_closed_at: at, updated_at: at })
    .where('id', '=', id)
    .where('is_rehearsal', '=', true)
    .where('rehearsal_closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
