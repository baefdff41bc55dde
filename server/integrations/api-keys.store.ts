import type { Language } from '#contract/shared/languages.ts';
import type { Role } from '#contract/shared/roles.ts';
import type { KeyScope } from '#contract/shared/scopes.ts';
import { mayAct } from '#server/accounts/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';

type NewKey = {
  ownerId: string;
  name: string;
  digest: Buffer;
  lastFour: string;
  scopes: KeyScope[];
  endsAt: string | null;
  at: string;
};

export async function insertKey(tx: Db, key: NewKey): Promise<string> {
  const { ownerId, name, digest, lastFour, scopes, endsAt, at } = key;
  const { id } = await tx
    .insertInto('api_keys')
    .values({
      ...{ owner_id: ownerId, name, digest, last_four: lastFour, scopes },
      ...{ ends_at: endsAt, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Act = { keyId: string; act: 'created' | 'revoked'; by: string; scopes: string[]; at: string };

/** Who did what with a key: kept, whatever becomes of the key. */
export async function noteAct(tx: Db, { keyId, ...act }: Act): Promise<void> {
  await tx
    .insertInto('api_key_acts')
    .values({ key_id: keyId, ...act })
    .execute();
}

/** Ends a good key of this owner; answers its scopes, or null when there is none. */
export async function revokeKey(
  tx: Db,
  { id, ownerId, at }: { id: string; ownerId: string; at: string },
): Promise<string[] | null> {
  const row = await tx
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .returning('scopes')
    .executeTakeFirst();
  return row?.scopes ?? null;
}

type Found = { actor: Omit<Actor, 'tokenDigest'>; lastUsedAt: string | null };

/**
 * Whom a key acts for, if it is good and its owner may act; else null. Always as an organizer, whatever
 * else they are.
 */
export async function findKeyOwner(db: Db, digest: Buffer, now: string): Promise<Found | null> {
  const row = await db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.owner_id')
    .select(['u.id', 'u.email', 'u.name', 'u.surname', 'u.roles', 'u.language', 'u.timezone'])
    .select(['k.id as keyId', 'k.scopes', 'k.last_used_at as lastUsedAt'])
    .where('k.digest', '=', digest)
    .where('k.revoked_at', 'is', null)
    .where(sql<boolean>`(k.ends_at is null or k.ends_at > ${now}::timestamptz)`)
    .where(mayAct('u'))
    .executeTakeFirst();
  if (!row) return null;
  const { keyId, scopes, lastUsedAt, roles, language, ...person } = row;
  return {
    lastUsedAt,
    actor: {
      ...person,
      roles: (roles as Role[]).filter((role) => role !== 'ADMIN'),
      language: language as Language,
      key: { id: keyId, scopes: scopes as KeyScope[] },
    },
  };
}

export async function noteUse(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** The account of an owner was deleted, and its keys go with it. */
export async function deleteKeysOf(tx: Db, ownerId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('owner_id', '=', ownerId).execute();
}
