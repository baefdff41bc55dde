import type { GiftItem } from '#contract/order-items.ts';
import { findProduct } from '#server/catalog/index.ts';
import { endGift, giftFaults, isGiveable, openGift } from '#server/gifts/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { LineRules } from './line.ts';
import { codeAndSeat, demandReach, ticketFor } from './ticket-line.ts';

/** A ticket for somebody else: whoever brings the link of its letter takes it. */
export const giftLine: LineRules<GiftItem> = {
  async plan({ actor }, { to, ...item }) {
    const product = orRefuse(await findProduct(db(), item.productSlug));
    const code = await demandReach(actor, product, item);
    if (!isGiveable(product)) refuse('PRODUCT_NOT_FOR_SALE');
    const planned = await ticketFor(product, code, item);
    const session = product.sessions.find(({ id }) => id === item.sessionId);
    const fields = giftFaults(to, {
      giver: actor,
      startsAt: session?.startsAt ?? null,
      now: now(),
    });
    if (fields) refuse('VALIDATION', { fields });
    const details = { ...to, email: to.email.toLowerCase() };
    return { ...planned, line: { ...planned.line, kind: 'gift', details }, expired: [] };
  },

  holds: codeAndSeat,

  async secure(tx, { id: orderId, buyerId, language }, line) {
    const { id: lineId, productId, sessionId, details } = line;
    if (!productId) throw new Error(`line ${lineId} is for no product`);
    const to = details as GiftItem['to'];
    const gift = { lineId, orderId, buyerId, productId, sessionId, to, language };
    await openGift(tx, gift, nowText());
  },

  release: (tx, _, { id: lineId }, reason) => endGift(tx, lineId, reason),
};
