import { mayAct } from '#server/accounts/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** More browsers than a person uses; the one that said yes longest ago goes when another comes. */
export const mostSubscriptions = 10;

export type NewSubscription = {
  userId: string;
  tokenDigest: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  at: string;
};

/** Keeps the subscription of a browser for the log-in that asks, whoever had it before. */
export async function keepSubscription(tx: Db, given: NewSubscription): Promise<void> {
  const { userId, endpoint, p256dh, auth } = given;
  const theirs = {
    user_id: userId,
    token_digest: Buffer.from(given.tokenDigest, 'hex'),
    p256dh,
    auth,
    created_at: given.at,
  };
  await tx
    .insertInto('push_subscriptions')
    .values({ ...theirs, endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(theirs))
    .execute();
  await tx
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (e) =>
      e
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(mostSubscriptions),
    )
    .execute();
}

/** Forgets a browser of this person; others' are not theirs to forget. */
export async function dropSubscription(
  db: Db,
  { userId, endpoint }: { userId: string; endpoint: string },
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

/** Forgets a browser that its push service does not know any more. */
export async function dropGone(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Forgets all browsers of a person. */
export async function dropSubscriptionsOf(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}

/** Which browsers these persons have, as pairs with the person. */
export const subscriptionsOf = (
  db: Db,
  userIds: readonly string[],
): Promise<{ id: string; userId: string }[]> =>
  db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id as userId'])
    .where('user_id', '=', sql<string>`any(${[...new Set(userIds)]}::uuid[])`)
    .execute();

export type Addressed = { endpoint: string; p256dh: string; auth: string; userId: string };

/** A browser whose log-in still holds; else null. */
export const findSubscription = async (
  db: Db,
  id: string,
  now: string,
): Promise<Addressed | null> =>
  (await db
    .selectFrom('push_subscriptions as s')
    .innerJoin('auth_tokens as t', 't.digest', 's.token_digest')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.endpoint', 's.p256dh', 's.auth', 's.user_id as userId'])
    .where('s.id', '=', id)
    .where('t.expires_at', '>', now)
    .where(mayAct('u'))
    .executeTakeFirst()) ?? null;
