import {
  type LedgerEntry,
  noteGivenBack,
  type PaymentFact,
  postLedger,
} from '#server/payments/index.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database/index.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { acknowledgeRefund } from '../acknowledge-orders.ts';
import { refundPayment } from './ask-provider.ts';
import { findBounced, insertRefund, type listStray, moveRefund } from './refunds.store.ts';

type Stray = Awaited<ReturnType<typeof listStray>>[number];

type Way = {
  /** What the provider calls it. */
  object: string;
  /** Where the money was until now. */
  entries: (amount: number) => LedgerEntry[];
  /** The buyer is written to. */
  letter: boolean;
};

/**
 * Money that bought nothing has gone back, and it was not we who asked: it is that which was to go back
 * anyhow, or was given up. Of a part the rest is asked for by itself. Answers how much of it was still here.
 */
export async function returnStray(
  tx: Db,
  gone: PaymentFact,
  { stray, ...way }: Way & { stray: readonly Stray[] },
): Promise<number> {
  const open = stray.find(({ isOwed, state }) => isOwed && state !== 'bounced');
  if (!open) return (await takeResent(tx, gone, way)) ? gone.amount : 0;
  const amount = Math.min(gone.amount, open.amount);
  const id = amount < open.amount ? await splitStray(tx, gone, open) : open.id;
  await moveRefund(tx, id, { to: 'done', at: nowText(), object: way.object });
  await noteGivenBack(tx, gone.paymentId, amount);
  await bookStray(tx, gone, { id, entries: way.entries(amount), letter: way.letter });
  return amount;
}

/** A part of it has gone: that is a refund of its own, and so is the rest. Answers that of the part. */
async function splitStray(tx: Db, gone: PaymentFact, open: Stray): Promise<string> {
  const { orderId, paymentId, amount } = gone;
  const at = nowText();
  await moveRefund(tx, open.id, { to: 'failed', at });
  const { reason } = open;
  const refund = { orderId, paymentId, reason, requestedBy: null, borne: null, asked: null, at };
  const id = await insertRefund(tx, { ...refund, amount, origin: 'provider' });
  const rest = open.amount - amount;
  const key = await insertRefund(tx, { ...refund, amount: rest, origin: 'rule' });
  await refundPayment(tx, { paymentId, amount: rest, key });
  return id;
}

/** Money that bought nothing is back with its buyer: into the books. */
export async function bookStray(
  tx: Db,
  { orderId, currency }: Pick<PaymentFact, 'orderId' | 'currency'>,
  { id, entries, letter }: { id: string; entries: LedgerEntry[]; letter: boolean },
): Promise<void> {
  if (letter) await enqueue(tx, acknowledgeRefund, { orderId, refundId: id, invoiceId: null });
  const posting = `refund:${id}`;
  await postLedger(tx, { orderId, posting, channelId: null, currency, at: nowText(), entries });
}

/**
 * A refund came back from the buyer's bank, and its money has found another way: ticket and paper
 * followed when it was first done, and the payment knows it as given back. False when there is none.
 */
export async function takeResent(
  tx: Db,
  { orderId, paymentId, amount, currency }: PaymentFact,
  { object, entries }: Omit<Way, 'letter'>,
): Promise<boolean> {
  const bounced = await findBounced(tx, { paymentId, amount });
  if (!bounced) return false;
  const at = nowText();
  await moveRefund(tx, bounced.id, { to: 'done', at, from: ['bounced'], object });
  const posting = `resent:${bounced.id}:${object}`;
  const fact = { orderId, posting, channelId: null, currency, at };
  await postLedger(tx, { ...fact, entries: entries(amount) });
  return true;
}
