import { nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import type { KeptToken } from './providers/provider.ts';

const purpose = 'kept means of payment';

/** A means of payment that a provider keeps; its token in clear, for this process alone. */
export type KeptMeans = {
  id: string;
  provider: string;
  token: string;
  lastFour: string;
  /** Nothing is charged to it any more; what was asked before is still looked for. */
  isForgotten: boolean;
};

/** Keeps what came of a payment, once; its token is sealed. */
export async function insertKeptMeans(
  tx: Db,
  of: { paymentId: string; provider: string; at: string },
  { token, lastFour }: KeptToken,
): Promise<void> {
  await tx
    .insertInto('kept_means')
    .values({
      payment_id: of.paymentId,
      provider: of.provider,
      token: seal(token, purpose),
      last_four: lastFour,
      kept_at: of.at,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/** Keeps a card that was given without a payment, once; answers its id. Its token is sealed. */
export async function insertKeptCard(
  tx: Db,
  of: { setupId: string; provider: string; at: string },
  { token, lastFour }: KeptToken,
): Promise<string> {
  const row = await tx
    .insertInto('kept_means')
    .values({
      setup_id: of.setupId,
      provider: of.provider,
      token: seal(token, purpose),
      last_four: lastFour,
      kept_at: of.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A means that was kept; null when there is none, or none that this installation can read. */
export async function findKeptMeans(db: Db, id: string): Promise<KeptMeans | null> {
  const row = await db.selectFrom('kept_means').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.token) return null;
  const { provider, last_four: lastFour } = row;
  const token = opened(row.token, id);
  return token === null
    ? null
    : { id, provider, token, lastFour, isForgotten: row.forgotten_at !== null };
}

/** The token in clear; null, and a line in the log, when it was sealed under another key. */
function opened(sealed: Buffer, meansId: string): string | null {
  try {
    return unseal(sealed, purpose);
  } catch (error) {
    log().error({ err: error, meansId }, 'a kept means of payment cannot be read');
    return null;
  }
}

/** The end of the number of a card that is kept, empty where nobody told it; null when none is. */
export async function findKeptCard(db: Db, id: string): Promise<{ lastFour: string } | null> {
  const means = await findKeptMeans(db, id);
  return means && !means.isForgotten ? { lastFour: means.lastFour } : null;
}

/** The id of what was kept of the payment that paid an order; null when nothing was. */
export async function keptMeansOf(db: Db, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom('kept_means as k')
    .innerJoin('payments as p', 'p.id', 'k.payment_id')
    .select('k.id')
    .where('p.order_id', '=', orderId)
    .orderBy('k.kept_at', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Did its owner set out to give the first of two kept means after the other, whichever was kept first? */
export async function isAskedLater(db: Db, one: string, other: string): Promise<boolean> {
  // What each came of is named when it is begun, and names of later are greater.
  const begun = (id: string) => sql`(select coalesce(k.setup_id, k.payment_id)
    from kept_means k where k.id = ${id})`;
  const { rows } = await sql<{ is_later: boolean }>`
    select ${begun(one)} > ${begun(other)} as is_later`.execute(db);
  return rows[0]?.is_later ?? false;
}

/** With a person goes what was kept of them: nothing is charged to it any more. */
export async function forgetKeptOf(tx: Db, { userId }: { userId: string }): Promise<void> {
  const paidBy = tx
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.id')
    .where('o.buyer_id', '=', userId);
  const givenBy = tx.selectFrom('card_setups').select('id').where('user_id', '=', userId);
  await forget(tx, nowText())
    .where(({ or, eb }) => or([eb('payment_id', 'in', paidBy), eb('setup_id', 'in', givenBy)]))
    .execute();
}

/** What nothing names any more is forgotten: its subscription has ended, is paid otherwise, or never began. */
export async function forgetUnnamed(db: Db, at: string): Promise<void> {
  await forget(db, at)
    .where('kept_at', '<=', sql<string>`${at}::timestamptz - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions as s')
            .select('s.id')
            .whereRef('s.means_id', '=', 'kept_means.id')
            .where('s.state', '<>', 'ended'),
        ),
      ),
    )
    .execute();
}

const forget = (tx: Db, at: string) =>
  tx
    .updateTable('kept_means')
    .set({ forgotten_at: at, last_four: '' })
    .where('forgotten_at', 'is', null);

/** Forgotten here, and not at their provider yet. What is being charged is looked for by its token. */
export async function listForgotten(db: Db): Promise<{ id: string; forgottenAt: string }[]> {
  const rows = await db
    .selectFrom('kept_means as k')
    .select(['k.id', 'k.forgotten_at'])
    .where('k.forgotten_at', 'is not', null)
    .where('k.token', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.kept_means_id', '=', 'k.id')
            .where('p.state', 'in', ['open', 'confirming']),
        ),
      ),
    )
    .orderBy('k.forgotten_at')
    .limit(500)
    .execute();
  return rows.map(({ id, forgotten_at: at }) => ({ id, forgottenAt: at ?? '' }));
}

/** Its token is nowhere any more. */
export async function dropToken(db: Db, id: string): Promise<void> {
  await db.updateTable('kept_means').set({ token: null }).where('id', '=', id).execute();
}
