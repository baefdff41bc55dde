import { type ChatMessage, type ChatRestriction, chatLimits } from '#contract/chat.ts';
import { mayAct } from '#server/accounts/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { accessOf } from '#server/subscriptions/index.ts';
import type { Restriction } from './access.rules.ts';
import { publicName } from './messages.rules.ts';

const messages = (db: Db) =>
  db
    .selectFrom('chat_messages as m')
    .innerJoin('users as u', 'u.id', 'm.author_id')
    .innerJoin('products as p', 'p.id', 'm.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['m.id', 'm.author_id', 'm.body', 'm.state', 'm.sent_at', 'u.name', 'u.surname'])
    .select([
      sql<string>`coalesce(m.decided_at, m.sent_at)`.as('shown_at'),
      sql<boolean>`(c.owner_id = u.id or 'ADMIN' = any(u.roles))`.as('moderator'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number];

const asMessage = (row: Row): ChatMessage => ({
  id: row.id,
  author: { id: row.author_id, name: publicName(row), moderator: row.moderator },
  body: row.body,
  state: row.state === 'approved' ? 'approved' : 'pending',
  sentAt: row.sent_at,
  shownAt: row.shown_at,
});

/**
 * The last hundred messages of a chat, oldest first, as this reader may see them: pending ones are
 * for their author and the moderators.
 */
export async function listLastMessages(
  db: Db,
  productId: string,
  reader: { id: string; moderator: boolean },
): Promise<ChatMessage[]> {
  const rows = await messages(db)
    .where('m.product_id', '=', productId)
    .where('m.state', '<>', 'deleted')
    .$if(!reader.moderator, (query) =>
      query.where((e) => e.or([e('m.state', '=', 'approved'), e('m.author_id', '=', reader.id)])),
    )
    .orderBy(sql`coalesce(m.decided_at, m.sent_at)`, 'desc')
    .orderBy('m.id', 'desc')
    .limit(chatLimits.history)
    .execute();
  return rows.map(asMessage).reverse();
}

/** One message of a chat that is not deleted; null without one. */
export async function findMessage(
  db: Db,
  { id, productId }: { id: string; productId: string },
): Promise<ChatMessage | null> {
  const row = await messages(db)
    .where('m.id', '=', id)
    .where('m.product_id', '=', productId)
    .where('m.state', '<>', 'deleted')
    .executeTakeFirst();
  return row ? asMessage(row) : null;
}

export type Place = {
  userId: string;
  ticket: {
    id: string;
    sessionId: string | null;
    grantedAt: string;
    validUntil: string | null;
  } | null;
  restriction: Restriction | null;
  /** Blocked, disapproved or deleted since they came. */
  stopped: boolean;
  isAdmin: boolean;
};

/** What these persons have to show for a chat: ticket, restriction, standing. One statement. */
export async function listPlaces(
  db: Db,
  productId: string,
  userIds: readonly string[],
): Promise<Place[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('tickets as t', (join) =>
      join
        .onRef('t.user_id', '=', 'u.id')
        .on('t.product_id', '=', productId)
        .on('t.ended_at', 'is', null),
    )
    .leftJoin('chat_restrictions as r', (join) =>
      join.onRef('r.user_id', '=', 'u.id').on('r.product_id', '=', productId),
    )
    .select(['u.id', 't.id as ticket_id', 't.session_id', 't.granted_at', 'r.kind', 'r.until_at'])
    .select([
      sql.raw<string | null>(accessOf('t.subscription_id')).as('valid_until'),
      sql<boolean>`not ${mayAct('u')}`.as('stopped'),
      sql<boolean>`('ADMIN' = any(u.roles))`.as('is_admin'),
    ])
    .where('u.id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    ticket:
      row.ticket_id === null
        ? null
        : {
            id: row.ticket_id,
            sessionId: row.session_id,
            grantedAt: row.granted_at ?? '',
            validUntil: row.valid_until,
          },
    restriction:
      row.kind === null ? null : { kind: row.kind as Restriction['kind'], until: row.until_at },
    stopped: row.stopped,
    isAdmin: row.is_admin,
  }));
}

/** Of these log-ins (hex digests), those that still hold. */
export async function listLiveLogIns(
  db: Db,
  digests: readonly string[],
  now: string,
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const bytes = digests.map((digest) => Buffer.from(digest, 'hex'));
  const rows = await db
    .selectFrom('auth_tokens')
    .select('digest')
    .where('digest', '=', sql<Buffer>`any(${bytes}::bytea[])`)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map(({ digest }) => digest.toString('hex')));
}

/** Who is silenced or banned in a chat at this instant, the latest first. */
export async function listRestrictions(
  db: Db,
  productId: string,
  now: string,
): Promise<ChatRestriction[]> {
  const rows = await db
    .selectFrom('chat_restrictions as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.name', 'u.surname', 'r.kind', 'r.until_at'])
    .where('r.product_id', '=', productId)
    .where((e) => e.or([e('r.until_at', 'is', null), e('r.until_at', '>', now)]))
    .orderBy('r.set_at', 'desc')
    .limit(chatLimits.restricted)
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    name: publicName(row),
    kind: row.kind as ChatRestriction['kind'],
    until: row.until_at,
  }));
}
