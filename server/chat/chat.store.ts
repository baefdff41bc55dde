import type { Db } from '#server/platform/database/index.ts';

export type MessageState = 'pending' | 'approved' | 'deleted';

/** Keeps what somebody said; answers its id. */
export async function keepMessage(
  tx: Db,
  message: { productId: string; authorId: string; body: string; state: MessageState; at: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('chat_messages')
    .values({
      product_id: message.productId,
      author_id: message.authorId,
      body: message.body,
      state: message.state,
      sent_at: message.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Moves a message of this chat from one of the states `from`; false when it was not in one of them:
 * another moderator was faster.
 */
export async function moveMessage(
  tx: Db,
  message: { id: string; productId: string },
  move: { from: readonly MessageState[]; to: MessageState; by: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_messages')
    .set({ state: move.to, decided_by: move.by, decided_at: move.at })
    .where('id', '=', message.id)
    .where('product_id', '=', message.productId)
    .where('state', 'in', move.from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Silences or bans somebody in a chat; a later word replaces the earlier one. */
export async function restrict(
  tx: Db,
  who: { productId: string; userId: string },
  how: { kind: 'muted' | 'banned'; by: string; at: string; until: string | null },
): Promise<void> {
  const values = { kind: how.kind, set_by: how.by, set_at: how.at, until_at: how.until };
  await tx
    .insertInto('chat_restrictions')
    .values({ product_id: who.productId, user_id: who.userId, ...values })
    .onConflict((conflict) => conflict.columns(['product_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** Lets somebody speak again. */
export async function unrestrict(
  tx: Db,
  who: { productId: string; userId: string },
): Promise<void> {
  await tx
    .deleteFrom('chat_restrictions')
    .where('product_id', '=', who.productId)
    .where('user_id', '=', who.userId)
    .execute();
}

/** Deletes everything that somebody said in a chat; answers which messages it was. */
export async function deleteAllBy(
  tx: Db,
  who: { productId: string; userId: string },
  by: { by: string; at: string },
): Promise<string[]> {
  const rows = await tx
    .updateTable('chat_messages')
    .set({ state: 'deleted', decided_by: by.by, decided_at: by.at })
    .where('product_id', '=', who.productId)
    .where('author_id', '=', who.userId)
    .where('state', '<>', 'deleted')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes what was said in a chat and who was silenced in it: its product is about to go. */
export async function removeChat(tx: Db, { productId }: { productId: string }): Promise<void> {
  await tx.deleteFrom('chat_messages').where('product_id', '=', productId).execute();
  await tx.deleteFrom('chat_restrictions').where('product_id', '=', productId).execute();
}
