import type { Updateable } from 'kysely';
import type { ProductChange, ProductStatus } from '#contract/catalog.ts';
import { freeSlug, slugFrom } from '#contract/shared/slugs.ts';
import { type DB, type Db, sql } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { findProductById } from './products.queries.ts';
import type { Product } from './products.rules.ts';

export type ProductValues = Omit<
  Updateable<DB['products']>,
  | 'id'
  | 'type'
  | 'status'
  | 'featured'
  | 'published_at'
  | 'created_at'
  | 'search_text'
  | 'creation_key'
  | 'is_rehearsal'
  | 'rehearsal_closed_at'
>;
type NewDraft = ProductValues & {
  channel_id: string;
  type: string;
  title: string;
  slug: string;
  /** Taken once: a second draft under it breaks the constraint `creationKey`. */
  creation_key?: string;
};

/** The constraint by which the database takes the key of a creation once. */
export const creationKey = 'products_creation_key';

/**
 * The product at this address, locked to the end of the transaction against other changes of it;
 * null when there is none, or a rehearsal room. Rows that only point at it (orders, tickets) can be
 * added meanwhile.
 */
export async function lockProductBySlug(tx: Db, slug: string): Promise<Product | null> {
  const row = await tx
    .selectFrom('products')
    .select('id')
    .where('slug', '=', slug)
    .where('is_rehearsal', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // Read by a second statement: the first may have waited and would show old showings.
  return row ? findProductById(tx, row.id) : null;
}

/** Words that stand for something else where a product's name is expected. */
const taken = ['new'];

/**
 * An address for a product of this title that no other has. Holds a lock to the end of the
 * transaction, so that two products of one title never choose the same.
 */
export async function takeSlug(tx: Db, title: string, exceptId?: string): Promise<string> {
  const base = slugFrom(title, 'show');
  await sql`select pg_advisory_xact_lock(hashtextextended('product slugs', 0))`.execute(tx);
  const rows = await tx
    .selectFrom('products')
    .select('slug')
    .where('slug', 'like', `${base}%`)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
  return freeSlug(base, new Set([...taken, ...rows.map(({ slug }) => slug)]));
}

/** Adds a draft and answers its id. */
export async function addDraft(tx: Db, values: NewDraft): Promise<string> {
  const row = await tx
    .insertInto('products')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes what is named and nothing else. */
export async function writeProduct(tx: Db, id: string, values: ProductValues): Promise<void> {
  await tx.updateTable('products').set(values).where('id', '=', id).execute();
}

/**
 * Notes that something of a product was changed which stands in a table of its own: of two answers about
 * it, screens keep the newer one.
 */
export async function renewProduct(tx: Db, id: string, at: string): Promise<void> {
  await writeProduct(tx, id, { updated_at: at });
}

/**
 * The only writer of a product's status. Refuses PRODUCT_STATE when the product is not in `from`
 * any more. The first time out of the draft is its day of publication.
 */
export async function moveProduct(
  tx: Db,
  move: { id: string; from: ProductStatus; to: ProductStatus; at: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set((row) => ({
      status: move.to,
      updated_at: move.at,
      published_at: row.fn.coalesce('published_at', sql<string>`${move.at}`),
      ...(move.to === 'published' ? {} : { featured: false }),
    }))
    .where('id', '=', move.id)
    .where('status', '=', move.from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('PRODUCT_STATE');
}

/** Deletes a draft with its showings. Refuses PRODUCT_STATE when something else holds on to it. */
export async function removeDraft(tx: Db, id: string): Promise<void> {
  try {
    await tx.deleteFrom('product_changes').where('product_id', '=', id).execute();
    await tx.deleteFrom('product_sessions').where('product_id', '=', id).execute();
    const { numDeletedRows } = await tx
      .deleteFrom('products')
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .executeTakeFirst();
    if (numDeletedRows === 0n) refuse('PRODUCT_STATE');
  } catch (error) {
    const foreignKey = '23503';
    if ((error as { code?: string }).code === foreignKey) refuse('PRODUCT_STATE');
    throw error;
  }
}

/**
 * Lets one transaction at a time choose what the home page shows first, to its end: of several the
 * last choice holds. Take it before any product's lock. The index `products_one_featured` refuses
 * whoever comes without it.
 */
export async function lockFeatured(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('featured product', 0))`.execute(tx);
}

/** Makes this the one product that the home page shows first; `null`: none is. */
export async function writeFeatured(tx: Db, productId: string | null): Promise<void> {
  await tx.updateTable('products').set({ featured: false }).where('featured', '=', true).execute();
  if (productId === null) return;
  await tx.updateTable('products').set({ featured: true }).where('id', '=', productId).execute();
}

export type Change = {
  productId: string;
  by: string;
  at: string;
  what: ProductChange['what'];
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Keeps for the record what was changed, by whom. */
export async function keepChange(tx: Db, change: Change): Promise<void> {
  await tx
    .insertInto('product_changes')
    .values({
      product_id: change.productId,
      changed_by: change.by,
      changed_at: change.at,
      what: change.what,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
    .execute();
}
