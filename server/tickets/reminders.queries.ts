import type { Picture } from '#contract/media.ts';
import { mayAct } from '#server/accounts/index.ts';
import { sessionEnd } from '#server/catalog/index.ts';
import { pictureFrom } from '#server/media/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import type { RemindedShow, ReminderKind } from './reminders.rules.ts';

export type DueSession = RemindedShow & {
  id: string;
  productId: string;
  type: string;
  title: string;
  slug: string;
  channelTitle: string;
  picture: Picture | null;
};

/** The showings of a stretch of time that the public may watch, with what came of them. */
export async function listSessionsBetween(
  db: Db,
  { after, until }: { after: string; until: string },
): Promise<DueSession[]> {
  return db
    .selectFrom('product_sessions as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('images as i', 'i.id', 'p.image_id')
    .select(['s.id', 'p.id as productId', 'p.type', 'p.title', 'p.slug'])
    .select(['c.title as channelTitle', pictureFrom('i').as('picture')])
    .select([
      sql<string>`${instantOf('s.starts_at')}`.as('startsAt'),
      sql<string | null>`(select ${instantOf('b.started_at')} from broadcasts b
        where b.session_id = s.id and b.state = 'live')`.as('onAirSince'),
      sql<boolean>`(exists (select from broadcasts b where b.session_id = s.id
          and b.state = 'ended' and b.ended_at >= s.starts_at)
        and not exists (select from broadcasts b where b.session_id = s.id
          and b.state in ('live', 'idle')))
        or (s.plays_ms is not null and ${sql.raw(sessionEnd)} <= ${nowText()})`.as('isOver'),
    ])
    .where('p.status', 'in', ['published', 'private'])
    .where('c.state', '=', 'published')
    .where('s.cancelled_at', 'is', null)
    .where('s.starts_at', '>', after)
    .where('s.starts_at', '<=', until)
    .orderBy('s.id')
    .execute();
}

export type Holder = { userId: string; grantedAt: string };
export const holdersPerPage = 200;

/**
 * Those with a good ticket for a showing who want to be reminded and were not, in pages by ascending
 * id of the person.
 */
export async function listHoldersToRemind(
  db: Db,
  { session, kind, after }: { session: DueSession; kind: ReminderKind; after: string | null },
): Promise<Holder[]> {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.user_id as userId', sql<string>`${instantOf('t.granted_at')}`.as('grantedAt')])
    .where('t.product_id', '=', session.productId)
    .where((e) => e.or([e('t.session_id', 'is', null), e('t.session_id', '=', session.id)]))
    .where('t.ended_at', 'is', null)
    .where('u.reminders', '=', true)
    .where(mayAct('u'))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('reminders as r')
            .select('r.user_id')
            .whereRef('r.user_id', '=', 't.user_id')
            .where('r.session_id', '=', session.id)
            .where('r.kind', '=', kind),
        ),
      ),
    )
    .$if(after !== null, (query) => query.where('t.user_id', '>', after ?? ''))
    .orderBy('t.user_id')
    .limit(holdersPerPage)
    .execute();
}
