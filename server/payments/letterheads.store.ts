import type { Db } from '#server/platform/database/index.ts';
import { digestOfHead, type Letterhead, letterheadNow } from './paper/letterhead.ts';

/**
 * The head that papers of this instant wear, kept if it is new. Asked for before a series is locked:
 * whoever keeps a new head makes others with the same wait for the end of the transaction.
 */
export async function keepLetterhead(tx: Db): Promise<string> {
  const head = await letterheadNow();
  const digest = digestOfHead(head);
  const known = await idOf(tx, digest);
  if (known) return known;
  const { picture, ...look } = head;
  const row = await tx
    .insertInto('letterheads')
    .values({
      digest,
      look: JSON.stringify({ ...look, is: picture?.is ?? null }),
      picture: picture?.png ?? null,
    })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst();
  const id = row?.id ?? (await idOf(tx, digest));
  if (!id) throw new Error('no letterhead was kept');
  return id;
}

const idOf = async (tx: Db, digest: string): Promise<string | null> =>
  (await tx.selectFrom('letterheads').select('id').where('digest', '=', digest).executeTakeFirst())
    ?.id ?? null;

type KeptLook = Omit<Letterhead, 'picture'> & { is: 'logo' | 'wordmark' | null };

/** A head by its id. Papers of before heads were kept have none: they wear the oldest there is. */
export async function findLetterhead(db: Db, id: string | null): Promise<Letterhead | null> {
  const row = await db
    .selectFrom('letterheads')
    .select(['look', 'picture'])
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { is, ...look } = row.look as KeptLook;
  return { ...look, picture: is && row.picture ? { is, png: row.picture } : null };
}

/** Papers are never seen without a head: the first that is asked for may have to keep one. */
export async function letterheadOf(tx: Db, id: string | null): Promise<Letterhead> {
  const found = await findLetterhead(tx, id);
  if (found) return found;
  return (await findLetterhead(tx, await keepLetterhead(tx))) ?? letterheadNow();
}
