import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { Refund, RefundReason } from '#contract/shared/refunds.ts';
import {
  bouncedEntries,
  noteGivenBack,
  type PaymentFact,
  postLedger,
  strayReturnEntries,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { wordsOf } from '#server/platform/words.ts';
import { acknowledgeRefund } from '../acknowledge-orders.ts';
import { type LockedSale, lockSale } from '../orders.store.ts';
import { tellOfBouncedRefund, tellOfFailedRefund } from '../tell-administrators.ts';
import { bookRefund } from './book-refund.ts';
import { grantIfAllBack } from './grant-request.ts';
import { refundByLine, wholeShare } from './refund-by-line.ts';
import { insertRefundLines, listOwed } from './refund-lines.store.ts';
import { bearerOf } from './refunds.rules.ts';
import {
  findRefundNamed,
  insertRefund,
  listRequested,
  listStray,
  moveRefund,
  sumRefunds,
} from './refunds.store.ts';
import { returnStray, takeResent } from './stray-money.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

type Elsewhere = PaymentFact & { object: string; reason: RefundReason };

/**
 * Somebody gave money back at the provider's own desk: it is taken into the books as a refund of ours,
 * with ticket, paper and letter. Unless it is one of ours that came back, and was sent again there.
 */
export async function takeRefundElsewhere(tx: Db, said: Elsewhere): Promise<void> {
  const { orderId, paymentId, amount, object, reason: reasonCode } = said;
  const order = orRefuse(await lockSale(tx, orderId));
  const stray = await listStray(tx, paymentId);
  if (stray.length > 0) {
    await returnStray(tx, said, { stray, object, entries: strayReturnEntries, letter: true });
    return;
  }
  if (await takeResent(tx, said, { object, entries: strayReturnEntries })) return;
  const given = await takeWithoutAsking(tx, order, {
    ...{ paymentId, amount, object, reasonCode, origin: 'provider', from: 'provider' },
    keepsWaiting: true,
  });
  if (!given) return;
  const { refundId, invoiceId } = given;
  await enqueue(tx, acknowledgeRefund, { orderId, refundId, invoiceId });
}

type Taken = {
  paymentId: string;
  amount: number;
  object: string;
  reasonCode: RefundReason;
  origin: Extract<Refund['origin'], 'provider' | 'dispute'>;
  from: 'provider' | 'disputes';
  /** What was asked of the provider, and still fits, can still be done. */
  keepsWaiting: boolean;
};

/**
 * Money has gone back, and nobody asked us: as much of it as the sale still had is a refund. Null when
 * nothing was left of it.
 */
export async function takeWithoutAsking(
  tx: Db,
  order: LockedSale,
  { paymentId, amount, object, reasonCode, origin, from, keepsWaiting }: Taken,
): Promise<{ refundId: string; invoiceId: string | null; taken: number } | null> {
  const { id: orderId, total, language } = order;
  const taken = Math.min(amount, total - (await sumRefunds(tx, orderId)).done);
  if (taken <= 0) return null;
  await giveUpWaiting(tx, order, { taken, keepsWaiting });
  const sums = await sumRefunds(tx, orderId);
  const bearer = bearerOf({ reasonCode, amount: taken, total, promoted: sums.promoted });
  const parts = refundByLine(await listOwed(tx, order), { amount: taken, bearer });
  const share = wholeShare(parts);
  const at = nowText();
  const reason = say(language, `back.${origin}`);
  const id = await insertRefund(tx, {
    ...{ orderId, paymentId, amount: taken, reason, requestedBy: null, origin, object, at },
    borne: { reasonCode, bearer, bearerReason: '', share },
    asked: null,
  });
  await insertRefundLines(tx, id, parts);
  await moveRefund(tx, id, { to: 'done', at });
  await grantIfAllBack(tx, order, { by: null, at });
  await noteGivenBack(tx, paymentId, taken);
  const booked = { id, paymentId, parts, reason, at, from };
  return { refundId: id, taken, invoiceId: await bookRefund(tx, order, booked) };
}

/** What is asked of the provider and cannot be done any more is asked no longer. */
async function giveUpWaiting(
  tx: Db,
  { id: orderId, total }: LockedSale,
  { taken, keepsWaiting }: { taken: number; keepsWaiting: boolean },
): Promise<void> {
  let room = keepsWaiting ? total - (await sumRefunds(tx, orderId)).done - taken : 0;
  for (const { id, amount } of await listRequested(tx, orderId)) {
    if (amount <= room) room -= amount;
    else await moveRefund(tx, id, { to: 'failed', at: nowText() });
  }
}

type Failed = PaymentFact & { object: string; key: string | null };

/**
 * A refund did not reach the buyer. One that was not done yet has failed, and can be asked for anew;
 * one that was done has come back: the money is the buyer's, and administrators must send it another way.
 */
export async function takeFailedRefund(tx: Db, said: Failed): Promise<void> {
  const { orderId, currency, amount } = said;
  orRefuse(await lockSale(tx, orderId));
  const known = await findRefundNamed(tx, said);
  if (!known) return;
  const at = nowText();
  const told = { orderId, amount, currency: currency as CurrencyCode };
  if (await moveRefund(tx, known.id, { to: 'failed', at })) return tellOfFailedRefund(tx, told);
  if (!(await moveRefund(tx, known.id, { to: 'bounced', at }))) return;
  const entries = bouncedEntries(amount);
  // One that was sent again may come back again, under another name.
  const posting = `bounced:${known.id}:${said.object}`;
  await postLedger(tx, { orderId, posting, channelId: null, currency, at, entries });
  await tellOfBouncedRefund(tx, told);
}
