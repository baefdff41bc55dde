import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { DisputeChanged } from './announcements.ts';
import { canMoveDispute } from './disputes.rules.ts';
import {
  type DisputeRow,
  insertDispute,
  lockDispute,
  moveDispute,
  noteDisputeMoney,
} from './disputes.store.ts';
import { disputedEntries, disputeFeeEntries } from './ledger.rules.ts';
import { postLedger } from './ledger.store.ts';
import { lockPaymentsOf, type PaymentRow } from './payments.store.ts';
import type { DisputeReport } from './providers/provider.ts';

/**
 * A dispute as its provider has it now. Whoever read it earlier and comes later changes nothing: money
 * is only ever moved forward, and a state only to one that follows it.
 */
export async function takeDispute(tx: Db, told: PaymentRow, report: DisputeReport): Promise<void> {
  // Payments before their order, always: whoever gives money back waits here.
  const payments = await lockPaymentsOf(tx, told.orderId);
  const payment = payments.find(({ id }) => id === told.id) ?? told;
  const { provider, id: paymentId } = payment;
  const at = nowText();
  const made = await insertDispute(tx, { provider, paymentId, at, report });
  const dispute = made ?? (await lockDispute(tx, provider, report.object));
  if (!dispute) throw new Error(`dispute ${report.object} is neither new nor known`);
  if (report.moves > dispute.moves) await bookMoney(tx, payment, { dispute, report, at });
  const { state: from, id } = dispute;
  const to = report.state;
  if (!made && !canMoveDispute(from, to)) return;
  if (!made && !(await moveDispute(tx, id, { from, to, at }))) return;
  await announce(tx, DisputeChanged, {
    ...{ disputeId: id, paymentId, orderId: payment.orderId, isNew: made !== null },
    ...{ state: to, amount: report.amount, currency: payment.currency, reason: report.reason },
    respondBy: report.respondBy,
  });
}

type Told = { dispute: DisputeRow; report: DisputeReport; at: string };

/** What differs from the books, and nothing that stands in them. */
async function bookMoney(
  tx: Db,
  { orderId, currency }: PaymentRow,
  { dispute, report, at }: Told,
): Promise<void> {
  const { id } = dispute;
  const { moves, withdrawn, fee, feeCurrency } = report;
  const fact = { orderId, channelId: null, at };
  await postLedger(tx, {
    ...{ ...fact, currency, posting: `dispute:${id}:${moves}` },
    entries: disputedEntries(withdrawn - dispute.withdrawn),
  });
  await postLedger(tx, {
    ...{ ...fact, currency: feeCurrency, posting: `dispute-fee:${id}:${moves}` },
    entries: disputeFeeEntries(fee - dispute.fee),
  });
  await noteDisputeMoney(tx, id, { moves, withdrawn, fee });
}
