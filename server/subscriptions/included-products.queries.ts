import type { ProductStatus, ProductType } from '#contract/catalog.ts';
import type { SubscriptionProduct } from '#contract/subscriptions.ts';
import { findProduct, mayEdit } from '#server/catalog/index.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { openableOf } from './fragments.ts';
import { canBeIncluded, isIncluded } from './subscriptions.rules.ts';
import { writeMark } from './subscriptions.store.ts';

const products = () =>
  db()
    .selectFrom('products as p')
    .select(['p.id', 'p.slug', 'p.title', 'p.type', 'p.status', 'p.is_rehearsal'])
    .select([openableOf.hasSeats.as('has_seats'), openableOf.mark.as('mark')]);

type Row = Awaited<ReturnType<ReturnType<typeof products>['executeTakeFirstOrThrow']>>;

function productFrom(row: Row): SubscriptionProduct {
  const type = row.type as ProductType;
  const facts = {
    type,
    status: row.status as ProductStatus,
    isRehearsal: row.is_rehearsal,
    hasSeats: row.has_seats,
  };
  return {
    ...{ id: row.id, slug: row.slug, title: row.title, type },
    included: isIncluded(facts, row.mark),
    can: { include: canBeIncluded(facts) },
  };
}

/** The published products of an own channel, and which of them its subscription opens. */
export async function listProductsInIt(actor: Actor, slug: string) {
  const channel = orRefuse(await findOwnChannel(db(), actor, slug));
  const rows = await products()
    .where('p.channel_id', '=', channel.id)
    .where('p.status', '=', 'published')
    .where('p.is_rehearsal', '=', false)
    .orderBy('p.published_at', 'desc')
    .limit(500)
    .execute();
  return { items: rows.map(productFrom) };
}

/** An organizer takes a product into the subscription, or out of it. Refuses PRODUCT_STATE. */
export async function markProduct(
  actor: Actor,
  slug: string,
  { included }: { included: boolean },
): Promise<SubscriptionProduct> {
  const product = orRefuse(await findProduct(db(), slug));
  if (!mayEdit(actor, product)) refuse('SERVER_ERROR_NOT_FOUND');
  const before = await products().where('p.id', '=', product.id).executeTakeFirst();
  if (included && !productFrom(orRefuse(before)).can.include) refuse('PRODUCT_STATE');
  await inTransaction((tx) => writeMark(tx, product.id, included));
  const after = await products().where('p.id', '=', product.id).executeTakeFirst();
  return productFrom(orRefuse(after));
}
