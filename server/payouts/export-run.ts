import type { PayoutRun } from '#contract/payouts.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { FileAnswer } from '#server/platform/http/mount.ts';
import { demandFresh } from './move-run.ts';
import { writePain001 } from './pain001.rules.ts';
import { faultOfFile } from './pain001-check.rules.ts';
import { canMoveRun, executionDay, payoutReference, runReference } from './payouts.rules.ts';
import { listOpenPayouts, listSentPayouts, lockRun, moveRun } from './payouts.store.ts';
import { findSentRun, getRun } from './runs.queries.ts';

/**
 * Makes an approved run ready for the bank. Refuses PAYOUT_RUN_STALE as `approveRun` does, and
 * PAYOUT_ACCOUNT_MISSING when it pays euro and the settings name no account to pay from.
 */
export async function exportRun(actor: Actor, id: string): Promise<PayoutRun> {
  await inTransaction(async (tx) => {
    const run = orRefuse(await lockRun(tx, id));
    if (!canMoveRun(run.state, 'exported')) refuse('PAYOUT_RUN_STATE');
    await demandFresh(tx, run);
    const paysEuro = (await listOpenPayouts(tx, id)).some(({ currency }) => currency === 'EUR');
    const { OPERATOR_IBAN: iban = '', OPERATOR_NAME, SITE_NAME } = config();
    if (paysEuro && iban === '') refuse('PAYOUT_ACCOUNT_MISSING');
    const debtor = { name: OPERATOR_NAME || SITE_NAME, iban };
    const sent = { executionDay: executionDay(now()).toString(), debtor };
    await moveRun(tx, id, { from: run.state, to: 'exported', by: actor.id, at: nowText(), sent });
  });
  return getRun(id);
}

/** The payments in euro as the bank takes them, the same bytes each time. 404 before it is exported. */
export async function sepaFile(id: string): Promise<FileAnswer> {
  const run = orRefuse(await findSentRun(db(), id));
  const payouts = await listSentPayouts(db(), id, 'EUR');
  orRefuse(payouts[0]);
  const reference = runReference(run);
  const xml = writePain001({
    messageId: reference,
    createdAt: run.exportedAt,
    executionDay: run.executionDay,
    debtor: run.debtor,
    transfers: payouts.map((payout) => ({
      endToEndId: payoutReference({ month: run.month, number: payout.number }),
      name: payout.payee.name,
      iban: payout.payee.iban,
      amount: payout.amount,
      address: payout.payee,
      text: `${run.debtor.name} ${payoutReference({ month: run.month, number: payout.number })}`,
    })),
  });
  const fault = faultOfFile(xml);
  if (fault) throw new Error(`the file of run ${reference} would be refused: ${fault}`);
  return { name: `${reference}.xml`, content: Buffer.from(xml) };
}
