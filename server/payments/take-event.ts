import { z } from 'zod';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { log } from '#server/platform/log.ts';
import {
  PaymentDeclined,
  type PaymentFact,
  PaymentSettled,
  PaymentSurplus,
} from './announcements.ts';
import { findSetup } from './card-setups.store.ts';
import { keepMark, keepNotice, markNotice, stateOfNotice } from './events.store.ts';
import { takeSetup } from './keep-card.ts';
import { insertKeptMeans } from './kept-means.store.ts';
import {
  findPayment,
  isLive,
  listPaymentsOf,
  lockPaymentsOf,
  movePayment,
  noteSurplus,
  type PaymentMove,
  type PaymentRow,
} from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import type {
  Callback,
  ChargeReport,
  ProviderNotice,
  ProviderSaid,
  SetupReport,
} from './providers/provider.ts';
import { takeDispute } from './take-dispute.ts';
import { takeRefunds } from './take-refunds.ts';

/**
 * A provider calls back. The message must be signed, and is kept at once: whatever breaks after that
 * takes nothing of it away. It is understood, and marked in the transaction of its effect: a repeated
 * one changes nothing. Refuses PAYMENT_SIGNATURE and CALLBACK_INVALID.
 */
export async function receiveCallback(provider: string, callback: Callback): Promise<void> {
  await takeProven(provider, await providerNamed(provider).prove(callback));
}

/** The same for a notice that is proven, however it came. */
export async function takeProven(provider: string, notice: ProviderNotice): Promise<void> {
  await keepNotice(db(), { provider, notice, at: nowText() });
  await handleNotice(provider, notice);
}

/** The effect of a notice that is kept; what broke is noted there, and thrown. */
export async function handleNotice(provider: string, notice: ProviderNotice): Promise<void> {
  const { eventId } = notice;
  try {
    await takeEffect(provider, notice);
  } catch (error) {
    const wasRefused = async () => (await stateOfNotice(db(), { provider, eventId })) === 'refused';
    if (error instanceof Refusal && (await wasRefused())) throw error;
    const { message } = error instanceof Error ? error : { message: String(error) };
    await markNotice(
      db(),
      { provider, eventId },
      { state: 'failed', error: message.slice(0, 500) },
    );
    log().error({ err: error, provider, eventId }, 'a notice of a provider was not handled');
    throw error;
  }
}

async function takeEffect(provider: string, notice: ProviderNotice): Promise<void> {
  const { eventId } = notice;
  const mark = { provider, eventId };
  const said = await understood(provider, notice);
  if (said.about === 'nothing') {
    await markNotice(db(), mark, { state: 'kept' });
    return;
  }
  if (said.about === 'setup') return takeSetupNotice(mark, said.report);
  const payment = await findPayment(db(), provider, referenceOf(said));
  const fault = faultOf(said, payment);
  if (!payment || fault) {
    const paymentId = payment?.id ?? null;
    // Proven, and of another installation with the same account: none of our business.
    const state = payment ? 'refused' : 'kept';
    await markNotice(db(), mark, { state, outcome: fault ?? '', paymentId });
    if (payment) refuse('CALLBACK_INVALID');
    return;
  }
  const outcome = said.about === 'charge' ? said.report.state : said.about;
  await inTransaction(async (tx) => {
    const isNew = await markNotice(tx, mark, { state: 'handled', paymentId: payment.id, outcome });
    if (isNew) await applySaid(tx, payment, said);
  });
}

/** A card that was given; one of another installation with the same account is none of our business. */
async function takeSetupNotice(
  mark: { provider: string; eventId: string },
  report: SetupReport,
): Promise<void> {
  const setup = z.uuid().safeParse(report.reference).success
    ? await findSetup(db(), report.reference)
    : null;
  if (!setup || setup.provider !== mark.provider) {
    await markNotice(db(), mark, { state: 'kept' });
    return;
  }
  await inTransaction(async (tx) => {
    const outcome = `card_${report.state}`;
    if (await markNotice(tx, mark, { state: 'handled', outcome }))
      await takeSetup(tx, setup, report);
  });
}

/** What cannot be understood is refused, and kept as that. */
async function understood(provider: string, notice: ProviderNotice): Promise<ProviderSaid> {
  try {
    return await providerNamed(provider).understand(notice);
  } catch (error) {
    if (error instanceof Refusal) {
      const mark = { provider, eventId: notice.eventId };
      await markNotice(db(), mark, { state: 'refused', outcome: 'unreadable' });
    }
    throw error;
  }
}

const referenceOf = (said: Exclude<ProviderSaid, { about: 'nothing' | 'setup' }>): string =>
  said.about === 'refunds' ? said.reference : said.report.reference;

