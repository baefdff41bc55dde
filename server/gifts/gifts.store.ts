import type { GiftState } from '#contract/gifts.ts';
import type { GiftTo } from '#contract/order-items.ts';
import type { Language } from '#contract/shared/languages.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { digestOf, newToken, seal } from '#server/platform/secrets.ts';
import { type GiftNote, giftComesFrom } from './gifts.rules.ts';

export const sealedFor = 'gifts';

/** A new link: its digest finds it, and sealed it is there for the next letter. */
function newLink() {
  const token = newToken();
  return { digest: digestOf(token), sealed_token: seal(token, sealedFor) };
}

export type NewGift = {
  lineId: string;
  orderId: string;
  buyerId: string;
  productId: string;
  sessionId: string | null;
  to: GiftTo;
  /** Of the buyer: in which the letter is, unless its reader has an account. */
  language: Language;
};

type Span = { at: string; expiresAt: string };

export async function insertGift(tx: Db, gift: NewGift, { at, expiresAt }: Span): Promise<void> {
  const { to } = gift;
  await tx
    .insertInto('gifts')
    .values({
      ...newLink(),
      line_id: gift.lineId,
      order_id: gift.orderId,
      buyer_id: gift.buyerId,
      product_id: gift.productId,
      session_id: gift.sessionId,
      email: to.email,
      name: to.name,
      message: to.message,
      language: gift.language,
      made_at: at,
      send_at: to.sendAt ?? at,
      expires_at: expiresAt,
    })
    .execute();
}

type Which = { digest: Buffer } | { lineId: string } | { id: string };

const columns = ['id', 'buyer_id as buyerId', 'product_id as productId'] as const;
const more = ['session_id as sessionId', 'state', 'expires_at as expiresAt'] as const;

/** A gift, locked to the end of the transaction: of two who come for it the second waits. */
export async function lockGift(tx: Db, which: Which) {
  const row = await tx
    .selectFrom('gifts')
    .select([...columns, ...more])
    .select(['letters', 'email'])
    .select(['accepted_by as acceptedBy', 'ticket_id as ticketId', 'sent_at as sentAt'])
    .where((e) => {
      if ('digest' in which) return e('digest', '=', which.digest);
      return 'id' in which ? e('id', '=', which.id) : e('line_id', '=', which.lineId);
    })
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { ...row, state: row.state as GiftState } : null;
}

type Move = { at: string } & (
  | { to: 'accepted'; by: string; ticketId: string }
  | { to: 'expired' }
  | { to: 'ended'; reason: string }
);

const valuesOf = (move: Move) => {
  if (move.to === 'accepted') {
    return { accepted_at: move.at, accepted_by: move.by, ticket_id: move.ticketId };
  }
  return { ended_at: move.at, end_reason: move.to === 'ended' ? move.reason : '' };
};

/** What was written stays while somebody is there who wrote it. */
const unlessGone = (column: 'email' | 'name' | 'message') =>
  sql<string>`case when exists (select from users u where u.id = gifts.buyer_id
    and u.deleted_at is not null) then '' else ${sql.ref(column)} end`;
const keptWords = () => ({
  email: unlessGone('email'),
  name: unlessGone('name'),
  message: unlessGone('message'),
});

/**
 * The one writer of a gift's state; false when it was in none that leads there. It may have waited
 * longer than its giver stayed: then what they wrote goes now.
 */
export async function moveGift(tx: Db, id: string, move: Move): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gifts')
    .set({ state: move.to, ...valuesOf(move), ...keptWords() })
    .where('id', '=', id)
    .where('state', 'in', giftComesFrom(move.to))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that wait for a showing, or whose time is over at `over`. */
export async function listWaiting(
  db: Db,
  which: { sessionId: string } | { over: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('gifts')
    .select('id')
    .where('state', '=', 'waiting')
    .where((e) =>
      'over' in which ? e('expires_at', '<=', which.over) : e('session_id', '=', which.sessionId),
    )
    .orderBy('id')
    .limit('over' in which ? 500 : 100_000)
    .execute();
  return rows.map(({ id }) => id);
}

/** Another recipient, by another link. */
export async function redirectGift(
  tx: Db,
  id: string,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await tx
    .updateTable('gifts')
    .set({ ...newLink(), email: email.toLowerCase(), name, sent_at: null })
    .where('id', '=', id)
    .execute();
}

/** Its letter is due at this instant, whatever was said before. */
export async function callForLetter(tx: Db, id: string, at: string): Promise<void> {
  await tx.updateTable('gifts').set({ send_at: at, sent_at: null }).where('id', '=', id).execute();
}

/** Notes that the letter of a gift leaves; false when that was noted before. */
export async function noteSent(tx: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gifts')
    .set((row) => ({ sent_at: at, letters: row('letters', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that something was said of a gift; false when it was said before. */
export async function noteSaid(
  tx: Db,
  { giftId, kind, at }: { giftId: string; kind: GiftNote | 'owned'; at: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('gift_notes')
    .values({ gift_id: giftId, kind, noted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('gift_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Leaves nothing personal of whoever took a gift or was to take it, and no words of whoever gave it. One
 * that its giver left waiting is still for whom they named: its words go when it waits no more.
 */
export async function eraseGifts(tx: Db, userId: string, address: string): Promise<void> {
  const isTheirs = sql<boolean>`coalesce(accepted_by = ${userId}, false)
    or email = ${address.toLowerCase()} or state <> 'waiting'`;
  const left = (column: string) =>
    sql<string>`case when ${isTheirs} then '' else ${sql.ref(column)} end`;
  await tx
    .updateTable('gifts')
    .set({ email: left('email'), name: left('name'), message: left('message') })
    .where((e) =>
      e.or([
        e('accepted_by', '=', userId),
        e('buyer_id', '=', userId),
        e('email', '=', address.toLowerCase()),
      ]),
    )
    .execute();
}
