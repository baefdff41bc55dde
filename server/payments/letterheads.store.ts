import { afterCommit, type Db, db } from '#server/platform/database/index.ts';
import { digestOfHead, type Letterhead, letterheadNow } from './paper/letterhead.ts';

/**
 * The head that papers of this instant wear, kept if it is new. Asked for before a series is locked:
 * whoever keeps a new head makes others with the same wait for the end of the transaction.
 */
export async function keepLetterhead(tx: Db): Promise<string> {
  const head = await letterheadNow();
  const digest = digestOfHead(head);
  const known = keptHere().get(digest) ?? (await idOf(tx, digest));
  // One that is of this very transaction may still be undone.
  if (known) afterCommit(tx, () => keptHere().set(digest, known));
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

/**
 * The heads that stand in this database for good, by digest: no row of them is ever changed or deleted, and
 * every invoice asks for the same one.
 */
const keptHere = (): Map<string, string> => {
  const kept = keptIn.get(db()) ?? new Map<string, string>();
  keptIn.set(db(), kept);
  return kept;
};
const keptIn = new WeakMap<Db, Map<string, string>>();

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