function faultOf(
  said: Exclude<ProviderSaid, { about: 'setup' }>,
  payment: PaymentRow | null,
): string | null {
  if (!payment) return 'no_payment';
  if (said.about === 'charge') return fits(payment, said.report) ? null : 'does_not_fit';
  const told = said.about === 'refunds' ? said.refunds : [];
  const currencies = said.about === 'dispute' ? [said.report] : told;
  return currencies.every(({ currency }) => currency === payment.currency) ? null : 'does_not_fit';
}

const fits = (payment: PaymentRow, event: ChargeReport): boolean =>
  payment.amount === event.amount &&
  payment.currency === event.currency &&
  payment.orderId === event.orderId;

async function applySaid(tx: Db, payment: PaymentRow, said: ProviderSaid): Promise<void> {
  if (said.about === 'charge') await applyReport(tx, payment, said.report);
  if (said.about === 'dispute') await takeDispute(tx, payment, said.report);
  if (said.about === 'refunds') await takeRefunds(tx, payment, said.refunds);
}

/** What a provider keeps is sealed where it stands, and nowhere else. */
const withoutToken = ({ kept: _, ...said }: ChargeReport) => said;

/**
 * What a provider said of a charge when it was asked, or at once when it charged what it keeps: it
 * takes effect once, as if it had been told. `told`: by whoever has looked at the provider's own screen,
 * and is kept with it.
 */
export async function takeReport(
  payment: PaymentRow,
  report: ChargeReport,
  how: 'reconciled' | 'answered' | 'told' = 'reconciled',
  by?: string,
): Promise<void> {
  if (!fits(payment, report)) refuse('CALLBACK_INVALID');
  const { provider, id: paymentId } = payment;
  await inTransaction(async (tx) => {
    const isNew = await keepMark(tx, {
      ...{ provider, paymentId, outcome: report.state, at: nowText() },
      body: { ...withoutToken(report), ...(by ? { by } : {}) },
      eventId: `${how}_${report.reference}_${report.state}`,
      type: `${how}.${report.state}`,
    });
    if (isNew) await applyReport(tx, payment, report);
  });
}

async function applyReport(tx: Db, payment: PaymentRow, report: ChargeReport): Promise<void> {
  const { id } = payment;
  if (report.state === 'approved') return settle(tx, payment, report);
  if (report.state === 'confirming') {
    await movePayment(tx, id, { from: ['open'], to: 'confirming' });
    return;
  }
  if (report.state !== 'declined') return;
  const failure = report.failure ?? 'card_declined';
  const move = { from: ['open', 'confirming'] as const, to: 'declined' as const, failure };
  if (!(await movePayment(tx, id, move))) return;
  const { orderId, keptMeansId } = payment;
  await announce(tx, PaymentDeclined, { orderId, failure, isOfKept: keptMeansId !== null });
}

async function settle(
  tx: Db,
  payment: PaymentRow,
  { lastFour: told, kept }: ChargeReport,
): Promise<void> {
  const { id: paymentId, orderId, amount, currency, provider } = payment;
  const lastFour = told ?? payment.lastFour;
  const said: PaymentFact = { paymentId, orderId, amount, currency };
  const at = nowText();
  const paid = { to: 'paid', settledAt: at, lastFour: told } as const;
  const expected = await movePayment(tx, paymentId, { ...paid, from: ['open', 'confirming'] });
  if (expected || (await isWelcome(tx, payment, paid))) {
    if (payment.keeps && kept) await insertKeptMeans(tx, { paymentId, provider, at }, kept);
    return announce(tx, PaymentSettled, { ...said, paidWith: { provider, lastFour } });
  }
  // Given up by us, and another one pays: it goes back, once, however often we are told.
  if (await noteSurplus(tx, paymentId, at)) await announce(tx, PaymentSurplus, said);
}

/**
 * Money for an attempt that had ended counts all the same while nothing else pays for its order: whoever
 * asked for it honours it or gives it back. Attempts are opened under the lock of those that were, the first
 * one when there was none; of two that live the database takes one.
 */
async function isWelcome(
  tx: Db,
  { id, orderId }: PaymentRow,
  paid: Omit<PaymentMove, 'from'>,
): Promise<boolean> {
  await lockPaymentsOf(tx, orderId);
  // Read anew: one that was opened while we waited was not there when we asked for the lock.
  const others = (await listPaymentsOf(tx, orderId)).filter((one) => one.id !== id);
  if (others.some(isLive)) return false;
  return movePayment(tx, id, { ...paid, from: ['declined', 'cancelled'] });
}
