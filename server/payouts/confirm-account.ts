import type { PayoutRun } from '#contract/payouts.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listReturnedFrom, payeesOf } from './payees.queries.ts';
import { confirmReturned, findPayout, lockRun } from './payouts.store.ts';
import { getRun } from './runs.queries.ts';

/**
 * An administrator knows that an account is right though its bank sent a payment back: it is paid to
 * again. Refuses PAYOUT_STATE when nothing came back from the account that the channel names now.
 */
export async function confirmAccount(actor: Actor, id: string): Promise<PayoutRun> {
  const { runId, channelId } = orRefuse(await findPayout(db(), id));
  await inTransaction(async (tx) => {
    orRefuse(await lockRun(tx, runId));
    const { iban } = orRefuse((await payeesOf(tx, [channelId])).get(channelId));
    const ids = await listReturnedFrom(tx, { channelId, iban });
    if (ids.length === 0) refuse('PAYOUT_STATE');
    await confirmReturned(tx, ids, { by: actor.id, at: nowText() });
  });
  return getRun(runId);
}
