import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { mayAct } from './may-act.queries.ts';

export type TokenOwner = {
  id: string;
  email: string;
  name: string;
  surname: string;
  roles: Role[];
  language: Language;
  timezone: string;
  lastUsedAt: string;
};

/** Whose token this is, if it still holds and its owner may be logged in; else null. */
export async function findTokenOwner(
  db: Db,
  digest: Buffer,
  now: string,
): Promise<TokenOwner | null> {
  const [row] = await ownerOf(db, digest, now);
  return (row as TokenOwner | undefined) ?? null;
}

const ownerOf = builtOnce((db: Db, digest: Buffer, now: string) =>
  db
    .selectFrom('auth_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.surname', 'u.roles', 'u.language', 'u.timezone'])
    .select('t.last_used_at as lastUsedAt')
    .where('t.digest', '=', digest)
    .where('t.expires_at', '>', now)
    .where(mayAct('u')),
);

/** Notes that a token was used: it holds until `expiresAt` then, never shorter than before. */
export async function noteTokenUse(
  db: Db,
  digest: Buffer,
  { usedAt, expiresAt }: { usedAt: string; expiresAt: string },
): Promise<void> {
  await db
    .updateTable('auth_tokens')
    .set({
      last_used_at: usedAt,
      expires_at: sql<string>`greatest(expires_at, ${expiresAt}::timestamptz)`,
    })
    .where('digest', '=', digest)
    .execute();
}

/** Keeps a new token, by its digest. */
export async function keepToken(
  tx: Db,
  token: { digest: Buffer; userId: string; createdAt: string; expiresAt: string; device: string },
): Promise<void> {
  await tx
    .insertInto('auth_tokens')
    .values({
      digest: token.digest,
      user_id: token.userId,
      created_at: token.createdAt,
      last_used_at: token.createdAt,
      expires_at: token.expiresAt,
      user_agent: token.device,
    })
    .execute();
}

/** Ends one log-in of a user; false when it is not theirs or already over. */
export async function dropToken(tx: Db, userId: string, digest: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth_tokens')
    .where('digest', '=', digest)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every log-in of a user, but for the one kept; answers the digests that ended. */
export async function dropTokensOf(tx: Db, userId: string, keep?: Buffer): Promise<Buffer[]> {
  const rows = await tx
    .deleteFrom('auth_tokens')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('digest', '!=', keep as Buffer))
    .returning('digest')
    .execute();
  return rows.map(({ digest }) => digest);
}

/** A person's log-ins that still hold, the last used first. */
export const listTokensOf = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('auth_tokens')
    .select(['digest', 'user_agent as device', 'created_at as createdAt'])
    .select('last_used_at as lastUsedAt')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();
