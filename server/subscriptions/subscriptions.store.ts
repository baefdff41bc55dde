import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { priceFromNet } from '#contract/shared/money.ts';
import type { MonthPrice, SubscriptionTerm } from '#contract/subscriptions.ts';
import { type Db, sql } from '#server/platform/database/index.ts';
import { askedOf, isStillOfferedRow } from './fragments.ts';
import { type SubscriptionState, sourcesOf } from './subscriptions.rules.ts';

type Price = Omit<MonthPrice, 'currency'>;

export type SubscriptionRow = {
  id: string;
  userId: string;
  /** Null: the whole site. */
  channelId: string | null;
  term: SubscriptionTerm;
  state: SubscriptionState;
  since: string;
  validUntil: string;
  accessUntil: string;
  currency: CurrencyCode;
  price: Price;
  next: { price: Price; from: string } | null;
  meansId: string | null;
  /** The site, and the channel if it is one's, offer it still. */
  isOffered: boolean;
  /** Its next month cannot be charged before there is a rate of its currency. */
  waitsForRate: boolean;
};

export const subscriptionColumns = [
  's.id',
  's.user_id',
  's.channel_id',
  's.term',
  's.state',
  's.since',
  's.valid_until',
  's.access_until',
  's.currency',
  's.net',
  's.tax_rate',
  's.tax',
  's.total',
  's.next_net',
  's.next_tax_rate',
  's.next_tax',
  's.next_total',
  's.next_from',
  's.means_id',
  's.rate_missing_since',
] as const;

const subscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .select(subscriptionColumns)
    .select(isStillOfferedRow.as('is_offered'));

type Row = Awaited<ReturnType<ReturnType<typeof subscriptions>['executeTakeFirstOrThrow']>>;

/** A row with `subscriptionColumns`, and whether it is offered still. */
export const subscriptionFrom = (row: Row): SubscriptionRow => ({
  id: row.id,
  userId: row.user_id,
  channelId: row.channel_id,
  term: row.term as SubscriptionTerm,
  state: row.state as SubscriptionState,
  since: row.since,
  validUntil: row.valid_until,
  accessUntil: row.access_until,
  currency: row.currency as CurrencyCode,
  price: { net: row.net, taxRate: row.tax_rate, tax: row.tax, total: row.total },
  next: nextOf(row),
  meansId: row.means_id,
  isOffered: row.is_offered,
  waitsForRate: row.rate_missing_since !== null,
});

function nextOf(row: Row): SubscriptionRow['next'] {
  const { next_from: from, next_net: net, next_tax_rate: taxRate, next_tax: tax } = row;
  const { next_total: total } = row;
  if (from === null || net === null || taxRate === null || tax === null || total === null) {
    return null;
  }
  return { from, price: { net, taxRate, tax, total } };
}

/** The subscription, locked to the end of the transaction; null when there is none. */
export async function lockSubscription(tx: Db, id: string): Promise<SubscriptionRow | null> {
  const row = await subscriptions(tx).where('s.id', '=', id).forNoKeyUpdate('s').executeTakeFirst();
  return row ? subscriptionFrom(row) : null;
}

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  const row = await subscriptions(db).where('s.id', '=', id).executeTakeFirst();
  return row ? subscriptionFrom(row) : null;
}

/** The one of this person to this channel (null: the site) that has not ended; null when there is none. */
export async function findLiving(
  db: Db,
  of: { userId: string; channelId: string | null },
): Promise<SubscriptionRow | null> {
  const row = await subscriptions(db)
    .where('s.user_id', '=', of.userId)
    .where('s.channel_id', 'is not distinct from', of.channelId)
    .where('s.state', '<>', 'ended')
    .executeTakeFirst();
  return row ? subscriptionFrom(row) : null;
}

export type NewSubscription = {
  userId: string;
  channelId: string | null;
  term: SubscriptionTerm;
  since: string;
  validUntil: string;
  price: MonthPrice;
  meansId: string | null;
};

/** Writes a subscription; null when the person has one to this channel that lives (by an index). */
export async function insertSubscription(tx: Db, given: NewSubscription): Promise<string | null> {
  const row = await tx
    .insertInto('subscriptions')
    .values({
      user_id: given.userId,
      channel_id: given.channelId,
      term: given.term,
      since: given.since,
      valid_until: given.validUntil,
      access_until: given.validUntil,
      currency: given.price.currency,
      net: given.price.net,
      tax_rate: given.price.taxRate,
      tax: given.price.tax,
      total: given.price.total,
      means_id: given.meansId,
    })
    // Named by its words, a partial index is not found by plans that know no values.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export type SubscriptionMove = {
  to: SubscriptionState;
  at: string;
  /** Where they change with it. */
  validUntil?: string;
  accessUntil?: string;
  /** From then on its month waits for a rate; left out: it waits for none. */
  waitsSince?: string;
};

/**
 * The one writer of a subscription's state: false when it cannot come to `to` from where it is, by the
 * table of the rules.
 */
