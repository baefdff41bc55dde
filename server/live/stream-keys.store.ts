import { randomBytes } from 'node:crypto';
import type { EncoderRole } from '#contract/live.ts';
import { nowText } from '#server/platform/clock.ts';
import { brokeUnique, type Db } from '#server/platform/database/index.ts';
import { digestOf, seal, unseal } from '#server/platform/secrets.ts';

const purpose = 'stream keys';

/** 160 random bits in letters that every encoder takes; the role is readable, the rest is not. */
function newKey(role: EncoderRole): string {
  return `${role === 'main' ? 'live' : 'back'}_${randomBytes(20).toString('hex')}`;
}

/**
 * Both keys of a product in clear, for its owner. Missing ones are made, and those that cannot be
 * opened any more are replaced: the installation has got another secret.
 */
export async function keysOf(db: Db, productId: string): Promise<Record<EncoderRole, string>> {
  return { main: await keyOf(db, productId, 'main'), backup: await keyOf(db, productId, 'backup') };
}

async function keyOf(db: Db, productId: string, role: EncoderRole): Promise<string> {
  const known = await findKey(db, productId, role);
  if (known?.key) return known.key;
  if (known) await revoke(db, known.digest, nowText());
  try {
    return await addKey(db, productId, role);
  } catch (error) {
    if (!brokeUnique(error, 'stream_keys_current')) throw error;
    // Two windows asked for the first key at once: the one that was kept is the key.
    const kept = await findKey(db, productId, role);
    if (!kept?.key) throw error;
    return kept.key;
  }
}

/** The key of a role as it is kept; `key` null: it was sealed under another secret. */
async function findKey(db: Db, productId: string, role: EncoderRole) {
  const row = await db
    .selectFrom('stream_keys')
    .select(['digest', 'sealed_key'])
    .where('product_id', '=', productId)
    .where('role', '=', role)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? { digest: row.digest, key: openKey(row.sealed_key) } : null;
}

function openKey(sealed: Buffer): string | null {
  try {
    return unseal(sealed, purpose);
  } catch {
    return null;
  }
}

async function revoke(db: Db, digest: Buffer, at: string): Promise<void> {
  await db
    .updateTable('stream_keys')
    .set({ revoked_at: at })
    .where('digest', '=', digest)
    .where('revoked_at', 'is', null)
    .execute();
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

/** The digests (hex) of the keys that open a product now. */
export async function listGoodKeys(db: Db, productId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stream_keys')
    .select('digest')
    .where('product_id', '=', productId)
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map(({ digest }) => digest.toString('hex')));
}

/** Whose key this is, by its digest; null when it is unknown or revoked. */
export async function findKeyOwner(
  db: Db,
  key: string,
): Promise<{ productId: string; role: EncoderRole; digest: string } | null> {
  const digest = digestOf(key);
  const row = await db
    .selectFrom('stream_keys')
    .select(['product_id', 'role'])
    .where('digest', '=', digest)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    productId: row.product_id,
    role: row.role as EncoderRole,
    digest: digest.toString('hex'),
  };
}
