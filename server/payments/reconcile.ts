import { Temporal } from 'temporal-polyfill';
import { instantText, now } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { listUnsettled, movePayment, type PaymentRow } from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import type { ChargeReport } from './providers/provider.ts';
import { takeEvent } from './take-event.ts';

const waitSeconds = 30;
/** After this long a charge that the provider never heard of was lost on the way there. */
const lostMinutes = 5;
/** Nobody answers the bank's question any more. */
const unansweredMinutes = 30;

const ageMinutes = ({ createdAt }: PaymentRow): number =>
  (now().epochMilliseconds - Temporal.Instant.from(createdAt).epochMilliseconds) / 60_000;

/**
 * Asks the providers about every payment that has waited for them: what a lost callback would have
 * said takes effect now. Answers how many payments were settled one way or the other.
 */
export async function reconcilePayments(): Promise<number> {
  const since = instantText(now().subtract({ seconds: waitSeconds }));
  let settled = 0;
  for (const payment of await listUnsettled(db(), since)) {
    if (await reconcile(payment)) settled += 1;
  }
  return settled;
}

async function reconcile(payment: PaymentRow): Promise<boolean> {
  const provider = providerNamed(payment.provider);
  const report = await provider.find(payment.reference);
  if (!report) return ageMinutes(payment) >= lostMinutes && giveUpLost(payment);
  if (report.state === 'open') return false;
  if (report.state === 'confirming' && ageMinutes(payment) >= unansweredMinutes) {
    if (!(await provider.cancel(payment.reference))) return false;
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

const giveUpLost = (payment: PaymentRow): Promise<boolean> =>
  movePayment(db(), payment.id, {
    from: ['open', 'confirming'],
    to: 'cancelled',
    failure: 'never_arrived',
  });
