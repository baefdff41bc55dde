import type { PageQuery } from '#contract/shared/page.ts';
import type { SubscriptionCard } from '#contract/subscriptions.ts';
import { channelBriefsByIds } from '#server/channels/index.ts';
import { cardKeeping, invoiceBriefs, invoicesOf } from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { containing } from '#server/platform/database/fragments.ts';
import { type Db, db, sql } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { isStillOfferedRow } from './fragments.ts';
import {
  isOver,
  priceOfMonth,
  renewalFrom,
  statusOf,
  subscriptionCan,
  toldUntil,
} from './subscriptions.rules.ts';
import {
  type SubscriptionRow,
  subscriptionColumns,
  subscriptionFrom,
} from './subscriptions.store.ts';

const found = (userId: string) =>
  db()
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .where('s.user_id', '=', userId);

const withFacts = (from: ReturnType<typeof found>) =>
  from
    .leftJoin('kept_means as k', 'k.id', 's.means_id')
    .select(subscriptionColumns)
    .select([isStillOfferedRow.as('is_offered'), 'k.last_four']);

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['executeTakeFirstOrThrow']>>;

async function invoicesByIds(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('subscription_periods as d')
    .select(['d.subscription_id', 'd.order_id', invoicesOf('d.order_id').as('invoices')])
    .where('d.subscription_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('d.number', 'desc')
    .execute();
  const byId = new Map<string, SubscriptionCard['invoices']>();
  for (const row of rows) {
    const papers = invoiceBriefs(row.invoices).map((invoice) => ({
      orderId: row.order_id,
      invoice,
    }));
    byId.set(row.subscription_id, [...(byId.get(row.subscription_id) ?? []), ...papers]);
  }
  return byId;
}

const nextChargeOf = (of: SubscriptionRow): SubscriptionCard['nextCharge'] => ({
  at: renewalFrom(of.validUntil),
  total: priceOfMonth(of, of.validUntil).total,
});

async function cardsFrom(rows: Row[]): Promise<SubscriptionCard[]> {
  const channels = await channelBriefsByIds(
    db(),
    rows.flatMap((row) => row.channel_id ?? []),
  );
  const invoices = await invoicesByIds(
    db(),
    rows.map(({ id }) => id),
  );
  const keepsCards = await cardKeeping();
  return rows.map((row) => {
    const of = subscriptionFrom(row);
    const { id, channelId, term, since, currency, price, next, isOffered } = of;
    const over = isOver(of, { now: now(), isOffered });
    const renews = !over && of.state !== 'cancelled' && isOffered && term !== 'once';
    const isCharged = renews && of.state === 'active' && !of.waitsForRate;
    return {
      id,
      channel: channelId ? orRefuse(channels.get(channelId)) : null,
      term,
      // What is over is over, whether or not the clock has been by.
      status: over ? 'ended' : statusOf(of.state),
      paymentDue: !over && of.state === 'past_due',
      waitsForRate: !over && of.waitsForRate,
      since,
      validUntil: toldUntil(term, of.validUntil),
      accessUntil: toldUntil(term, of.accessUntil),
      price: { currency, ...price },
      nextPrice: next && { total: next.price.total, from: next.from },
      lastFour: row.last_four ?? '',
      ...{ renews, nextCharge: isCharged ? nextChargeOf(of) : null },
      invoices: invoices.get(id) ?? [],
      can: subscriptionCan(of, {
        ...{ now: now(), isOffered },
        keepsCards: keepsCards({ amount: price.total, currency }),
      }),
    };
  });
}

/** The actor's subscriptions: what lives first, then the newest. */
export async function listMySubscriptions(actor: Actor, { page, size, q }: PageQuery) {
  const mine = () =>
    found(actor.id).$if(Boolean(q), (from) =>
      from.where(
        sql<boolean>`plain_text(coalesce(c.title, ${config().SITE_NAME})) like plain_text(${containing(q ?? '')})`,
      ),
    );
  const { total } = await mine()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await withFacts(mine())
    .orderBy(sql`s.state = 'ended'`)
    .orderBy('s.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { items: await cardsFrom(rows), total, page, size };
}

/** One of the actor's own; everybody else's does not exist. */
export async function getCard(actor: Actor, id: string): Promise<SubscriptionCard> {
  const row = await withFacts(found(actor.id)).where('s.id', '=', id).executeTakeFirst();
  const [card] = await cardsFrom([orRefuse(row)]);
  return orRefuse(card);
}
