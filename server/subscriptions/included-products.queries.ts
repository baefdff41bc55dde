import type { ProductStatus, ProductType } from '#contract/catalog.ts';
import type { SubscriptionProduct } from '#contract/subscriptions.ts';
import { findProduct, mayEdit } from '#server/catalog/index.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { SiteProductsChanged } from './announcements.ts';
import { isMarkedRow, openableOf } from './fragments.ts';
import { findSitePrice } from './site-offer.queries.ts';
import { canBeIncluded, isIncluded, isInSite } from './subscriptions.rules.ts';
import { writeMark, writeSiteMark } from './subscriptions.store.ts';

const products = () =>
  db()
    .selectFrom('products as p')
    .select(['p.id', 'p.slug', 'p.title', 'p.type', 'p.status', 'p.is_rehearsal'])
    .select([openableOf.hasSeats.as('has_seats'), openableOf.mark.as('mark')])
    .select(isMarkedRow.as('is_given'));

type Row = Awaited<ReturnType<ReturnType<typeof products>['executeTakeFirstOrThrow']>>;

/** What opens it: the subscription of its channel, or that of the site. */
type Opener = 'channel' | 'site';

function productFrom(row: Row, by: Opener): SubscriptionProduct {
  const type = row.type as ProductType;
  const facts = {
    type,
    status: row.status as ProductStatus,
    isRehearsal: row.is_rehearsal,
    hasSeats: row.has_seats,
  };
  return {
    ...{ id: row.id, slug: row.slug, title: row.title, type },
    included: by === 'channel' ? isIncluded(facts, row.mark) : isInSite(facts, row.is_given),
    can: { include: canBeIncluded(facts) },
  };
}

/** The published products of an own channel. */
async function listOwn(actor: Actor, slug: string): Promise<Row[]> {
  const channel = orRefuse(await findOwnChannel(db(), actor, slug));
  return products()
    .where('p.channel_id', '=', channel.id)
    .where('p.status', '=', 'published')
    .where('p.is_rehearsal', '=', false)
    .orderBy('p.published_at', 'desc')
    .limit(500)
    .execute();
}

/** The published products of an own channel, and which of them its subscription opens. */
export async function listProductsInIt(actor: Actor, slug: string) {
  const rows = await listOwn(actor, slug);
  return { items: rows.map((row) => productFrom(row, 'channel')) };
}

/** The same for the subscription to the whole site. */
export async function listProductsInSite(actor: Actor, slug: string) {
  const rows = await listOwn(actor, slug);
  // Who has paid goes on opening what was given, also while the site is not sold any more.
  const isShown = rows.some((row) => row.is_given) || (await findSitePrice()) !== null;
  return { isShown, items: rows.map((row) => productFrom(row, 'site')) };
}

type Marking = { included: boolean };

/** Refuses SERVER_ERROR_NOT_FOUND, and PRODUCT_STATE for what no subscription can open. */
async function mark(actor: Actor, slug: string, { included, by }: Marking & { by: Opener }) {
  const product = orRefuse(await findProduct(db(), slug));
  if (!mayEdit(actor, product)) refuse('SERVER_ERROR_NOT_FOUND');
  const load = async () =>
    productFrom(orRefuse(await products().where('p.id', '=', product.id).executeTakeFirst()), by);
  if (included && !(await load()).can.include) refuse('PRODUCT_STATE');
  await inTransaction(async (tx) => {
    if (by === 'channel') return writeMark(tx, product.id, included);
    await writeSiteMark(tx, product.id, { included, at: nowText() });
    await announce(tx, SiteProductsChanged, {});
  });
  return load();
}

/** An organizer takes a product into the subscription of its channel, or out of it. */
export const markProduct = (actor: Actor, slug: string, given: Marking) =>
  mark(actor, slug, { ...given, by: 'channel' });

/** An organizer gives a product to the subscription to the site, or takes it back. */
export const markSiteProduct = (actor: Actor, slug: string, given: Marking) =>
  mark(actor, slug, { ...given, by: 'site' });
