import type { Order } from '#contract/orders.ts';
import type { Language } from '#contract/shared/languages.ts';
import { notify } from '#server/notices/index.ts';
import { lockPaidPayment, moneyText } from '#server/payments/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { queueMail } from '#server/platform/mail/index.ts';
import { wordsOf } from '#server/platform/words.ts';
import { findLetterOrder } from '../letters.queries.ts';
import { getOrder, getOwnOrder, getSoldOrder } from '../orders.queries.ts';
import { canRefund, isAllTaken, refundCan } from '../orders.rules.ts';
import { type LockedSale, lockOrder, lockSale } from '../orders.store.ts';
import { stillHeld } from '../still-held.ts';
import { findSeller, tellAdministrators, titlesOf } from '../tell-administrators.ts';
import { refundAskedMail, refundRefusedMail, titlesToName } from './refund-mails.ts';
import { decideRequest, insertRequest, noteRecommended } from './refund-requests.store.ts';
import { isPayoutDue } from './refunds.rules.ts';
import { sumRefunds } from './refunds.store.ts';
import { whatIsAsked } from './what-is-asked.ts';

const say = wordsOf(new URL('../words/', import.meta.url));

/**
 * A buyer asks for their money back: the organizer hears of it, and administrators when it is up to
 * them. Whoever gives all of it back has granted it. Refuses REFUND_STATE, REFUND_DISPUTED and REFUND_ASKED,
 * and REFUND_GIFT_TAKEN where all that is left are gifts that were accepted.
 */
export async function askForRefund(actor: Actor, orderId: string, reason: string): Promise<Order> {
  const order = await getOwnOrder(actor, orderId);
  if (order.isWithheld) refuse('REFUND_DISPUTED');
  if (!canRefund(order)) refuse('REFUND_STATE');
  if (isAllTaken(order)) refuse('REFUND_GIFT_TAKEN');
  await inTransaction(async (tx) => {
    await lockPaidPayment(tx, orderId);
    const locked = orRefuse(await lockOrder(tx, orderId));
    const { asked: refundedOrAsked } = await sumRefunds(tx, orderId);
    if (!canRefund({ ...locked, refundedOrAsked, isWithheld: false })) refuse('REFUND_STATE');
    await insertRequest(tx, { orderId, reason, at: nowText() });
    await tellOfRequest(tx, orderId, reason);
    const isOurs = order.ownerId === null || isPayoutDue(order.settlesAt, now());
    if (isOurs) await tellAdministratorsOf(tx, orderId, 'asked');
  });
  return getOrder(actor, orderId);
}

async function tellOfRequest(tx: Db, orderId: string, reason: string): Promise<void> {
  const sale = orRefuse(await lockSale(tx, orderId));
  const owner = await findSeller(tx, sale);
  if (!owner) return;
  const { language, id: userId } = owner;
  const asked = await whatIsAsked(tx, sale);
  const title = titlesOf({ ...sale, lines: asked.lines }, language);
  const amount = sumAsked(asked.amount, sale, language);
  const { name, surname, email } = sale.buyer;
  const buyer = `${name} ${surname}`.trim() || email;
  const path = `/account/sales?q=${sale.number}`;
  await notify(tx, {
    ...{ userId, type: 'refund_asked' },
    subject: say(language, 'request.asked.subject', { buyer, title }),
    content: say(language, 'request.asked.content', { amount, reason }),
    payload: { path, orderIds: [orderId] },
  });
  const mail = refundAskedMail(owner, { title, amount, buyer, reason, path });
  await queueMail(tx, { ...mail, about: orderId });
}

/** Where it is not all that was paid, of how much it is. */
function sumAsked(asked: number, { total: paid, currency }: LockedSale, language: Language) {
  const money = (sum: number) => moneyText(sum, currency, { language });
  const amount = money(asked);
  return asked === paid
    ? amount
    : say(language, 'request.asked.ofPaid', { amount, total: money(paid) });
}

const tellAdministratorsOf = (
  tx: Db,
  orderId: string,
  what: 'asked' | 'recommended',
): Promise<void> =>
  tellAdministrators(tx, `refund_${what}`, [orderId], (language, order) => ({
    subject: say(language, `request.${what}.adminSubject`),
    content: say(language, `request.${what}.adminContent`, { order }),
  }));

/** An organizer who may not give it back any more asks administrators to. Refuses FORBIDDEN. */
export async function recommendRefund(actor: Actor, orderId: string): Promise<Order> {
  const order = await getSoldOrder(actor, orderId);
  if (order.request?.state !== 'asked') refuse('REFUND_REQUEST_STATE');
  if (!refundCan(actor, order, now()).recommend) refuse('FORBIDDEN');
  await inTransaction(async (tx) => {
    const noted = await noteRecommended(tx, orderId, { by: actor.id, at: nowText() });
    if (!noted) refuse('REFUND_REQUEST_STATE');
    await tellAdministratorsOf(tx, orderId, 'recommended');
  });
  return getOrder(actor, orderId);
}

/** Refuses what a buyer asks for, in words that they read. */
export async function refuseRefund(actor: Actor, orderId: string, answer: string): Promise<Order> {
  const order = await getSoldOrder(actor, orderId);
  if (!refundCan(actor, order, now()).refuse) refuse('REFUND_REQUEST_STATE');
  // What went back already is refused to nobody.
  const letter = stillHeld(orRefuse(await findLetterOrder(db(), orderId)));
  await inTransaction(async (tx) => {
    const decision = { to: 'refused', by: actor.id, at: nowText(), answer } as const;
    if (!(await decideRequest(tx, orderId, decision))) refuse('REFUND_REQUEST_STATE');
    await queueMail(tx, { ...refundRefusedMail(letter, answer), about: orderId });
    const { language } = letter;
    const title = titlesToName(letter);
    await notify(tx, {
      ...{ userId: letter.buyerId, type: 'refund_refused' },
      subject: say(language, 'request.refused.subject', { title }),
      content: answer,
      payload: { path: '/mystuff/orders', orderIds: [orderId] },
    });
  });
  return getOrder(actor, orderId);
}
