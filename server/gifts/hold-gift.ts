import { findProductById } from '#server/catalog/index.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { afterCommit, type Db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { enqueueSoon } from '#server/platform/jobs.ts';
import { endTicket } from '#server/tickets/index.ts';
import { giftEnd, givenOf } from './gifts.rules.ts';
import {
  eraseGifts,
  insertGift,
  listWaiting,
  lockGift,
  moveGift,
  type NewGift,
} from './gifts.store.ts';
import { sendGifts } from './send-gifts.ts';

/** The order of a gift is paid: it waits for its recipient, and its letter leaves when it is due. */
export async function openGift(tx: Db, gift: NewGift): Promise<void> {
  const product = orRefuse(await findProductById(tx, gift.productId));
  const end = giftEnd(givenOf(product, gift.sessionId), now());
  await insertGift(tx, gift, { at: nowText(), expiresAt: instantText(end) });
  afterCommit(tx, () => enqueueSoon(sendGifts));
}

/** The money of a gift went back: its link is dead, or the ticket that came of it ends. */
export async function endGift(tx: Db, lineId: string, reason: string): Promise<void> {
  const gift = await lockGift(tx, { lineId });
  if (!gift || !(await moveGift(tx, gift.id, { to: 'ended', reason, at: nowText() }))) return;
  if (gift.ticketId) await endTicket(tx, gift.ticketId, reason);
}

/** A showing does not take place: nobody can take a ticket for it. Its money has a rule of its own. */
export async function endGiftsOfSession(tx: Db, { sessionId }: { sessionId: string }) {
  for (const id of await listWaiting(tx, { sessionId })) {
    await moveGift(tx, id, { to: 'ended', reason: 'session_cancelled', at: nowText() });
  }
}

/** Somebody leaves: what was written about them, or by them, goes with them. */
export const eraseGiftsOf = (tx: Db, { userId, address }: { userId: string; address: string }) =>
  eraseGifts(tx, userId, address);
