import type { PayoutRun } from '#contract/payouts.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { backFrom, payeesOf } from './payees.queries.ts';
import { canConfirm, payeeOfLine } from './payouts.rules.ts';
import { confirmReturned, findPayout, lockRun } from './payouts.store.ts';
import { getRun } from './runs.queries.ts';

/**
 * An administrator knows that an account is right though its bank sent a payment back: it is paid to
 * again. Refuses PAYOUT_STATE where the line is none that can be asked about, or nothing came back from
 * its account.
 */
export async function confirmAccount(actor: Actor, id: string): Promise<PayoutRun> {
  const { runId, channelId } = orRefuse(await findPayout(db(), id));
  await inTransaction(async (tx) => {
    const { state: run } = orRefuse(await lockRun(tx, runId));
    const { payee: frozen, ...payout } = orRefuse(await findPayout(tx, id));
    const now = (await payeesOf(tx, [channelId])).get(channelId);
    const ids = backFrom(payeeOfLine({ ...payout, run, frozen }, now?.payee), now);
    if (!canConfirm({ state: payout.state, run }, ids.length > 0)) refuse('PAYOUT_STATE');
    await confirmReturned(tx, ids, { by: actor.id, at: nowText() });
  });
  return getRun(runId);
}
