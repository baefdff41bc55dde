import type { Db } from '#server/platform/database/index.ts';
import type { SetupState } from './providers/provider.ts';

/** A card that its owner is to give to a provider. What `subjectId` is knows who asked. */
export type CardSetupRow = {
  id: string;
  userId: string;
  subjectId: string;
  provider: string;
  object: string;
  /** Where the card is given; empty where it came along. */
  url: string;
  state: SetupState;
};

const setups = (db: Db) => db.selectFrom('card_setups').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof setups>['executeTakeFirstOrThrow']>>;

const asSetup = (row: Row): CardSetupRow => ({
  ...{ id: row.id, userId: row.user_id, subjectId: row.subject_id, provider: row.provider },
  ...{ object: row.object, url: row.place_url, state: row.state as SetupState },
});

export async function insertSetup(
  tx: Db,
  of: { userId: string; subjectId: string; provider: string; at: string },
): Promise<CardSetupRow> {
  const row = await tx
    .insertInto('card_setups')
    .values({
      ...{ user_id: of.userId, subject_id: of.subjectId },
      ...{ provider: of.provider, created_at: of.at },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return asSetup(row);
}

export async function findSetup(db: Db, id: string): Promise<CardSetupRow | null> {
  const row = await setups(db).where('id', '=', id).executeTakeFirst();
  return row ? asSetup(row) : null;
}

/** The newest one of this person for this subject; null when there is none. */
export async function findNewestSetup(
  db: Db,
  of: { userId: string; subjectId: string },
): Promise<CardSetupRow | null> {
  const row = await setups(db)
    .where('subject_id', '=', of.subjectId)
    .where('user_id', '=', of.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? asSetup(row) : null;
}

/** Where the provider waits for the card, and its own name for that. */
export async function noteSetupAsked(
  db: Db,
  id: string,
  { object = '', url = '' }: { object?: string; url?: string },
): Promise<void> {
  await db
    .updateTable('card_setups')
    .set({ object, place_url: url })
    .where('id', '=', id)
    .execute();
}

/** The one writer of a setup's state, which leaves `open` once; false when it had left it before. */
export async function decideSetup(
  tx: Db,
  id: string,
  to: Exclude<SetupState, 'open'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('card_setups')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of which nothing was heard since, the oldest first. */
export async function listOpenSetups(
  db: Db,
  since: string,
): Promise<(CardSetupRow & { at: string })[]> {
  const rows = await setups(db)
    .where('state', '=', 'open')
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...asSetup(row), at: row.created_at }));
}
