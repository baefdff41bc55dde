import { demandSession, findProductById } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, Refusal, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import {
  endedByReplacing,
  endTicket,
  findTicketOf,
  grantTicket,
  type TicketRow,
} from '#server/tickets/index.ts';
import { isOwned } from './gifts.queries.ts';
import { whyNotAccept } from './gifts.rules.ts';
import { lockGift, moveGift, noteSaid } from './gifts.store.ts';
import { tellGiver } from './write-letters.ts';

/**
 * Takes what a link gives: a ticket, once. Of two who come at the same instant one has it. Who has a
 * ticket already loses neither: the gift stays open, and its giver hears of it, once.
 */
export async function acceptGift(actor: Actor, token: string): Promise<{ product: string }> {
  const digest = digestOf(token);
  const { id, productId, sessionId } = orRefuse(await findBy(digest));
  try {
    await inTransaction(async (tx) => {
      // Before the gift: whoever cancels a showing locks it first, and then its gifts.
      if (sessionId) await demandSession(tx, sessionId);
      await take(tx, actor, digest);
    });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ALREADY_OWNED') await tellOwned(id);
    throw error;
  }
  const product = orRefuse(await findProductById(db(), productId));
  return { product: product.slug };
}

const findBy = (digest: Buffer) =>
  db()
    .selectFrom('gifts')
    .select(['id', 'product_id as productId', 'session_id as sessionId'])
    .where('digest', '=', digest)
    .executeTakeFirst()
    .then((row) => row ?? null);

async function take(tx: Db, { id: userId }: Actor, digest: Buffer): Promise<void> {
  const gift = orRefuse(await lockGift(tx, { digest }));
  // Pressed twice, or the answer got lost: it is theirs.
  if (gift.state === 'accepted' && gift.acceptedBy === userId) return;
  const refusal = whyNotAccept(gift, now());
  if (refusal) refuse(refusal);
  const { productId, sessionId } = gift;
  const { owned, over } = await isOwned(tx, userId, productId);
  if (owned) refuse('ALREADY_OWNED');
  if (over) await giveWay(tx, over);
  const ticket = { userId, productId, sessionId, orderId: null, source: 'gift' } as const;
  const ticketId = await grantTicket(tx, { ...ticket, now: nowText() });
  if (!(await moveGift(tx, gift.id, { to: 'accepted', by: userId, ticketId, at: nowText() }))) {
    throw new Error(`gift ${gift.id} left ${gift.state} while it was locked`);
  }
  await tellGiver(tx, gift.id, 'accepted');
}

/** What a subscription opens is a ticket only once it was entered: otherwise nothing is there to end. */
async function giveWay(tx: Db, { userId, productId }: TicketRow): Promise<void> {
  const ticket = await findTicketOf(tx, userId, productId);
  if (ticket) await endTicket(tx, ticket.id, endedByReplacing);
}

const tellOwned = (giftId: string): Promise<void> =>
  inTransaction(async (tx) => {
    if (!(await noteSaid(tx, { giftId, kind: 'owned', at: nowText() }))) return;
    await tellGiver(tx, giftId, 'owned');
  });
