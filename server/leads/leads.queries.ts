import type { Lead, LeadRate, LeadState, LeadsPage, LeadsQuery } from '#contract/leads.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { containing, instantOf } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { leadCan, maySeeLead } from './leads.rules.ts';

type Reach = { ownerId: string | null };
/** What a search asks, on whatever page. */
export type LeadsSearch = Omit<LeadsQuery, 'page' | 'size'>;

/** The day on which somebody asked, as people in the house count days. */
const dayOf = sql`(d.created_at at time zone ${sessionZone})::date`;

/**
 * Those who agree to be seen: persons that are there, and guests whose address has confirmed it. Whoever
 * wants to be left alone, or to hear no more of unfinished checkouts, agrees no longer.
 */
const leads = () =>
  db()
    .selectFrom('leads as d')
    .innerJoin('channels as c', 'c.id', 'd.channel_id')
    .leftJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .where((e) =>
      e.or([
        e.and([e('d.user_id', 'is not', null), e('u.deleted_at', 'is', null)]),
        e.and([e('d.user_id', 'is', null), e('d.confirmed_at', 'is not', null)]),
      ]),
    )
    .where('d.stopped_at', 'is', null)
    .where((e) =>
      e.or([e('d.kind', '<>', 'unfinished'), e('u.unfinished_letters_at', 'is not', null)]),
    );

const matches = (query: LeadsSearch, { ownerId }: Reach) =>
  leads()
    .$if(ownerId !== null, (from) => from.where('c.owner_id', '=', ownerId as string))
    .$if(query.channel !== undefined, (from) => from.where('c.slug', '=', query.channel as string))
    .$if(query.product !== undefined, (from) => from.where('p.slug', '=', query.product as string))
    .$if(query.kind !== undefined, (from) => from.where('d.kind', '=', query.kind as string))
    .$if(query.state !== undefined, (from) => from.where('d.state', '=', query.state as string))
    .$if(query.from !== undefined, (from) => from.where(sql<boolean>`${dayOf} >= ${query.from}`))
    .$if(query.to !== undefined, (from) => from.where(sql<boolean>`${dayOf} <= ${query.to}`))
    .$if(Boolean(query.q), (from) =>
      from.where(
        sql<boolean>`plain_text(coalesce(p.title, c.title) || ' ' || coalesce(u.email, d.email)
          || ' ' || coalesce(u.name || ' ' || u.surname, ''))
          like plain_text(${containing(query.q ?? '')})`,
      ),
    );

const lettersOf = sql<Lead['letters']>`(select coalesce(jsonb_agg(jsonb_build_object(
    'kind', y.kind, 'sentAt', ${instantOf('y.sent_at')}) order by y.sent_at, y.kind), '[]')
  from lead_letters y where y.lead_id = d.id)`;

