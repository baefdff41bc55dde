import type { PayoutRun } from '#contract/payouts.ts';
import { payoutEntries, postLedger } from '#server/payments/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { listDue, listDueOrders } from './due.queries.ts';
import { payeesOf } from './payees.queries.ts';
import {
  amountsOf,
  cutoffOf,
  type DuePayout,
  leftoversOf,
  monthOf,
  payoutsOf,
} from './payouts.rules.ts';
import {
  hasOpenRun,
  insertLeftovers,
  insertPayout,
  insertRun,
  lockCollecting,
  lockOrders,
} from './payouts.store.ts';
import { getRun } from './runs.queries.ts';
import { tellOfFault, tellOfRun } from './tell-of-payouts.ts';

/** Collects what is due into a new run. Refuses PAYOUT_RUN_OPEN and PAYOUT_NOTHING_DUE. */
export async function collectPayouts(actor: Actor): Promise<PayoutRun> {
  return getRun(await inTransaction((tx) => collect(tx, actor.id)));
}

/** The same by the clock: administrators hear of it. With nothing to do it does nothing. */
export async function collectByClock(): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      const runId = await collect(tx, null);
      await tellOfRun(tx, runId);
    });
  } catch (error) {
    const nothing = ['PAYOUT_RUN_OPEN', 'PAYOUT_NOTHING_DUE'];
    if (!(error instanceof Refusal && nothing.includes(error.code))) throw error;
  }
}

/**
 * What is due is read twice: once to know whose orders to lock, and once more when nobody can give
 * their money back any more until this is written.
 */
async function collect(tx: Db, by: string | null): Promise<string> {
  await lockCollecting(tx);
  if (await hasOpenRun(tx)) refuse('PAYOUT_RUN_OPEN');
  const month = monthOf(now());
  const cutoff = instantText(cutoffOf(month));
  const orderIds = await listDueOrders(tx, { cutoff });
  await lockOrders(tx, orderIds);
  const due = await listDue(tx, { cutoff, orderIds });
  const payouts = payoutsOf(due);
  if (payouts.length === 0) refuse('PAYOUT_NOTHING_DUE');
  const runId = await insertRun(tx, { month: month.toString(), by, at: nowText() });
  await insertLeftovers(tx, runId, leftoversOf(due));
  await writePayouts(tx, { runId, month: month.toString() }, payouts);
  return runId;
}

type Run = { runId: string; month: string };

async function writePayouts(tx: Db, run: Run, payouts: DuePayout[]): Promise<void> {
  const payees = await payeesOf(
    tx,
    payouts.map(({ channelId }) => channelId),
  );
  for (const due of payouts) {
    const { payee } = orRefuse(payees.get(due.channelId));
    const payout = await insertPayout(tx, { runId: run.runId, due, payee });
    const { id: payoutId } = payout;
    await postLedger(tx, {
      payoutId,
      posting: `payout:${payoutId}`,
      channelId: due.channelId,
      currency: due.currency,
      at: nowText(),
      entries: payoutEntries(amountsOf(due.items)),
    });
    await tellOfFault(tx, payout, run);
  }
}
