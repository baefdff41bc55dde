import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type {
  Subscriber,
  SubscribersQuery,
  SubscribersTotal,
  SubscriptionTerm,
} from '#contract/subscriptions.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import {
  type SubscriptionState,
  statusOf,
  subscriptionStates,
  toldUntil,
} from './subscriptions.rules.ts';

export type SubscribersSearch = Omit<SubscribersQuery, 'page' | 'size'>;
export type Reach = { ownerId: string | null };

const statesOf = (status: Subscriber['status']): SubscriptionState[] =>
  subscriptionStates.filter((state) => statusOf(state) === status);

const matches = (query: SubscribersSearch, { ownerId }: Reach) =>
  db()
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .$if(ownerId !== null, (from) => from.where('c.owner_id', '=', ownerId ?? ''))
    .$if(query.channel !== undefined, (from) => from.where('c.slug', '=', query.channel ?? ''))
    .$if(query.status !== undefined, (from) =>
      from.where('s.state', 'in', query.status ? statesOf(query.status) : []),
    )
    .$if(Boolean(query.q), (from) =>
      from.where(
        sql<boolean>`plain_text(u.email::text || ' ' || u.name || ' ' || u.surname)
          like plain_text(${containing(query.q ?? '')})`,
      ),
    );

const withFacts = (from: ReturnType<typeof matches>) =>
  from
    .select(['s.id', 's.state', 's.since', 's.valid_until', 's.currency', 's.total', 's.term'])
    .select('s.rate_missing_since')
    .select(['c.id as channel_id', 'c.slug', 'c.title', 'u.name', 'u.surname', 'u.email'])
    .select(
      sql<number>`(select count(*)::int from subscription_periods d
        where d.subscription_id = s.id and d.paid_at is not null)`.as('months'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

const channelOf = ({ channel_id: id, slug, title }: Row): Subscriber['channel'] =>
  id === null ? null : { id, slug: slug ?? '', title: title ?? '' };

const subscriberFrom = (row: Row): Subscriber => ({
  id: row.id,
  channel: channelOf(row),
  term: row.term as SubscriptionTerm,
  person: { name: row.name, surname: row.surname, email: row.email },
  status: statusOf(row.state as SubscriptionState),
  paymentDue: row.state === 'past_due',
  waitsForRate: row.rate_missing_since !== null,
  since: row.since,
  validUntil: toldUntil(row.term as SubscriptionTerm, row.valid_until),
  currency: row.currency as CurrencyCode,
  total: row.total,
  months: row.months,
});

/** What a month of it brings: of a year a twelfth, and nothing more of what was bought for good. */
const monthlyOf = sql<number>`(case s.term when 'month' then s.total when 'year' then s.total / 12
  else 0 end)`;

async function sumSubscribers(query: SubscribersSearch, reach: Reach): Promise<SubscribersTotal[]> {
  const rows = await matches(query, reach)
    .select('s.currency')
    .select([
      sql<number>`count(*) filter (where s.state in ('active', 'past_due'))::int`.as('subscribed'),
      sql<number>`count(*) filter (where s.state = 'cancelled')::int`.as('cancelled'),
      sql<number>`coalesce(sum(${monthlyOf}) filter (where s.state in ('active', 'past_due')), 0)::bigint`.as(
        'monthly',
      ),
    ])
    .groupBy('s.currency')
    .orderBy('s.currency')
    .execute();
  return rows.map(({ currency, ...sums }) => ({ currency: currency as CurrencyCode, ...sums }));
}

async function listPage(query: SubscribersQuery, reach: Reach) {
  const { page, size } = query;
  const { total } = await matches(query, reach)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withFacts(matches(query, reach))
    .orderBy('s.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const items = rows.map(subscriberFrom);
  return { items, total, page, size, totals: await sumSubscribers(query, reach) };
}

/** The actor's own channels; a channel of somebody else does not exist here. */
export async function ownReach(actor: Actor, { channel }: SubscribersSearch): Promise<Reach> {
  if (channel !== undefined) orRefuse(await findOwnChannel(db(), actor, channel));
  return { ownerId: actor.id };
}

/** Who subscribes to the actor's channels. */
export const listSubscribers = async (actor: Actor, query: SubscribersQuery) =>
  listPage(query, await ownReach(actor, query));

/** Who subscribes to any channel or to the site, for administrators. */
export const listAllSubscribers = (query: SubscribersQuery) => listPage(query, { ownerId: null });

/** The ids of all that match, in the order of the list, `most` at most. */
export async function subscriberIds(query: SubscribersSearch, reach: Reach, most: number) {
  const rows = await matches(query, reach)
    .select('s.id')
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** These subscribers, in any order. */
export async function subscribersByIds(ids: string[]): Promise<Subscriber[]> {
  const rows = await withFacts(matches({}, { ownerId: null }))
    .where('s.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(subscriberFrom);
}
