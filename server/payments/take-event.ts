import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import { type PaymentFact, PaymentSettled, PaymentSurplus } from './announcements.ts';
import {
  findPayment,
  keepEvent,
  movePayment,
  noteSurplus,
  type PaymentRow,
} from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import {
  type Callback,
  isEvent,
  type ProviderEvent,
  type ProviderNote,
} from './providers/provider.ts';

/**
 * A provider calls back. The message must be signed, fit the payment, and is stored once in the
 * transaction of its effect: a repeated one changes nothing. Refuses PAYMENT_SIGNATURE and
 * CALLBACK_INVALID.
 */
export async function receiveCallback(provider: string, callback: Callback): Promise<void> {
  await takeSaid(provider, await providerNamed(provider).read(callback));
}

/** What a provider said, proven: of a charge it takes effect, all else is kept. */
export async function takeSaid(
  provider: string,
  said: ProviderEvent | ProviderNote,
): Promise<void> {
  if (isEvent(said)) return takeEvent(provider, said);
  const entry = { provider, paymentId: null, outcome: 'kept', at: nowText() };
  await keepEvent(db(), { ...entry, ...said });
}

/** The effect of what a provider says of a charge, however we learnt it. */
export async function takeEvent(provider: string, event: ProviderEvent): Promise<void> {
  const payment = await findPayment(db(), provider, event.reference);
  if (!payment || !fits(payment, event)) {
    await keepRefused(provider, event, payment);
    refuse('CALLBACK_INVALID');
  }
  await inTransaction(async (tx) => {
    const entry = { provider, paymentId: payment.id, outcome: event.state, at: nowText() };
    const { eventId, type } = event;
    const isNew = await keepEvent(tx, { ...entry, eventId, type, body: event });
    if (isNew) await applyEvent(tx, payment, event);
  });
}

const fits = (payment: PaymentRow, event: ProviderEvent): boolean =>
  payment.amount === event.amount &&
  payment.currency === event.currency &&
  payment.orderId === event.orderId;

/** A signed message that fits no payment is kept too: somebody will want to know. */
async function keepRefused(
  provider: string,
  event: ProviderEvent,
  payment: PaymentRow | null,
): Promise<void> {
  await keepEvent(db(), {
    provider,
    paymentId: payment?.id ?? null,
    eventId: `${event.eventId}#refused`,
    type: event.type,
    body: event,
    outcome: payment ? 'refused: does not fit the payment' : 'refused: no such payment',
    at: nowText(),
  });
}

async function applyEvent(tx: Db, payment: PaymentRow, event: ProviderEvent): Promise<void> {
  const { id } = payment;
  if (event.state === 'approved') return settle(tx, payment, event.lastFour);
  if (event.state === 'confirming') {
    await movePayment(tx, id, { from: ['open'], to: 'confirming' });
    return;
  }
  if (event.state !== 'declined') return;
  const failure = event.failure ?? 'card_declined';
  await movePayment(tx, id, { from: ['open', 'confirming'], to: 'declined', failure });
}

async function settle(tx: Db, payment: PaymentRow, told: string | undefined): Promise<void> {
  const { id: paymentId, orderId, amount, currency, provider } = payment;
  const lastFour = told ?? payment.lastFour;
  const said: PaymentFact = { paymentId, orderId, amount, currency };
  const from = ['open', 'confirming'] as const;
  const at = nowText();
  const expected = await movePayment(tx, said.paymentId, {
    ...{ from, to: 'paid', settledAt: at },
    lastFour: told,
  });
  if (expected) {
    return announce(tx, PaymentSettled, { ...said, paidWith: { provider, lastFour } });
  }
  // Given up by us, yet the bank took the money: it goes back, once, however often we are told.
  if (await noteSurplus(tx, said.paymentId, at)) await announce(tx, PaymentSurplus, said);
}
