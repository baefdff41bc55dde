import type { Card } from '#contract/payments.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { log } from '#server/platform/log.ts';
import type { PaidWith } from './announcements.ts';
import {
  findPaymentById,
  insertPayment,
  listPaymentsOf,
  lockPaymentsOf,
  movePayment,
  type PaymentRow,
} from './payments.store.ts';
import { activeProvider, providerNamed } from './providers/index.ts';
import { cardIsValid } from './providers/sandbox-cards.rules.ts';

/** Refuses VALIDATION when the card's last month is over. */
export function demandValidCard(card: Card): void {
  const { year, month } = now().toZonedDateTimeISO('UTC');
  if (!cardIsValid(card.expiry, { year, month })) {
    refuse('VALIDATION', { fields: { 'card.expiry': 'time_past' } });
  }
}

/**
 * Opens an attempt to pay an order, in the caller's transaction; `charge` asks the provider once
 * that has committed. Refuses ORDER_STATE while another attempt is open or has succeeded.
 */
export const openPayment = (
  tx: Db,
  order: { orderId: string; amount: number; currency: string; card: Card },
): Promise<PaymentRow> =>
  insertPayment(tx, {
    orderId: order.orderId,
    provider: activeProvider().name,
    amount: order.amount,
    currency: order.currency,
    lastFour: order.card.number.slice(-4),
    at: nowText(),
  });

/**
 * Asks the provider for the money of an open attempt. What comes of it arrives by callback; after
 * a crash in between the reconciler finds out. Refuses PAYMENT_ERROR when the provider is not there.
 */
export async function charge(payment: PaymentRow, card: Card): Promise<void> {
  const { reference, orderId, amount, currency } = payment;
  const request = { reference, orderId, amount, currency, card };
  const state = await providerNamed(payment.provider)
    .charge(request)
    .catch((error: unknown) => {
      log().error({ err: error, paymentId: payment.id, orderId }, 'provider took no charge');
      return refuse('PAYMENT_ERROR');
    });
  if (state === 'confirming') {
    await movePayment(db(), payment.id, { from: ['open'], to: 'confirming' });
  }
}

/** The buyer's answer to the provider's question; refuses ORDER_STATE when nothing is asked. */
export async function confirmPayment(orderId: string, approve: boolean): Promise<void> {
  const [payment] = await listPaymentsOf(db(), orderId);
  if (payment?.state !== 'confirming') refuse('ORDER_STATE');
  const provider = providerNamed(payment.provider);
  if (!(await provider.confirm(payment.reference, approve))) refuse('ORDER_STATE');
}

/**
 * Gives up an attempt of the order that waits for the buyer's answer. Not inside a transaction.
 * Refuses ORDER_STATE when money may be on its way.
 */
export async function giveUpPayment(orderId: string): Promise<void> {
  const payment = (await listPaymentsOf(db(), orderId)).find(isLive);
  if (!payment) return;
  if (payment.state !== 'confirming') refuse('ORDER_STATE');
  const { id, provider, reference } = payment;
  if (!(await providerNamed(provider).cancel(reference))) refuse('ORDER_STATE');
  await movePayment(db(), id, { from: ['confirming'], to: 'cancelled', failure: 'not_confirmed' });
}

/**
 * Locks the payments of an order until the caller's transaction ends; refuses ORDER_STATE when one
 * is under way or has succeeded. Payments are always locked before their order.
 */
export async function demandNoPayment(tx: Db, orderId: string): Promise<void> {
  if ((await lockPaymentsOf(tx, orderId)).some(isLive)) refuse('ORDER_STATE');
}

/**
 * Is a payment of the order under way, or has one succeeded? Locks nothing: for whoever holds the
 * order's lock already, under which every attempt is opened.
 */
export const hasLivePayment = async (tx: Db, orderId: string): Promise<boolean> =>
  (await listPaymentsOf(tx, orderId)).some(isLive);

/** Locks the payments of an order; answers the one that is under way or has succeeded, if any. */
export async function lockLivePayment(tx: Db, orderId: string): Promise<PaymentRow | null> {
  return (await lockPaymentsOf(tx, orderId)).find(isLive) ?? null;
}

/** Locks the payments of an order; answers the one that brought its money. */
export async function lockPaidPayment(tx: Db, orderId: string): Promise<PaymentRow | null> {
  return (await lockPaymentsOf(tx, orderId)).find(({ state }) => state === 'paid') ?? null;
}

/** How a payment was made, as papers say it. */
export async function findPaidWith(db: Db, paymentId: string): Promise<PaidWith | null> {
  const payment = await findPaymentById(db, paymentId);
  return payment && { provider: payment.provider, lastFour: payment.lastFour };
}

const isLive = ({ state }: PaymentRow): boolean => ['open', 'confirming', 'paid'].includes(state);
