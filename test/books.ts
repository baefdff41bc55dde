import { db } from '#server/platform/database/index.ts';

/** What stands in the books of an order, by account. */
export async function booksOf(orderId: string): Promise<Record<string, number>> {
  const rows = await db()
    .selectFrom('ledger_entries')
    .select(['account'])
    .select(({ fn }) => fn.sum<string>('amount').as('sum'))
    .where('order_id', '=', orderId)
    .groupBy('account')
    .orderBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** What somebody was told in the bell, by kind, the oldest first. */
export async function toldTo({ id }: { id: string }, type: string) {
  return db()
    .selectFrom('notifications')
    .select(['subject', 'content'])
    .where('user_id', '=', id)
    .where('type', '=', type)
    .orderBy('id')
    .execute();
}

/** The kinds of letters that somebody got, the oldest first. */
export async function lettersTo({ email }: { email: string }): Promise<string[]> {
  const rows = await db()
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}
