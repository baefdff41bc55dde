import { type GiftItem, GiftTo } from '#contract/order-items.ts';
import { findProduct, isGiveable } from '#server/catalog/index.ts';
import { endGift, giftFaults, givenOf, openGift } from '#server/gifts/index.ts';
import { now } from '#server/platform/clock.ts';
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
    // Words sent to a stranger cost something, also where a code takes the whole price away.
    if (planned.line.total === 0) refuse('PRODUCT_NOT_FOR_SALE');
    const given = givenOf(product, item.sessionId);
    const fields = giftFaults(to, { giver: actor, given, now: now() });
    if (fields) refuse('VALIDATION', { fields });
    const details = { ...to, email: to.email.toLowerCase() };
    return { ...planned, line: { ...planned.line, kind: 'gift', details }, expired: [] };
  },

  holds: codeAndSeat,

  async secure(tx, { id: orderId, buyerId, language }, line) {
    const { id: lineId, productId, sessionId, details } = line;
    if (!productId) throw new Error(`line ${lineId} is for no product`);
    // Money may come when whoever pays or takes has left: there is nobody to give to.
    const to = orRefuse(GiftTo.safeParse(details).data ?? null, 'PRODUCT_NOT_FOR_SALE');
    await openGift(tx, { lineId, orderId, buyerId, productId, sessionId, to, language });
  },

  release: (tx, _, { id: lineId }, reason) => endGift(tx, lineId, reason),
};
