import type { Db } from '#server/platform/database/index.ts';

export async function writeHidden(db: Db, given: { userId: string; at: string | null }) {
  const { userId, at } = given;
  if (at === null) {
    await db.deleteFrom('first_steps_hidden').where('user_id', '=', userId).execute();
    return;
  }
  await db
    .insertInto('first_steps_hidden')
    .values({ user_id: userId, hidden_at: at })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
