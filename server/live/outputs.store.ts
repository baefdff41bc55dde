import { mostOutputs, type NewOutput, type OutputChange } from '#contract/live.ts';
import { brokeUnique, type Db } from '#server/platform/database/index.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import type { KeptOutput } from './outputs.rules.ts';

const purpose = 'output keys';

/** The outputs of a product in the order in which they were added, keys in clear: for sending only. */
export async function listOutputs(db: Db, productId: string): Promise<KeptOutput[]> {
  const rows = await db
    .selectFrom('broadcast_outputs')
    .select(['id', 'name', 'url', 'sealed_key', 'is_enabled', 'during_rehearsals'])
    .where('product_id', '=', productId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    key: openKey(row.sealed_key),
    isEnabled: row.is_enabled,
    duringRehearsals: row.during_rehearsals,
  }));
}

/** Null: it was sealed under another secret of the installation. */
function openKey(sealed: Buffer): string | null {
  try {
    return unseal(sealed, purpose);
  } catch {
    return null;
  }
}

/** False when all places are taken. Safe against two callers at once. */
export async function addOutput(db: Db, productId: string, given: NewOutput): Promise<boolean> {
  for (;;) {
    const place = await findFreePlace(db, productId);
    if (place === null) return false;
    try {
      await db
        .insertInto('broadcast_outputs')
        .values({
          product_id: productId,
          place,
          name: given.name,
          url: given.url,
          sealed_key: seal(given.key, purpose),
          during_rehearsals: given.duringRehearsals,
        })
        .execute();
      return true;
    } catch (error) {
      // Somebody has taken this place meanwhile; there may be another.
      if (!brokeUnique(error, 'broadcast_outputs_place')) throw error;
    }
  }
}

async function findFreePlace(db: Db, productId: string): Promise<number | null> {
  const rows = await db
    .selectFrom('broadcast_outputs')
    .select('place')
    .where('product_id', '=', productId)
    .execute();
  const taken = new Set(rows.map(({ place }) => place));
  const places = Array.from({ length: mostOutputs }, (_, index) => index + 1);
  return places.find((place) => !taken.has(place)) ?? null;
}

/**
 * Changes an output whose address is still the one that the change was judged by; false when it is
 * not, or gone: a key must not be sent to a server that it was not typed for.
 */
export async function writeOutput(
  db: Db,
  output: KeptOutput,
  { name, url, key, enabled, duringRehearsals }: OutputChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('broadcast_outputs')
    .set({
      name: name ?? output.name,
      ...(url === undefined ? {} : { url }),
      ...(key === undefined ? {} : { sealed_key: seal(key, purpose) }),
      ...(enabled === undefined ? {} : { is_enabled: enabled }),
      ...(duringRehearsals === undefined ? {} : { during_rehearsals: duringRehearsals }),
    })
    .where('id', '=', output.id)
    .where('url', '=', output.url)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when it was gone already. */
export async function removeOutput(
  db: Db,
  { productId, id }: { productId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('broadcast_outputs')
    .where('id', '=', id)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets every output of a product, keys included. */
export async function removeOutputs(tx: Db, productId: string): Promise<void> {
  await tx.deleteFrom('broadcast_outputs').where('product_id', '=', productId).execute();
}
