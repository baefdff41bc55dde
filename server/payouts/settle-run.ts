import type { PayoutRun } from '#contract/payouts.ts';
import {
  keepLetterhead,
  payoutPaidEntries,
  payoutReturnedEntries,
  postLedger,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { PayoutPaid, PayoutReturned } from './announcements.ts';
import { canMovePayout, canMoveRun } from './payouts.rules.ts';
import {
  findPayout,
  listOpenPayouts,
  lockRun,
  movePayout,
  moveRun,
  releaseItems,
  sumItems,
} from './payouts.store.ts';
import { getRun } from './runs.queries.ts';
import { tellOfPayout, tellOfReturn } from './tell-of-payouts.ts';

/** The bank has carried the run out: the books say so, and organizers hear of it. */
export async function settleRun(actor: Actor, id: string): Promise<PayoutRun> {
  await inTransaction(async (tx) => {
    const run = orRefuse(await lockRun(tx, id));
    if (!canMoveRun(run.state, 'paid')) refuse('PAYOUT_RUN_STATE');
    const at = nowText();
    await moveRun(tx, id, { from: run.state, to: 'paid', by: actor.id, at });
    const letterheadId = await keepLetterhead(tx);
    for (const payout of await listOpenPayouts(tx, id)) {
      const { id: payoutId, channelId, currency, amount } = payout;
      await movePayout(tx, payoutId, { to: 'paid', at, letterheadId });
      const posting = `payout-paid:${payoutId}`;
      const entries = payoutPaidEntries(amount);
      await postLedger(tx, { payoutId, posting, channelId, currency, at, entries });
      await tellOfPayout(tx, payout, run);
      await announce(tx, PayoutPaid, { payoutId, channelId });
    }
  });
  return getRun(id);
}

/** The bank has sent one payment back: it is owed again, and due in the next run. */
export async function returnPayout(id: string, reason: string): Promise<PayoutRun> {
  const { runId } = orRefuse(await findPayout(db(), id));
  await inTransaction(async (tx) => {
    const run = orRefuse(await lockRun(tx, runId));
    const payout = orRefuse(await findPayout(tx, id));
    if (!canMovePayout({ state: payout.state, run: run.state }, 'returned')) refuse('PAYOUT_STATE');
    const at = nowText();
    const { channelId, currency } = payout;
    await movePayout(tx, id, { to: 'returned', at, reason });
    await releaseItems(tx, id);
    const posting = `payout-returned:${id}`;
    const entries = payoutReturnedEntries(await sumItems(tx, id));
    await postLedger(tx, { payoutId: id, posting, channelId, currency, at, entries });
    await tellOfReturn(tx, payout, { month: run.month, reason });
    await announce(tx, PayoutReturned, { payoutId: id, channelId });
  });
  return getRun(runId);
}
