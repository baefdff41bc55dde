import { Temporal } from 'temporal-polyfill';
import { instantText, now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { log } from '#server/platform/log.ts';
import { listPaymentsOf, listUnsettled, movePayment, type PaymentRow } from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import type { ChargeReport } from './providers/provider.ts';
import { takeEvent } from './take-event.ts';

const waitSeconds = 30;
/** After this long a charge that the provider never heard of was lost on the way there. */
const lostMinutes = 2;
/** The same for a buyer who presses again: longer than any charge of ours is on its way. */
const lostSecondsWhenAsked = 10;
/** Nobody answers the bank's question any more. */
const unansweredMinutes = 30;

const minutesOf = ({ createdAt }: PaymentRow): number =>
  (now().epochMilliseconds - Temporal.Instant.from(createdAt).epochMilliseconds) / 60_000;

/**
 * Asks the providers about every payment that has waited for them: what a lost callback would have
 * said takes effect now. One that fails is said in the log and holds up no other. Answers how many
 * payments were settled one way or the other.
 */
export async function reconcilePayments(): Promise<number> {
  const since = instantText(now().subtract({ seconds: waitSeconds }));
  let settled = 0;
  for (const payment of await listUnsettled(db(), since)) {
    if (await reconcileAlone(payment)) settled += 1;
  }
  return settled;
}

async function reconcileAlone(payment: PaymentRow): Promise<boolean> {
  try {
    return await reconcile(payment);
  } catch (error) {
    const { id: paymentId, orderId, provider } = payment;
    log().error({ err: error, paymentId, orderId, provider }, 'payment cannot be reconciled');
    return false;
  }
}

/**
 * The same for one order whose buyer presses again, as people do when the answer to the first press
 * was lost: false when nothing waited for its provider. Not inside a transaction.
 */
export async function reconcileOrder(orderId: string): Promise<boolean> {
  const waiting = (await listPaymentsOf(db(), orderId)).find(({ state }) => state === 'open');
  if (waiting) await reconcile(waiting, lostSecondsWhenAsked / 60);
  return waiting !== undefined;
}

/** The same for one payment whose buyer is back: what its provider knows takes effect now. */
export async function reconcileOne(payment: PaymentRow): Promise<void> {
  await reconcile(payment);
}

async function reconcile(payment: PaymentRow, lostAfter = lostMinutes): Promise<boolean> {
  const provider = providerNamed(payment.provider);
  const report = await provider.find(payment);
  if (!report) return minutesOf(payment) >= lostAfter && giveUpLost(payment);
  if (report.state === 'open') return false;
  if (report.state === 'confirming' && minutesOf(payment) >= unansweredMinutes) {
    if (!(await provider.cancel(payment))) return false;
    return takeReport(payment, { ...report, state: 'declined', failure: 'not_confirmed' });
  }
  return takeReport(payment, report);
}

async function takeReport(payment: PaymentRow, report: ChargeReport): Promise<boolean> {
  const event = {
    ...report,
    eventId: `reconciled_${report.reference}_${report.state}`,
    type: `reconciled.${report.state}`,
  };
  await takeEvent(payment.provider, event);
  return report.state !== 'confirming';
}

/** An attempt that never reached its provider ends; false when it was decided meanwhile. */
export const giveUpLost = (payment: PaymentRow): Promise<boolean> =>
  movePayment(db(), payment.id, {
    from: ['open', 'confirming'],
    to: 'cancelled',
    failure: 'never_arrived',
  });
