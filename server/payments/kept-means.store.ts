import type { Db } from '#server/platform/database/index.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import type { KeptToken } from './providers/provider.ts';

const purpose = 'kept means of payment';

/** A means of payment that a provider keeps; its token in clear, for this process alone. */
export type KeptMeans = { id: string; provider: string; token: string; lastFour: string };

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

/** A means that was kept; null when there is none. Throws when it was sealed by another installation. */
export async function findKeptMeans(db: Db, id: string): Promise<KeptMeans | null> {
  const row = await db.selectFrom('kept_means').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { provider, last_four: lastFour } = row;
  return { id, provider, token: unseal(row.token, purpose), lastFour };
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
