import { randomBytes } from 'node:crypto';
import type { EncoderRole } from '#contract/live.ts';
import { brokeUnique, type Db } from '#server/platform/database/index.ts';
import { digestOf, seal, unseal } from '#server/platform/secrets.ts';

const purpose = 'stream keys';

/** 160 random bits in letters that every encoder takes; the role is readable, the rest is not. */
function newKey(role: EncoderRole): string {
  return `${role === 'main' ? 'live' : 'back'}_${randomBytes(20).toString('hex')}`;
}

/** Both keys of a product in clear, for its owner; missing ones are made. */
export async function keysOf(db: Db, productId: string): Promise<Record<EncoderRole, string>> {
  return { main: await keyOf(db, productId, 'main'), backup: await keyOf(db, productId, 'backup') };
}

async function keyOf(db: Db, productId: string, role: EncoderRole): Promise<string> {
  const known = await findKey(db, productId, role);
  if (known) return known;
  try {
    return await addKey(db, productId, role);
  } catch (error) {
    // Two windows asked for the first key at once: the one that was kept is the key.
    const kept = brokeUnique(error, 'stream_keys_current') && (await findKey(db, productId, role));
    if (!kept) throw error;
    return kept;
  }
}

async function findKey(db: Db, productId: string, role: EncoderRole): Promise<string | null> {
  const row = await db
    .selectFrom('stream_keys')
    .select('sealed_key')
    .where('product_id', '=', productId)
    .where('role', '=', role)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? unseal(row.sealed_key, purpose) : null;
}

async function addKey(db: Db, productId: string, role: EncoderRole): Promise<string> {
  const key = newKey(role);
  await db
    .insertInto('stream_keys')
    .values({ digest: digestOf(key), product_id: productId, role, sealed_key: seal(key, purpose) })
    .execute();
  return key;
}

/** Revokes the key of a role and makes the next one. */
export async function replaceKey(
  tx: Db,
  key: { productId: string; role: EncoderRole; at: string },
): Promise<void> {
  await tx
    .updateTable('stream_keys')
    .set({ revoked_at: key.at })
    .where('product_id', '=', key.productId)
    .where('role', '=', key.role)
    .where('revoked_at', 'is', null)
    .execute();
  await addKey(tx, key.productId, key.role);
}

/** Forgets every key of a product, also those that were replaced. */
export async function removeKeys(tx: Db, productId: string): Promise<void> {
  await tx.deleteFrom('stream_keys').where('product_id', '=', productId).execute();
}

/** Whose key this is, by its digest; null when it is unknown or revoked. */
export async function findKeyOwner(
  db: Db,
  key: string,
): Promise<{ productId: string; role: EncoderRole } | null> {
  const row = await db
    .selectFrom('stream_keys')
    .select(['product_id', 'role'])
    .where('digest', '=', digestOf(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? { productId: row.product_id, role: row.role as EncoderRole } : null;
}
