import type {
  EventState,
  EventsQuery,
  ProviderEventRow,
  ProviderEventWhole,
} from '#contract/provider-events.ts';
import { Id } from '#contract/shared/ids.ts';
import { orderNumberIn } from '#contract/shared/order-numbers.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { containing, instantOf } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { canReplay, withoutSecrets } from './events.rules.ts';

const dayOf = sql`(e.received_at at time zone ${sessionZone})::date`;

const events = () =>
  db()
    .selectFrom('provider_events as e')
    .leftJoin('payments as p', 'p.id', 'e.payment_id')
    .leftJoin('orders as o', 'o.id', 'p.order_id');

const matches = ({ q, provider, state, from, to }: EventsQuery) =>
  events()
    .$if(provider !== undefined, (query) => query.where('e.provider', '=', provider ?? ''))
    .$if(state !== undefined, (query) => query.where('e.state', '=', state ?? ''))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`${dayOf} >= ${from}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`${dayOf} <= ${to}`))
    .$if(Boolean(q), (query) =>
      query.where((row) =>
        Id.safeParse(q).success
          ? row.or([row('p.order_id', '=', q ?? ''), row('e.payment_id', '=', q ?? '')])
          : row.or([
              row('e.event_id', 'like', containing(q ?? '')),
              row('e.type', 'like', containing(q ?? '')),
              row('o.number', '=', orderNumberIn(q ?? '')),
            ]),
      ),
    );

const withRow = (found: ReturnType<typeof events>) =>
  found
    .select(['e.id', 'e.provider', 'e.event_id', 'e.type', 'e.outcome', 'e.error', 'e.state'])
    .select(['e.is_notice', 'p.order_id', 'o.number', 'e.received_at']);

type Row = Awaited<ReturnType<ReturnType<typeof withRow>['executeTakeFirstOrThrow']>>;

const rowFrom = (row: Row): ProviderEventRow => ({
  id: row.id,
  provider: row.provider,
  eventId: row.event_id,
  type: row.type,
  orderId: row.order_id,
  orderNumber: row.number,
  state: row.state as EventState,
  outcome: row.outcome,
  error: row.error,
  receivedAt: row.received_at,
  can: { replay: canReplay({ isNotice: row.is_notice }) },
});

/** What the providers told us, newest first. */
export async function listProviderEvents(query: EventsQuery) {
  const { page, size } = query;
  const { total } = await matches(query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withRow(matches(query))
    .orderBy('e.received_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: rows.map(rowFrom), total, page, size };
}

const replaysOf = sql<ProviderEventWhole['replays']>`(
  select coalesce(jsonb_agg(jsonb_build_object('by', u.email, 'at', ${instantOf('r.replayed_at')},
    'state', r.state, 'error', r.error) order by r.id desc), '[]')
  from provider_event_replays r join users u on u.id = r.replayed_by where r.event_id = e.id)`;

/** One of them with its body, and who had it handled again. */
export async function getProviderEvent(id: string): Promise<ProviderEventWhole> {
  const row = await withRow(events())
    .select(['e.body', replaysOf.as('replays')])
    .where('e.id', '=', id)
    .executeTakeFirst();
  const { body, replays, ...rest } = orRefuse(row);
  return { ...rowFrom(rest), body: withoutSecrets(body), replays };
}
