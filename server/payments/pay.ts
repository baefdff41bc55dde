import type { Card, CarriedNotice, PaymentMeans, PaymentProvider } from '#contract/payments.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { log } from '#server/platform/log.ts';
import type { PaidWith } from './announcements.ts';
import {
  findPaymentById,
  insertingFirst,
  insertPayment,
  isLive,
  listPaymentsOf,
  lockPaymentsOf,
  movePayment,
  type NewPayment,
  noteCharged,
  type PaymentRow,
  type ToBePaid,
} from './payments.store.ts';
import { providerNamed } from './providers/index.ts';
import type { ChargeScreen } from './providers/provider.ts';
import { cardIsValid } from './providers/sandbox-cards.rules.ts';
import { giveUpLost, reconcileOne } from './reconcile.ts';
import { mediaPaySettings } from './settings/media-pay.queries.ts';
import { isTrial, providersFor, providersOn } from './settings/media-pay.rules.ts';
import { takeProven } from './take-event.ts';

type Sum = { amount: number; currency: CurrencyCode };

/** How a buyer wants to pay, judged; `takes` says whether a sum can be paid so. */
export type Means = {
  provider: PaymentProvider;
  card: Card | null;
  takes: (sum: Sum) => boolean;
  /** No money moves: its provider is only being tried out. */
  isTrial: boolean;
};

/**
 * Judges how a buyer wants to pay; not inside a transaction. Refuses VALIDATION when the card's last
 * month is over, PAYMENT_ERROR when nobody pays so here any more.
 */
export async function demandMeans(means: PaymentMeans): Promise<Means> {
  const settings = await mediaPaySettings();
  const provider: PaymentProvider = 'card' in means ? 'sandbox' : means.provider;
  if (!providersOn(settings).includes(provider)) refuse('PAYMENT_ERROR');
  const takes = (sum: Sum) => providersFor(settings, sum).includes(provider);
  const how = { provider, takes, isTrial: isTrial(provider, settings) };
  if (!('card' in means)) return { ...how, card: null };
  const { year, month } = now().toZonedDateTimeISO('UTC');
  if (!cardIsValid(means.card.expiry, { year, month })) {
    refuse('VALIDATION', { fields: { 'card.expiry': 'time_past' } });
  }
  return { ...how, card: means.card };
}

/** `keep`: the provider is to keep the means, for charges while its owner is not there. */
type Opening = Sum & { orderId: string; means: Means; keep?: boolean };

/**
 * Opens an attempt to pay an order, in the caller's transaction, which has locked the attempts before
 * and the order (`lockAttempts`); `charge` asks the provider once that has committed. Refuses ORDER_STATE
 * while another attempt is open or has succeeded, PAYMENT_ERROR when the provider cannot take this sum.
 */
export async function openPayment(tx: Db, opening: Opening): Promise<PaymentRow> {
  return insertPayment(tx, newPayment(opening));
}

/**
 * Opens the first attempt to pay an order that is judged already, not inside a transaction: null, and
 * nothing is opened, when by now it is not to be paid, or somebody has tried before. Refuses PAYMENT_ERROR.
 */
export function openingFirst(toBePaid: ToBePaid) {
  const insertFirst = insertingFirst(toBePaid);
  return (opening: Opening): Promise<PaymentRow | null> => insertFirst(db(), newPayment(opening));
}

function newPayment({ orderId, amount, currency, means, keep }: Opening): NewPayment {
  if (!means.takes({ amount, currency })) refuse('PAYMENT_ERROR');
  return {
    ...{ orderId, amount, currency },
    provider: means.provider,
    reference: providerNamed(means.provider).newReference?.(),
    lastFour: means.card?.number.slice(-4) ?? '',
    keeps: keep ?? false,
    isTrial: means.isTrial,
    at: nowText(),
  };
}

/**
 * Asks the provider for the money of an open attempt. What comes of it arrives by callback; after
 * a crash in between the reconciler finds out. `screen` is for providers with a page of their own.
 * Refuses PAYMENT_ERROR when the provider is not there.
 */
export async function charge(
  payment: PaymentRow,
  { card }: Means,
  screen: ChargeScreen | null,
): Promise<void> {
  const { id, reference, orderId, amount, currency, keeps: keep } = payment;
  const charged = await providerNamed(payment.provider)
    .charge({ reference, orderId, amount, currency, card, screen, keep })
    .catch(async (error: unknown) => {
      log().error({ err: error, paymentId: id, orderId }, 'provider took no charge');
      // Nobody was told where to pay: the buyer may try again at once.
      if (screen) await giveUpLost(payment);
      return refuse('PAYMENT_ERROR');
    });
  if (charged.state === 'confirming') await noteCharged(db(), id, charged);
}

/**
 * A buyer is back from the page of the provider: what became of the payment takes effect now, if it
 * can be known. `notice` is what the browser carried back. Not inside a transaction. Refuses
 * PAYMENT_SIGNATURE and CALLBACK_INVALID.
 */
export async function comeBack(orderId: string, notice: CarriedNotice | null): Promise<void> {
  const [payment] = await listPaymentsOf(db(), orderId);
  if (!payment || !['open', 'confirming'].includes(payment.state)) return;
  const provider = providerNamed(payment.provider);
  if (notice && provider.proveCarried) {
    const proven = await provider.proveCarried(notice);
    const said = await provider.understand(proven);
    if (said.about === 'charge' && said.report.orderId !== orderId) refuse('CALLBACK_INVALID');
    return takeProven(payment.provider, proven);
  }
  await reconcileOne(payment);
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
  const { id, provider } = payment;
  if (!(await providerNamed(provider).cancel(payment))) refuse('ORDER_STATE');
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

/** The attempts to pay an order, as they were locked. */
export type Attempts = {
  orderId: string;
  /** The one that is under way or has succeeded. */
  live: PaymentRow | null;
  count: number;
};

/**
 * Locks the attempts to pay an order, which comes before its own lock: with both, and with `isOutrun`
 * answering no, whoever opens another one waits for nobody.
 */
export async function lockAttempts(tx: Db, orderId: string): Promise<Attempts> {
  const locked = await lockPaymentsOf(tx, orderId);
  return { orderId, live: locked.find(isLive) ?? null, count: locked.length };
}

/**
 * Has an attempt come between the locks of those that were there and that of the order? It is not ours:
 * whoever holds it may wait for the order, and to write beside it would be to wait for them. All locks are
 * to be given back, and taken anew.
 */
export const isOutrun = async (tx: Db, { orderId, count }: Attempts): Promise<boolean> =>
  (await listPaymentsOf(tx, orderId)).length > count;

/** Locks the payments of an order; answers the one that brought its money. */
export async function lockPaidPayment(tx: Db, orderId: string): Promise<PaymentRow | null> {
  return (await lockPaymentsOf(tx, orderId)).find(({ state }) => state === 'paid') ?? null;
}

/** How a payment was made, as papers say it. */
export async function findPaidWith(db: Db, paymentId: string): Promise<PaidWith | null> {
  const payment = await findPaymentById(db, paymentId);
  return payment && { provider: payment.provider, lastFour: payment.lastFour };
}
