import type { PayoutRun } from '#contract/payouts.ts';
import { payoutReleaseEntries, postLedger } from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isStale } from './due.queries.ts';
import { payeesOf } from './payees.queries.ts';
import {
  canMovePayout,
  canMoveRun,
  faultOfPayee,
  isPayable,
  payeeOfLine,
} from './payouts.rules.ts';
import {
  findPayout,
  type LockedRun,
  listOpenPayouts,
  listOrdersOf,
  lockOrders,
  lockRun,
  movePayout,
  moveRun,
  releaseItems,
  type StoredPayout,
  setPayee,
  sumItems,
} from './payouts.store.ts';
import { getRun } from './runs.queries.ts';
import { tellOfHold } from './tell-of-payouts.ts';

/**
 * Approves a run. Refuses PAYOUT_RUN_STALE when money of it was asked back, or an account was changed,
 * since it was collected, and PAYOUT_FAULTY when nothing can be sent to somebody in it.
 */
export async function approveRun(actor: Actor, id: string): Promise<PayoutRun> {
  await inTransaction(async (tx) => {
    const run = orRefuse(await lockRun(tx, id));
    if (!canMoveRun(run.state, 'approved')) refuse('PAYOUT_RUN_STATE');
    await renewFaulty(tx, id);
    await demandFresh(tx, run);
    const lines = (await listOpenPayouts(tx, id)).map(({ state, payee, currency }) => ({
      ...{ state, fault: faultOfPayee(payee, currency) },
    }));
    if (!isPayable(lines)) refuse('PAYOUT_FAULTY');
    await moveRun(tx, id, { from: run.state, to: 'approved', by: actor.id, at: nowText() });
  });
  return getRun(id);
}

/** Whom nothing could be sent to when the run was collected, and may be now. */
async function renewFaulty(tx: Db, runId: string): Promise<void> {
  const payouts = await listOpenPayouts(tx, runId);
  const payees = await payeesOf(
    tx,
    payouts.map(({ channelId }) => channelId),
  );
  for (const { id, state, channelId, currency, payee: frozen } of payouts) {
    const line = { state, run: 'collected' as const, currency, frozen };
    const payee = payeeOfLine(line, payees.get(channelId)?.payee);
    if (payee !== frozen) await setPayee(tx, id, payee);
  }
}

/** Whoever gives money back of an order of this run was before, or comes after. */
export async function demandFresh(tx: Db, run: LockedRun): Promise<void> {
  await lockOrders(tx, await listOrdersOf(tx, run.id));
  if (await isStale(tx, run.id)) refuse('PAYOUT_RUN_STALE');
}

/** Drops a run: what it has set aside is owed again. */
export async function dropRun(actor: Actor, id: string): Promise<PayoutRun> {
  await inTransaction(async (tx) => {
    const run = orRefuse(await lockRun(tx, id));
    if (!canMoveRun(run.state, 'dropped')) refuse('PAYOUT_RUN_STATE');
    await moveRun(tx, id, { from: run.state, to: 'dropped', by: actor.id, at: nowText() });
    for (const payout of await listOpenPayouts(tx, id)) {
      await letGo(tx, payout, { to: 'dropped', reason: '' });
    }
  });
  return getRun(id);
}

/** Takes one payment out of a run that is not approved: it is due again in the next one. */
export async function holdPayout(id: string, reason: string): Promise<PayoutRun> {
  const { runId } = orRefuse(await findPayout(db(), id));
  await inTransaction(async (tx) => {
    const run = orRefuse(await lockRun(tx, runId));
    const payout = orRefuse(await findPayout(tx, id));
    if (!canMovePayout({ state: payout.state, run: run.state }, 'held')) refuse('PAYOUT_STATE');
    await letGo(tx, payout, { to: 'held', reason });
    await tellOfHold(tx, payout, { month: run.month, reason });
  });
  return getRun(runId);
}

async function letGo(
  tx: Db,
  payout: StoredPayout,
  { to, reason }: { to: 'held' | 'dropped'; reason: string },
): Promise<void> {
  const { id: payoutId, channelId, currency } = payout;
  const at = nowText();
  await movePayout(tx, payoutId, { to, at, reason });
  await releaseItems(tx, payoutId);
  const entries = payoutReleaseEntries(await sumItems(tx, payoutId));
  const posting = `payout-released:${payoutId}`;
  await postLedger(tx, { payoutId, posting, channelId, currency, at, entries });
}
