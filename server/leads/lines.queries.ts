import type { WaitingLine } from '#contract/leads.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';

/** So many places of a line are shown. */
const mostPlaces = 100;

/** The lines of the actor's own channels, or of all (`ownerId` null), the next show first. */
export async function listLines(ownerId: string | null): Promise<{ items: WaitingLine[] }> {
  const rows = await db()
    .selectFrom('product_sessions as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select(['s.id', 's.starts_at', 's.capacity', 'p.slug', 'p.title'])
    .select(['c.slug as channel_slug', 'c.title as channel_title'])
    .select([countOf('waiting').as('waiting'), countOf('offered').as('offered')])
    .select(places.as('places'))
    .$if(ownerId !== null, (from) => from.where('c.owner_id', '=', ownerId as string))
    .where(
      sql<boolean>`exists (select from waiting_places w join users u on u.id = w.user_id
        where w.session_id = s.id and w.state in ('waiting', 'offered', 'taken')
          and u.deleted_at is null)`,
    )
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(200)
    .execute();
  const items = rows.map((row) => ({
    product: { slug: row.slug, title: row.title },
    channel: { slug: row.channel_slug, title: row.channel_title },
    session: { id: row.id, startsAt: row.starts_at, capacity: row.capacity },
    waiting: row.waiting,
    offered: row.offered,
    places: row.places,
  }));
  return { items };
}

const countOf = (state: string) =>
  sql<number>`(select count(*) from waiting_places w where w.session_id = s.id
    and w.state = ${state})`;

/** Those who hold an offer first, then in the order in which they came. */
const places = sql<WaitingLine['places']>`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', x.id, 'state', x.state, 'number', x.place, 'name', x.name, 'email', x.email,
    'joinedAt', ${instantOf('x.joined_at')},
    'until', case when x.state = 'offered' then ${instantOf('x.offered_until')} end)
    order by x.state = 'waiting', x.number), '[]')
  from (select w.*, trim(u.name || ' ' || u.surname) as name, u.email,
      case when w.state = 'waiting' then
        row_number() over (partition by w.state order by w.number) end as place
    from waiting_places w join users u on u.id = w.user_id
    where w.session_id = s.id and w.state in ('waiting', 'offered', 'taken')
      and u.deleted_at is null
    order by w.state = 'waiting', w.number limit ${mostPlaces}) x)`;
