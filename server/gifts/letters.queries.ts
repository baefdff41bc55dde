import type { Picture } from '#contract/media.ts';
import type { Language } from '#contract/shared/languages.ts';
import { pictureFrom } from '#server/media/index.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { unseal } from '#server/platform/secrets.ts';
import { type GiftNote, noteDays, quietHours } from './gifts.rules.ts';
import { sealedFor } from './gifts.store.ts';

/** A gift as its letters say it. */
export type LetterGift = {
  id: string;
  /** The order that paid it. */
  orderId: string;
  token: string;
  title: string;
  channelTitle: string;
  startsAt: string | null;
  picture: Picture | null;
  expiresAt: string;
  message: string;
  to: { email: string; name: string; language: Language; timezone: string };
  giver: {
    id: string;
    email: string;
    name: string;
    full: string;
    /** Their account was deleted. */
    isGone: boolean;
    language: Language;
    timezone: string;
  };
};

/** Gifts for letters, with their reader's own language where they have an account. */
export async function findLetterGifts(db: Db, ids: readonly string[]): Promise<LetterGift[]> {
  const rows = await db
    .selectFrom('gifts as g')
    .innerJoin('products as p', 'p.id', 'g.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .innerJoin('users as u', 'u.id', 'g.buyer_id')
    .leftJoin('users as r', (join) =>
      join.on(sql`lower(r.email)`, '=', sql.ref('g.email')).on('r.deleted_at', 'is', null),
    )
    .leftJoin('product_sessions as s', 's.id', 'g.session_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select([
      'g.id',
      'g.order_id',
      'g.sealed_token',
      'p.title',
      'c.title as channel',
      's.starts_at',
    ])
    .select(['g.expires_at', 'g.message', 'g.email', 'g.name', pictureFrom('i').as('picture')])
    .select(sql<string>`coalesce(r.language, g.language)`.as('language'))
    .select(sql<string>`coalesce(r.timezone, u.timezone)`.as('timezone'))
    .select(['u.id as giver_id', 'u.email as giver_email', 'u.name as giver', 'u.surname'])
    .select(['u.language as giver_language', 'u.timezone as giver_timezone'])
    .select('u.deleted_at as gone')
    .where('g.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('g.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    token: unseal(row.sealed_token, sealedFor),
    title: row.title,
    channelTitle: row.channel,
    startsAt: row.starts_at,
    picture: row.picture,
    expiresAt: row.expires_at,
    message: row.message,
    to: {
      email: row.email,
      name: row.name,
      language: row.language as Language,
      timezone: row.timezone,
    },
    giver: {
      id: row.giver_id,
      email: row.giver_email,
      name: row.giver,
      full: `${row.giver} ${row.surname}`.trim(),
      isGone: row.gone !== null,
      language: row.giver_language as Language,
      timezone: row.giver_timezone,
    },
  }));
}

/** Gifts that wait and whose first letter, or the one that was called for, is due. */
export async function listUnsent(db: Db, at: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gifts')
    .select('id')
    .where('state', '=', 'waiting')
    .where('sent_at', 'is', null)
    .where('email', '<>', '')
    .where('send_at', '<=', at)
    .where('expires_at', '>', at)
    .orderBy('send_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Gifts that wait and of which something is to be said so many days before their end: not of one that
 * was made later than that, nor so soon after its letter.
 */
export async function listToSay(
  db: Db,
  kind: GiftNote,
  { at, limit }: { at: string; limit: number },
): Promise<string[]> {
  const moment = sql`g.expires_at - make_interval(days => ${noteDays[kind]})`;
  const rows = await db
    .selectFrom('gifts as g')
    .select('g.id')
    .where('g.state', '=', 'waiting')
    .where('g.expires_at', '>', at)
    .where(sql<boolean>`${moment} <= ${at} and g.made_at < ${moment}`)
    .$if(kind !== 'unaccepted', (query) =>
      query
        .where('g.email', '<>', '')
        .where(
          sql<boolean>`g.sent_at <= ${at}::timestamptz - make_interval(hours => ${quietHours})`,
        ),
    )
    .where(
      sql<boolean>`not exists (select from gift_notes n where n.gift_id = g.id
        and n.kind = ${kind})`,
    )
    // Who was reminded a day before needs no word of the week.
    .$if(kind === 'week', (query) =>
      query.where(
        sql<boolean>`g.expires_at > ${at}::timestamptz + make_interval(days => ${noteDays.day})`,
      ),
    )
    .orderBy('g.expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
