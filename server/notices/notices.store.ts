import { builtOnce } from '#server/platform/database/built-once.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { dropSubscriptionsOf } from './push-subscriptions.store.ts';

export type NewNotification = {
  userId: string | null;
  type: string;
  subject: string;
  content: string;
  payload: Record<string, unknown>;
  at: string;
};

/** Keeps notifications in one statement; answers their ids in the order given. */
export async function keepNotifications(
  tx: Db,
  notifications: NewNotification[],
): Promise<string[]> {
  if (notifications.length === 0) return [];
  return (await keeping(tx, JSON.stringify(notifications))).map(({ id }) => id);
}

/** One text, however many they are: it is read and planned once. */
const keeping = builtOnce(
  (_: Db, notifications: string) => sql<{ id: string }>`
    insert into notifications (user_id, type, subject, content, payload, created_at)
    select n."userId", n.type, n.subject, n.content, n.payload, n.at
    from json_to_recordset(${notifications}::json) as n("userId" uuid, type text, subject text,
      content text, payload jsonb, at timestamptz)
    returning id`,
);

/** Deletes a person's notifications and browsers, and what those of others say about their address. */
export async function dropNotificationsOf(
  tx: Db,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  await dropSubscriptionsOf(tx, userId);
  await tx
    .deleteFrom('notifications')
    .where((e) =>
      e.or([e('user_id', '=', userId), e(sql<string>`payload->'values'->>'email'`, '=', address)]),
    )
    .execute();
}

/** Marks a person's own unread notifications as read, all of them without `ids`; answers how many. */
export async function markRead(
  tx: Db,
  userId: string,
  { ids, at }: { ids: readonly string[] | null; at: string },
): Promise<number> {
  if (ids?.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_on: at })
    .where('user_id', '=', userId)
    .where('read_on', 'is', null)
    .$if(ids !== null, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type SaleNotice = {
  /** Subject and content by language, with `{{product}}` where its title goes. */
  words: Record<'en' | 'es' | 'pt', { subject: string; content: string }>;
  at: string;
  unlessSince: string;
};

/**
 * Keeps the notices of sales for the owners of the channels, one a product, unless one of the same
 * product is unread and younger than `unlessSince`. Answers the rows written, with whose they are.
 */
export async function keepSaleNotices(
  tx: Db,
  orderIds: readonly string[],
  { words, at, unlessSince }: SaleNotice,
): Promise<[id: string, userId: string][]> {
  const said = (part: 'subject' | 'content') => sql`replace(case u.language
    when 'es' then ${words.es[part]} when 'pt' then ${words.pt[part]} else ${words.en[part]} end,
    '{{product}}', p.title)`;
  const { rows } = await sql<{ id: string; user_id: string }>`
    insert into notifications (user_id, type, subject, content, payload, created_at)
    select distinct on (p.id) u.id, 'sale', ${said('subject')}, ${said('content')},
      jsonb_build_object('values', jsonb_build_object('product', p.title),
        'path', '/account/sales', 'productId', p.id), ${at}::timestamptz
    from order_lines l
    join products p on p.id = l.product_id
    join channels c on c.id = p.channel_id
    join users u on u.id = c.owner_id
    where l.order_id = any(${orderIds}::uuid[]) and l.bundle_line_id is null
      and u.blocked_at is null and u.deleted_at is null
      and not exists (select from notifications n
        where n.user_id = u.id and n.read_on is null and n.type = 'sale'
          and n.created_at > ${unlessSince}::timestamptz
          and n.payload->>'productId' = p.id::text)
    returning id, user_id`.execute(tx);
  return rows.map(({ id, user_id }) => [id, user_id]);
}
