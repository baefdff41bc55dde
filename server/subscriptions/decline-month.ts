import type { PaymentFailure } from '#contract/payments.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { stopWaiting } from './awaited-rates.store.ts';
import { writeTo } from './letters.ts';
import { findPeriodOf, writeNextTry } from './periods.store.ts';
import { graceUntil, nextTry } from './subscriptions.rules.ts';
import { lockSubscription, moveSubscription } from './subscriptions.store.ts';

/**
 * The bank said no to a month that was charged while its person was not there: they hear of it, it is
 * tried again some days later, and what they subscribed to stays open meanwhile. A no on the screen of
 * the person is an answer there, and nothing here.
 */
export async function monthDeclined(
  tx: Db,
  declined: { orderId: string; failure: PaymentFailure; isOfKept: boolean },
): Promise<void> {
  const { orderId, failure } = declined;
  const period = declined.isOfKept ? await findPeriodOf(tx, orderId) : null;
  if (!period || period.paidAt) return;
  const at = nowText();
  const next = nextTry({ firstTriedAt: period.firstTriedAt ?? at, at }, failure);
  if (!(await demandPayment(tx, period.subscriptionId))) return;
  await writeNextTry(tx, orderId, next);
  // There is a card: it is we who could not ask it.
  const hasCard = failure === 'never_arrived';
  const kind = kinds[failure] ?? 'failed';
  await writeTo(tx, period.subscriptionId, { kind, nextTry: next, hasCard }, orderId);
}

/** Other letters than that the bank declined: it asks for its owner, or could not be asked. */
const kinds: Partial<Record<PaymentFailure, 'confirm' | 'due'>> = {
  not_confirmed: 'confirm',
  never_arrived: 'due',
};

/** There is nothing that could be charged, or no bank to be asked: the person is asked to pay the month by hand. */
export async function askForMonth(
  tx: Db,
  { orderId, subscriptionId }: { orderId: string; subscriptionId: string },
): Promise<void> {
  const due = await demandPayment(tx, subscriptionId);
  if (!due) return;
  await writeNextTry(tx, orderId, null);
  await writeTo(tx, subscriptionId, { kind: 'due', hasWaited: due === 'again' }, orderId);
}

/**
 * A payment is due: the grace begins, `again` where it was due before it waited for a rate. Null when it does not
 * go on anyway.
 */
async function demandPayment(tx: Db, subscriptionId: string): Promise<'now' | 'again' | null> {
  const subscription = await lockSubscription(tx, subscriptionId);
  const { state, waitsForRate, validUntil } = subscription ?? {};
  const at = nowText();
  if (state === 'past_due') {
    return (await stopWaiting(tx, subscriptionId, graceUntil(at))) ? 'again' : 'now';
  }
  if (state !== 'active' || !validUntil) return null;
  // Whoever waited for us has the whole grace.
  const accessUntil = graceUntil(waitsForRate ? at : validUntil);
  const isMoved = await moveSubscription(tx, subscriptionId, { to: 'past_due', at, accessUntil });
  return isMoved ? 'now' : null;
}
