import { Temporal } from 'temporal-polyfill';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import { PaymentsStuck } from './announcements.ts';
import { followKept } from './charge-kept.ts';
import {
  listPaymentsOf,
  movePayment,
  noteSilence,
  noteStuckTold,
  type PaymentRow,
  takeUnsettled,
} from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import type { ChargeReport } from './providers/provider.ts';
import { isStuck, type Waiting } from './stuck.rules.ts';
import { takeReport } from './take-event.ts';

const waitSeconds = 30;
const mostInOneRun = 500;
/** A provider that is slow about one keeps the others waiting no longer. */
const atOnce = 5;
/** After this long a charge that the provider never heard of was lost on the way there. */
const lostMinutes = 2;
/** The same for a buyer who presses again: longer than any charge of ours is on its way. */
const lostSecondsWhenAsked = 10;
/** Nobody answers the bank's question any more. */
const unansweredMinutes = 30;

const minutesSince = (instant: string): number =>
  (now().epochMilliseconds - Temporal.Instant.from(instant).epochMilliseconds) / 60_000;
const minutesOf = ({ createdAt }: PaymentRow): number => minutesSince(createdAt);

/**
 * Asks the providers about every payment that has waited for them: what a lost callback would have
 * said takes effect now. One that fails is said in the log and holds up no other; one that waits
 * longer than its provider ever needs is told, once. Answers how many payments were settled one way
 * or the other.
 */
export async function reconcilePayments(): Promise<number> {
  const since = instantText(now().subtract({ seconds: waitSeconds }));
  const waiting = await takeUnsettled(db(), { since, at: nowText(), most: mostInOneRun });
  const stuck: PaymentRow[] = [];
  let settled = 0;
  const next = waiting.values();
  const ask = async () => {
    for (const payment of next) {
      const found = await reconcileAlone(payment);
      if (found === 'settled') settled += 1;
      if (isStuck(payment.provider, await waitingOf(payment, found))) stuck.push(payment);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  if (stuck.length > 0) await tellStuck(stuck);
  return settled;
}

/** `silent`: the provider could not be asked · `busy`: it says that it has not decided. */
type Found = 'settled' | 'waits' | 'busy' | 'silent';

async function reconcileAlone(payment: PaymentRow): Promise<Found> {
  try {
    return await reconcile(payment);
  } catch (error) {
    const { id: paymentId, orderId, provider } = payment;
    log().error({ err: error, paymentId, orderId, provider }, 'payment cannot be reconciled');
    return 'silent';
  }
}

/** What is waited for, and how long by now. */
async function waitingOf(payment: PaymentRow, found: Found): Promise<Waiting> {
  const at = found === 'silent' ? nowText() : null;
  const since = await noteSilence(db(), payment.id, at);
  if (found === 'silent') return { for: 'answer', minutes: minutesSince(since ?? nowText()) };
  return { for: found === 'busy' ? 'decision' : 'nothing', minutes: minutesOf(payment) };
}

/** Each payment is told once, all of one run together: by their key, for each is locked. */
const tellStuck = (payments: PaymentRow[]): Promise<void> =>
  inTransaction(async (tx) => {
    const orderIds: string[] = [];
    for (const { id, orderId } of payments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      if (await noteStuckTold(tx, id, nowText())) orderIds.push(orderId);
    }
    if (orderIds.length > 0) await announce(tx, PaymentsStuck, { orderIds });
  });

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

async function reconcile(payment: PaymentRow, lostAfter = lostMinutes): Promise<Found> {
  const provider = providerNamed(payment.provider);
  const { keptMeansId: meansId } = payment;
  const report = await provider.find(payment);
  if (!report && meansId) return reconcileKept(payment, meansId);
  if (!report) {
    return minutesOf(payment) >= lostAfter && (await giveUpLost(payment)) ? 'settled' : 'waits';
  }
  if (report.state === 'open') return 'busy';
  // Charged while nobody is there: only its provider can say that it was not.
  if (report.state === 'confirming' && meansId) return 'busy';
  if (report.state === 'confirming' && minutesOf(payment) >= unansweredMinutes) {
    if (!(await provider.cancel(payment))) return 'busy';
    return take(payment, { ...report, state: 'declined', failure: 'not_confirmed' });
  }
  return take(payment, report);
}

/** Its answer was lost: while it may be on its way nobody looks for it. */
async function reconcileKept(payment: PaymentRow, meansId: string): Promise<Found> {
  if (minutesOf(payment) < lostMinutes) return 'waits';
  return (await followKept(payment, meansId)) ? 'settled' : 'busy';
}

async function take(payment: PaymentRow, report: ChargeReport): Promise<Found> {
  await takeReport(payment, report);
  return report.state === 'confirming' ? 'waits' : 'settled';
}

/** An attempt that never reached its provider ends; false when it was decided meanwhile. */
export const giveUpLost = (payment: PaymentRow): Promise<boolean> =>
  movePayment(db(), payment.id, {
    from: ['open', 'confirming'],
    to: 'cancelled',
    failure: 'never_arrived',
  });