const withFacts = (found: ReturnType<typeof leads>) =>
  found
    .leftJoin('product_sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.kind', 'd.state', 'd.note', 'd.created_at', 'd.moved_at', 'c.owner_id'])
    .select(['c.slug as channel_slug', 'c.title as channel_title', 'p.slug', 'p.title'])
    .select(['s.starts_at', lettersOf.as('letters')])
    .select([
      sql<string>`coalesce(u.email, d.email)`.as('email'),
      sql<string>`trim(coalesce(u.name || ' ' || u.surname, ''))`.as('name'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

function leadFrom(row: Row): Lead {
  const state = row.state as LeadState;
  return {
    id: row.id,
    kind: row.kind as Lead['kind'],
    state,
    person: { name: row.name, email: row.email },
    channel: { slug: row.channel_slug, title: row.channel_title },
    product: row.slug === null ? null : { slug: row.slug, title: row.title ?? '' },
    sessionAt: row.starts_at,
    askedAt: row.created_at,
    movedAt: row.moved_at,
    letters: row.letters,
    note: row.note,
    can: leadCan({ state }),
  };
}

/** Counted over everything that matches, whatever its state and page: how many of those who asked bought. */
async function listRates(query: LeadsSearch, reach: Reach): Promise<LeadRate[]> {
  const { state: _, ...everyState } = query;
  const rows = await matches(everyState, reach)
    .select(['c.slug as channel_slug', 'c.title as channel_title', 'p.slug', 'p.title', 'd.kind'])
    .select([
      sql<number>`count(*)`.as('leads'),
      sql<number>`count(*) filter (where d.state = 'bought')`.as('bought'),
      sql<number>`round(1000.0 * count(*) filter (where d.state = 'bought') / count(*))::int`.as(
        'permille',
      ),
    ])
    .groupBy(['c.slug', 'c.title', 'p.slug', 'p.title', 'd.kind'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('p.slug')
    .orderBy('d.kind')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    channel: { slug: row.channel_slug, title: row.channel_title },
    product: row.slug === null ? null : { slug: row.slug, title: row.title ?? '' },
    kind: row.kind as LeadRate['kind'],
    leads: row.leads,
    bought: row.bought,
    permille: row.permille,
  }));
}

async function listPage(query: LeadsQuery, reach: Reach): Promise<LeadsPage> {
  const { page, size } = query;
  const { total } = await matches(query, reach)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withFacts(matches(query, reach))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map(leadFrom), total, page, size, rates: await listRates(query, reach) };
}

/** The actor's own channels; a channel of somebody else does not exist here. */
export async function ownReach(actor: Actor, { channel }: LeadsSearch): Promise<Reach> {
  if (channel !== undefined) orRefuse(await findOwnChannel(db(), actor, channel));
  return { ownerId: actor.id };
}

/** The leads of the actor's own channels. */
export const listLeads = async (actor: Actor, query: LeadsQuery): Promise<LeadsPage> =>
  listPage(query, await ownReach(actor, query));

/** The leads of all channels, for administrators. */
export const listAllLeads = (query: LeadsQuery): Promise<LeadsPage> =>
  listPage(query, { ownerId: null });

/** The ids of all leads that match, in the order of the list, `most` at most. */
export async function leadIds(query: LeadsSearch, reach: Reach, most: number): Promise<string[]> {
  const rows = await matches(query, reach)
    .select('d.id')
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These leads, in any order. */
export async function leadsByIds(ids: string[]): Promise<Lead[]> {
  const rows = await withFacts(leads())
    .where('d.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(leadFrom);
}

/** One lead within the actor's reach: the owner of the channel, administrators. Refuses 404. */
export async function getLead(actor: Actor, id: string): Promise<Lead> {
  const row = orRefuse(await withFacts(leads()).where('d.id', '=', id).executeTakeFirst());
  orRefuse(maySeeLead(actor, { ownerId: row.owner_id }) || null);
  return leadFrom(row);
}

/** What the page behind a link of a letter says; null when the lead is gone. */
export async function findLinkedLead(
  id: string,
): Promise<{ language: Language; title: string; askedToConfirmAt: string | null } | null> {
  const row = await db()
    .selectFrom('leads as d')
    .innerJoin('channels as c', 'c.id', 'd.channel_id')
    .leftJoin('products as p', 'p.id', 'd.product_id')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .select([
      sql<Language>`coalesce(u.language, d.language)`.as('language'),
      sql<string>`coalesce(p.title, c.title)`.as('title'),
      'd.asked_to_confirm_at as askedToConfirmAt',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * What the buyers of these orders had asked for, as persons or as guests with the same address. Whoever
 * gives it to somebody else has not bought it for themselves.
 */
export async function listBuyersLeads(tx: Db, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct d.id from orders o join order_lines l on l.order_id = o.id
      join users u on u.id = o.buyer_id join products p on p.id = l.product_id
      join leads d on (d.user_id = u.id or d.email = lower(u.email))
        and (d.product_id = p.id or (d.product_id is null and d.channel_id = p.channel_id))
    where o.id = any(${[...orderIds]}::uuid[]) and l.kind <> 'gift' and d.state <> 'bought'
    order by d.id`.execute(tx);
  return rows.map(({ id }) => id);
}
