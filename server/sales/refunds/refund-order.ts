import type { Order } from '#contract/orders.ts';
import type { RefundForm, RefundPreview } from '#contract/refunds.ts';
import {
  hasWithheldMoney,
  lockPaidPayment,
  type RefundRequest,
  takesRefund,
} from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { type Actor, isAdmin } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { getOrder, getSoldOrder } from '../orders.queries.ts';
import { canRefund, mayGiveBack, mayRefundLines, type OrderFacts } from '../orders.rules.ts';
import { type LockedSale, lockSale } from '../orders.store.ts';
import { tellOfUnfitRefund } from '../tell-administrators.ts';
import { refundPayment, tryRefund } from './ask-provider.ts';
import { grantIfAllBack } from './grant-request.ts';
import {
  leftOf,
  meantLines,
  type OwedLine,
  type RefundedLine,
  refundByLine,
  wholeShare,
} from './refund-by-line.ts';
import { insertRefundLines, listOwed, listTaken } from './refund-lines.store.ts';
import { bearerBy } from './refunds.rules.ts';
import {
  type Borne,
  findRefundAsked,
  insertRefund,
  moveRefund,
  type NewRefund,
  sumRefunds,
} from './refunds.store.ts';

/**
 * Gives money back, to the same means of payment: administrators the whole or a part, organizers
 * the whole, at their own cost and until it is paid out. Asked again under the same key it is the
 * same refund, whatever became of the answer. The provider is asked at once; if it cannot be reached,
 * a job goes on asking.
 */
export async function refundOrder(
  actor: Actor,
  orderId: string,
  asked: { key: string; form: RefundForm },
): Promise<Order> {
  await getRefundable(actor, orderId, asked.form);
  const request = await inTransaction((tx) => requestRefund(tx, actor, { orderId, ...asked }));
  if (request) await tryRefund(request, orderId);
  return getOrder(actor, orderId);
}

/** Refuses FORBIDDEN to whoever may not give it back so. */
async function getRefundable(
  actor: Actor,
  orderId: string,
  form: Pick<RefundForm, 'amount' | 'bearer'>,
): Promise<OrderFacts> {
  const order = await getSoldOrder(actor, orderId);
  if (!mayGiveBack(actor, order, { form, now: now() })) refuse('FORBIDDEN');
  return order;
}

/** What a refund would take from whom. Refuses what the refund itself would be refused for. */
export async function previewRefund(
  actor: Actor,
  orderId: string,
  form: Pick<RefundForm, 'amount' | 'reasonCode' | 'bearer'> & { line?: string | undefined },
): Promise<RefundPreview> {
  const facts = await getRefundable(actor, orderId, form);
  if (facts.isWithheld) refuse('REFUND_DISPUTED');
  if (!canRefund(facts)) refuse('REFUND_STATE');
  const { order, sums, owed, taken } = await inTransaction(async (tx) => {
    const order = orRefuse(await lockSale(tx, orderId));
    const [owed, taken] = [await listOwed(tx, order), await listTaken(tx, orderId)];
    return { order, sums: await sumRefunds(tx, orderId), owed, taken };
  });
  const lines = meantLines(owed, form.line ? [form.line] : undefined);
  if (!lines) return refuse('SERVER_ERROR_NOT_FOUND');
  const named = order.lines.filter(({ id }) => id === form.line);
  if (!mayRefundLines(actor, named)) refuse('FORBIDDEN');
  const left = leftOf(lines);
  const amount = Math.min(form.amount ?? left, left);
  const given = { ...form, amount, total: order.total, promoted: sums.promoted };
  const byRule = bearerBy({ isAdmin: isAdmin(actor) }, given);
  const bearer = form.bearer ?? byRule;
  const parts = refundByLine(lines, { amount, bearer });
  const share = wholeShare(parts);
  const endsGifts = endedBy(parts, taken);
  const can = { part: isAdmin(actor), choose: isAdmin(actor) };
  return { currency: order.currency, left, amount, byRule, bearer, share, endsGifts, can };
}

/** How many gifts that somebody has accepted end with it: those of which nothing is left. */
const endedBy = (parts: readonly RefundedLine[], taken: ReadonlyMap<string, number>): number =>
  parts.filter(({ lineId, amount }) => taken.get(lineId) === amount).length;

type PaidPayment = NonNullable<Awaited<ReturnType<typeof lockPaidPayment>>>;
type Sums = Awaited<ReturnType<typeof sumRefunds>>;

type Asked = { orderId: string; key: string; form: RefundForm };

