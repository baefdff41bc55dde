import type { Language } from '#contract/shared/languages.ts';
import { mayAct } from '#server/accounts/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/database/index.ts';

/** Whoever waits to be told, of a row `d` of leads: agreed, confirmed, not told, not stopped. */
const isWaiting = sql<boolean>`(d.kind = 'interest' and d.state in ('new', 'contacted', 'lost')
  and d.stopped_at is null and (d.user_id is not null or d.confirmed_at is not null)
  and not exists (select from lead_letters y where y.lead_id = d.id and y.kind = 'opened'
    and y.round = d.round))`;

/** Who can be written to, of `d` and its person `u`, and has no ticket of product `p`. */
const isReached = sql<boolean>`((d.user_id is null or ${mayAct('u')})
  and not exists (select from tickets t where t.user_id = d.user_id and t.product_id = p.id
    and t.ended_at is null))`;

/** The products of which somebody may have to be told something: on sale by their dates. */
export async function listAskedProducts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from products p join channels c on c.id = p.channel_id
    where p.status = 'published' and not p.is_rehearsal and c.state = 'published'
      and (p.sales_starts_at is null or p.sales_starts_at <= ${nowText()})
      and (p.sales_ends_at is null or p.sales_ends_at > ${nowText()})
      and exists (select from leads d where ${isAbout} and ${isWaiting})
    order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A lead `d` about a product `p`: about it, or about its channel before it was published. */
const isAbout = sql<boolean>`(d.product_id = p.id
  or (d.product_id is null and d.channel_id = p.channel_id and p.published_at > d.consented_at))`;

export type Interested = {
  leadId: string;
  userId: string | null;
  email: string;
  name: string;
  language: Language;
  timezone: string;
  wasOpen: boolean;
  knownSessions: string[];
  ofChannel: boolean;
};

export const interestedPerPage = 200;

/** Those who wait to be told of a product, in pages by ascending id of the lead. */
export async function listInterested(
  db: Db,
  productId: string,
  after: string | null,
): Promise<Interested[]> {
  const { rows } = await sql<Interested>`
    select d.id as "leadId", d.user_id as "userId", coalesce(u.email, d.email) as email,
      coalesce(u.name, '') as name, coalesce(u.language, d.language) as language,
      coalesce(u.timezone, '') as timezone, d.was_open as "wasOpen",
      d.known_sessions as "knownSessions", d.product_id is null as "ofChannel"
    from products p join leads d on ${isAbout} left join users u on u.id = d.user_id
    where p.id = ${productId} and ${isWaiting} and ${isReached}
      and (${after}::uuid is null or d.id > ${after}::uuid)
    order by d.id limit ${interestedPerPage}`.execute(db);
  return rows;
}
