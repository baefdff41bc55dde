import { brokeUnique, type Db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { requestComesFrom } from './refunds.rules.ts';

/** Writes down what a buyer asks for. Refuses REFUND_ASKED while they wait for an answer. */
export async function insertRequest(
  tx: Db,
  { orderId, reason, at }: { orderId: string; reason: string; at: string },
): Promise<void> {
  try {
    await tx
      .insertInto('refund_requests')
      .values({ order_id: orderId, reason, asked_at: at })
      .execute();
  } catch (error) {
    if (brokeUnique(error, 'refund_requests_one_open')) refuse('REFUND_ASKED');
    throw error;
  }
}

type Decision = {
  to: 'granted' | 'refused';
  /** Null: the money went back by itself. */
  by: string | null;
  at: string;
  answer?: string;
};

/** The one writer of the state of what a buyer asks for; false when nothing of it is open. */
export async function decideRequest(
  tx: Db,
  orderId: string,
  { to, by, at, answer = '' }: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests')
    .set({ state: to, decided_by: by, decided_at: at, answer })
    .where('order_id', '=', orderId)
    .where('state', 'in', requestComesFrom(to))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the organizer wants it granted; false when that was noted before, or nothing is open. */
export async function noteRecommended(
  tx: Db,
  orderId: string,
  { by, at }: { by: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests')
    .set({ recommended_by: by, recommended_at: at })
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .where('recommended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