/** Writes the refund down; null when the provider was asked for the same one, whatever became of it. */
async function requestRefund(tx: Db, actor: Actor, { orderId, key, form }: Asked) {
  const payment = await lockPaidPayment(tx, orderId);
  const order = orRefuse(await lockSale(tx, orderId));
  const digest = digestOf(JSON.stringify({ orderId, ...form }));
  const known = await findRefundAsked(tx, actor.id, key);
  if (known && !known.digest?.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  if (known) return known.isToAsk ? known.request : null;
  const sums = await sumRefunds(tx, orderId);
  if (await hasWithheldMoney(tx, orderId)) refuse('REFUND_DISPUTED');
  if (!payment || !isRefundable(order, sums)) refuse('REFUND_STATE');
  const lines = meantLines(await listOwed(tx, order), form.lines);
  if (!lines) refuse('VALIDATION', { fields: { lines: 'unknown' } });
  const named = order.lines.filter(({ id }) => form.lines?.includes(id));
  if (!mayRefundLines(actor, named)) refuse('FORBIDDEN');
  const wish = { payment, by: actor.id, asked: { key, digest }, sums, lines };
  return writeRefund(tx, order, { ...wish, form, isAdmin: isAdmin(actor), origin: 'person' });
}

const isRefundable = (order: LockedSale, sums: Sums): boolean =>
  canRefund({ ...order, refundedOrAsked: sums.asked, isWithheld: false });

type Wish = Pick<NewRefund, 'asked' | 'origin'> & {
  payment: PaidPayment;
  form: Omit<RefundForm, 'lines'>;
  by: string;
  isAdmin: boolean;
  /** What was asked for before. */
  sums: Sums;
  /** Of these it is given back. */
  lines: OwedLine[];
};

/**
 * Refuses VALIDATION when less is left than is wanted, when the provider does not take it as it is, or
 * for another bearer without a word why, and REFUND_STATE when nothing is left. What the rules demand
 * and the provider does not take has failed at once, and is returned in another way.
 */
async function writeRefund(tx: Db, order: LockedSale, wish: Wish): Promise<RefundRequest> {
  const { payment, form, by, asked, origin, lines } = wish;
  const { id: orderId, currency } = order;
  const paymentId = payment.id;
  const left = leftOf(lines);
  const amount = form.amount ?? left;
  if (amount > left) refuse('VALIDATION', { fields: { amount: 'too_big' } });
  if (amount === 0) refuse('REFUND_STATE');
  const isTaken = takesRefund(payment, amount);
  if (!isTaken && origin === 'person') refuse('VALIDATION', { fields: { amount: 'invalid' } });
  const borneBy = bearerOfWish(order, { ...wish, amount });
  const parts = refundByLine(lines, { amount, bearer: borneBy.bearer });
  const borne: Borne = { ...borneBy, share: wholeShare(parts) };
  const { reason } = form;
  const at = nowText();
  const refund = { orderId, paymentId, amount, reason, requestedBy: by, origin, borne };
  const id = await insertRefund(tx, { ...refund, asked, at });
  await insertRefundLines(tx, id, parts);
  await grantIfAllBack(tx, order, { by, at });
  const request = { paymentId, amount, key: id };
  if (isTaken) {
    await refundPayment(tx, request);
  } else {
    await moveRefund(tx, id, { to: 'failed', at });
    await tellOfUnfitRefund(tx, { orderId, amount, currency });
  }
  return request;
}

function bearerOfWish(
  { total }: LockedSale,
  { form, sums, isAdmin, amount }: Wish & { amount: number },
): Omit<Borne, 'share'> {
  const { reasonCode, bearerReason } = form;
  const byRule = bearerBy({ isAdmin }, { reasonCode, amount, total, promoted: sums.promoted });
  const bearer = form.bearer ?? byRule;
  const differs = bearer !== byRule;
  if (differs && bearerReason === '')
    refuse('VALIDATION', { fields: { bearerReason: 'required' } });
  return { reasonCode, bearer, bearerReason: differs ? bearerReason : '' };
}

type GiveBack = { by: string; reason: string; productId?: string; sessionId?: string };

/**
 * Asks for whatever of an order's money was not asked for yet, or of its lines for a showing; answers how
 * much, 0 when nothing is left, or when the buyer's bank has it. Of two who come for the same order the
 * second finds nothing. The organizer bears it, and the platform keeps its fee.
 */
export async function giveBackWhole(
  tx: Db,
  orderId: string,
  { by, reason, productId, sessionId }: GiveBack,
): Promise<number> {
  const payment = await lockPaidPayment(tx, orderId);
  const order = await lockSale(tx, orderId);
  if (!payment || !order) return 0;
  const sums = await sumRefunds(tx, orderId);
  if (!isRefundable(order, sums) || (await hasWithheldMoney(tx, orderId))) return 0;
  // Gifts of one product may be for several showings of it.
  const meant = order.lines.filter(
    (line) =>
      (!productId || line.productId === productId) &&
      (!sessionId || (line.sessionId ?? sessionId) === sessionId),
  );
  const lines = await listOwed(tx, { ...order, lines: meant });
  if (leftOf(lines) === 0) return 0;
  const form = { reason, reasonCode: 'show_cancelled', bearerReason: '' } as const;
  const wish = {
    payment,
    form,
    by,
    asked: null,
    sums,
    lines,
    origin: 'rule',
  } as const;
  return (await writeRefund(tx, order, { ...wish, isAdmin: false })).amount;
}
