import type { Series, SeriesPeriod } from '#contract/insights.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { now } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { zoneFor } from '#server/platform/zones.ts';
import { beginningOf, type Span, spanOf, stepsOf } from './series.rules.ts';

type Asked = { period: SeriesPeriod; zone?: string | undefined };
type Within = { ownerId: string; zone: string; from: string; to: string };

/** How tickets and takings of one organizer went. Two statements, whatever happened. */
export async function findSeries(actor: Actor, { period, zone: asked }: Asked): Promise<Series> {
  const zone = zoneFor(asked, actor);
  const { end, ...span } = spanOf(period, now().toZonedDateTimeISO(zone).toPlainDate().toString());
  const whole: Span = { ...span, end };
  const within = {
    ownerId: actor.id,
    zone,
    from: beginningOf(span.daysBefore[0] as string, zone),
    to: beginningOf(end, zone),
  };
  const [tickets, takings] = await Promise.all([ticketsByDay(within), takingsByDay(within)]);
  const currencies = [...new Set(takings.map(({ currency }) => currency))];
  return {
    period,
    zone,
    ...span,
    tickets: stepsOf(whole, tickets),
    takings: currencies.map((currency) => ({
      currency: currency as CurrencyCode,
      ...stepsOf(
        whole,
        takings.filter((row) => row.currency === currency),
      ),
    })),
  };
}

const dayIn = (column: string, zone: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD')`;

const ticketsByDay = ({ ownerId, zone, from, to }: Within) =>
  db()
    .selectFrom('tickets as t')
    .innerJoin('products as p', 'p.id', 't.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select([dayIn('t.granted_at', zone).as('day'), sql<number>`count(*)`.as('amount')])
    .where('c.owner_id', '=', ownerId)
    .where('t.ended_at', 'is', null)
    .where('p.is_rehearsal', '=', false)
    .where('t.granted_at', '>=', from)
    .where('t.granted_at', '<', to)
    .groupBy(sql`1`)
    .execute();

/** From the ledger, where what was earned stands negative; a refund turns some back on its own day. */
const takingsByDay = ({ ownerId, zone, from, to }: Within) =>
  db()
    .selectFrom('ledger_entries as l')
    .innerJoin('channels as c', 'c.id', 'l.channel_id')
    .select(['l.currency', dayIn('l.created_at', zone).as('day')])
    .select(sql<number>`(0 - sum(l.amount))::bigint`.as('amount'))
    .where('c.owner_id', '=', ownerId)
    // What was paid out to them was earned all the same.
    .where('l.order_id', 'is not', null)
    .where('l.account', 'in', ['organizer', 'donation', 'tax', 'platform_fee'])
    .where('l.created_at', '>=', from)
    .where('l.created_at', '<', to)
    .groupBy(['l.currency', sql`2`])
    .orderBy('l.currency')
    .execute();