export async function moveSubscription(
  tx: Db,
  id: string,
  { to, at, validUntil, accessUntil, waitsSince }: SubscriptionMove,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({
      state: to,
      rate_missing_since: waitsSince ?? null,
      cancelled_at: to === 'cancelled' ? at : null,
      ...(to === 'ended' ? { ended_at: at } : {}),
      ...(validUntil ? { valid_until: validUntil } : {}),
      ...(accessUntil ? { access_until: accessUntil } : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', sourcesOf(to))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Another month is paid: until when, for how much, and by what the next one is charged. */
export async function writeMonth(
  tx: Db,
  id: string,
  month: { validUntil: string; price: Price; isNewPrice: boolean; meansId: string | null },
): Promise<void> {
  const { net, taxRate, tax, total } = month.price;
  const none = {
    next_net: null,
    next_tax_rate: null,
    next_tax: null,
    next_total: null,
    next_from: null,
  };
  await tx
    .updateTable('subscriptions')
    .set({
      valid_until: month.validUntil,
      access_until: month.validUntil,
      rate_missing_since: null,
      ...{ net, tax_rate: taxRate, tax, total },
      ...(month.isNewPrice ? none : {}),
      ...(month.meansId ? { means_id: month.meansId } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** By what the next month is charged. */
export async function writeMeans(tx: Db, id: string, meansId: string): Promise<void> {
  await tx.updateTable('subscriptions').set({ means_id: meansId }).where('id', '=', id).execute();
}

/** It is paid until then, and no longer. */
export async function writeUntil(tx: Db, id: string, validUntil: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ valid_until: validUntil, access_until: validUntil })
    .where('id', '=', id)
    .execute();
}

/** The price that its person was told of; null: it stays as it is. */
export async function writeNextPrice(
  tx: Db,
  id: string,
  next: { price: Price; from: string } | null,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      next_net: next?.price.net ?? null,
      next_tax_rate: next?.price.taxRate ?? null,
      next_tax: next?.price.tax ?? null,
      next_total: next?.price.total ?? null,
      next_from: next?.from ?? null,
    })
    .where('id', '=', id)
    .execute();
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Years that end by then, of which nobody was told that they renew: the rules say which of them do. */
export async function listUnannounced(db: Db, by: string) {
  return idsOf(
    await db
      .selectFrom('subscriptions')
      .select('id')
      .where('state', '=', 'active')
      .where('term', '=', 'year')
      .where('valid_until', '<=', by)
      .where(sql<boolean>`announced_until is distinct from valid_until`)
      .orderBy('valid_until')
      .limit(500)
      .execute(),
  );
}

/** Notes that the end of what is paid was announced; false when it was before. */
export async function noteAnnounced(tx: Db, id: string, validUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ announced_until: validUntil })
    .where('id', '=', id)
    .where(sql<boolean>`announced_until is distinct from ${validUntil}::timestamptz`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those that live of a person. */
export async function listLivingOf(db: Db, userId: string): Promise<string[]> {
  return idsOf(
    await db
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', '<>', 'ended')
      .execute(),
  );
}

/**
 * Those that go on, whose channel (or the site, by the same term) asks another price in their currency,
 * of which they know nothing: by id, those after this one.
 */
export async function listOtherPrices(db: Db, after: string | null, most: number) {
  const rows = await db
    .selectFrom('subscriptions as s')
    .leftJoin('channels as c', 'c.id', 's.channel_id')
    .innerJoin('media_pay as m', (join) => join.onTrue())
    .select(['s.id', askedOf.net.as('net'), askedOf.rate.as('rate'), 'c.subscription_tax'])
    .where('s.state', 'in', ['active', 'past_due'])
    .where(isStillOfferedRow)
    .where(sql<boolean>`(s.channel_id is not null or m.platform_period = s.term)`)
    .where(sql<boolean>`coalesce(c.subscription_currency, m.platform_currency) = s.currency`)
    .where(
      sql<boolean>`(coalesce(s.next_net, s.net), coalesce(s.next_tax_rate, s.tax_rate))
        <> (${askedOf.net}, ${askedOf.rate})`,
    )
    .$if(after !== null, (query) => query.where('s.id', '>', after))
    .orderBy('s.id')
    .limit(most)
    .execute();
  return rows.map(({ id, net, rate: taxRate, subscription_tax }) => {
    const tax = subscription_tax ?? priceFromNet(net, taxRate).tax;
    return { id, price: { net, taxRate, tax, total: net + tax } };
  });
}

/** The organizer gives a product to the subscription to the site, or takes it back. */
export async function writeSiteMark(
  tx: Db,
  productId: string,
  { included, at }: { included: boolean; at: string },
): Promise<void> {
  if (!included) {
    await tx.deleteFrom('site_marks').where('product_id', '=', productId).execute();
    return;
  }
  await tx
    .insertInto('site_marks')
    .values({ product_id: productId, marked_at: at })
    .onConflict((conflict) => conflict.column('product_id').doNothing())
    .execute();
}

/** What the organizer decides of a product. */
export async function writeMark(tx: Db, productId: string, included: boolean): Promise<void> {
  await tx
    .insertInto('subscription_marks')
    .values({ product_id: productId, included })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ included }))
    .execute();
}
