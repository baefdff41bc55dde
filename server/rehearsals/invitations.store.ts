import type { Db } from '#server/platform/database/index.ts';
import { digestOf, newToken, seal } from '#server/platform/secrets.ts';

export const sealedFor = 'rehearsal invitations';

type Link = { productId: string; at: string };

/** The first link of a room, with the usual number of places. */
export async function addInvitation(tx: Db, { productId, at }: Link): Promise<void> {
  const token = newToken();
  await tx
    .insertInto('rehearsal_invitations')
    .values({
      product_id: productId,
      digest: digestOf(token),
      sealed_token: seal(token, sealedFor),
      made_at: at,
    })
    .execute();
}

/** Another link in place of the one before, which is unknown from then on. */
export async function replaceLink(tx: Db, { productId, at }: Link): Promise<void> {
  const token = newToken();
  await tx
    .updateTable('rehearsal_invitations')
    .set({ digest: digestOf(token), sealed_token: seal(token, sealedFor), made_at: at })
    .where('product_id', '=', productId)
    .execute();
}

/**
 * Makes everyone who wants into this room wait to the end of the transaction, and whoever changes its
 * link or its places. Answers false when there is no such link any more.
 */
export async function lockLink(tx: Db, digest: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('rehearsal_invitations')
    .select('product_id')
    .where('digest', '=', digest)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The same lock, by the room. */
export async function lockPlaces(tx: Db, productId: string): Promise<void> {
  await tx
    .selectFrom('rehearsal_invitations')
    .select('product_id')
    .where('product_id', '=', productId)
    .forUpdate()
    .execute();
}

export async function writePlaces(tx: Db, productId: string, places: number): Promise<void> {
  await tx
    .updateTable('rehearsal_invitations')
    .set({ places })
    .where('product_id', '=', productId)
    .execute();
}

/** The room closes: its link is unknown. Waits for whoever is just coming in. */
export async function removeInvitation(tx: Db, productId: string): Promise<void> {
  await tx.deleteFrom('rehearsal_invitations').where('product_id', '=', productId).execute();
}
