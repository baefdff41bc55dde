import type { Db } from '#server/platform/database/index.ts';
import type { Secret } from '#server/platform/mail/index.ts';
import { digestOf, newToken } from '#server/platform/secrets.ts';

export type Purpose = 'activate' | 'reset';

/** Makes a link's secret, keeps its digest, and ends the earlier links for the same purpose. */
export async function keepLink(
  tx: Db,
  link: { userId: string; purpose: Purpose; expiresAt: string },
): Promise<Secret> {
  const token = newToken();
  await dropLinks(tx, link.userId, link.purpose);
  await tx
    .insertInto('account_links')
    .values({
      digest: digestOf(token),
      user_id: link.userId,
      purpose: link.purpose,
      expires_at: link.expiresAt,
    })
    .execute();
  return { text: token, endsAt: link.expiresAt };
}

/** Uses a link up and answers whose it was; null when it is unknown, used or too old. */
export async function useLink(
  tx: Db,
  { token, purpose, now }: { token: string; purpose: Purpose; now: string },
): Promise<string | null> {
  const row = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('digest', '=', digestOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** The address of whom a link that still holds belongs to; looks without using it up. */
export async function findLinkEmail(
  db: Db,
  { token, purpose, now }: { token: string; purpose: Purpose; now: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('u.email')
    .where('l.digest', '=', digestOf(token))
    .where('l.purpose', '=', purpose)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function dropLinks(tx: Db, userId: string, purpose: Purpose): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

/** When the newest unused link of a user ends; null without one. */
export async function findLinkEnd(
  tx: Db,
  userId: string,
  purpose: Purpose,
): Promise<string | null> {
  const row = await tx
    .selectFrom('account_links')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Removes what has ended: links and tokens past their time, failures long forgotten. */
export async function dropWhatEnded(
  db: Db,
  { now, failuresBefore }: { now: string; failuresBefore: string },
): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', now).execute();
  await db.deleteFrom('auth_tokens').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('login_failures')
    .where('last_at', '<', failuresBefore)
    .where((e) => e.or([e('known_until', 'is', null), e('known_until', '<', now)]))
    .execute();
}
