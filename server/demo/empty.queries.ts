import { mayAct } from '#server/accounts/index.ts';
import { db } from '#server/platform/database/index.ts';

/** Has nobody but administrators been here, and is there no channel? Then the demo may come. */
export async function isEmptySite(): Promise<boolean> {
  const channel = await db().selectFrom('channels').select('id').limit(1).executeTakeFirst();
  const someone = await db()
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.not(eb('roles', '@>', eb.val(['ADMIN']))))
    .limit(1)
    .executeTakeFirst();
  return !channel && !someone;
}

/** Which of these addresses belong to somebody who may log in. */
export async function findAddressesOf(emails: readonly string[]): Promise<Set<string>> {
  const rows = await db()
    .selectFrom('users')
    .select('email')
    .where('email', 'in', [...emails])
    .where(mayAct('users'))
    .execute();
  return new Set(rows.map(({ email }) => email));
}
