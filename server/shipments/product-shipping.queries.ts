import {
  mostOfOneThing,
  type ProductShipping,
  type QuoteForm,
  type ShippingQuote,
} from '#contract/shipping.ts';
import { findProduct, isPublic, mayEdit, type Product, priceNow } from '#server/catalog/index.ts';
import { now } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { countriesOf, inOrder, quoteFor } from './shipping.rules.ts';
import { findShipping } from './shipping.store.ts';
import { findStock } from './stock.store.ts';

/** Where a thing is sent to and for how much: for everybody, before anything is paid. */
export async function getProductShipping(
  actor: Actor | null,
  slug: string,
): Promise<ProductShipping> {
  const product = await demandThing(actor, slug);
  const table = await findShipping(db(), product.channelId);
  // Prices in another currency cannot stand in one order with the thing.
  const sends = table?.currency === product.currency ? table : null;
  return {
    most: await mostOf(product.id, actor),
    currency: product.currency,
    zones: sends ? inOrder(sends.zones) : [],
    home: table?.home ?? '',
    countries: sends ? countriesOf(sends) : [],
    pickup: table?.pickup ?? '',
  };
}

/** What an order of theirs that waits for payment holds is theirs to take. */
async function mostOf(productId: string, actor: Actor | null): Promise<number> {
  const stock = await findStock(db(), productId);
  if (!stock) return 0;
  if (stock.free === null) return mostOfOneThing;
  return Math.min(stock.free + (actor ? await heldBy(actor.id, productId) : 0), mostOfOneThing);
}

async function heldBy(buyerId: string, productId: string): Promise<number> {
  const { held } = await db()
    .selectFrom('order_lines')
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('held'))
    .where('buyer_id', '=', buyerId)
    .where('product_id', '=', productId)
    .where('is_pending', '=', true)
    .where('kind', '=', 'physical')
    .executeTakeFirstOrThrow();
  return held;
}

/** What sending these things costs. Refuses VALIDATION when they are of several sellers or currencies. */
export async function quoteShipping(
  actor: Actor | null,
  { items, country }: QuoteForm,
): Promise<ShippingQuote> {
  const things: { product: Product; quantity: number }[] = [];
  for (const { productSlug, quantity } of items) {
    things.push({ product: await demandThing(actor, productSlug), quantity });
  }
  const { channelId, currency } = orRefuse(things[0]).product;
  const foreign = things.findIndex(
    ({ product }) => product.channelId !== channelId || product.currency !== currency,
  );
  if (foreign > 0) refuse('VALIDATION', { fields: { [`items.${foreign}`]: 'mismatch' } });
  const parcel = {
    items: things.reduce((sum, { quantity }) => sum + quantity, 0),
    total: things.reduce(
      (sum, { product, quantity }) => sum + priceNow(product, now()).total * quantity,
      0,
    ),
    currency,
  };
  return { ...quoteFor(await findShipping(db(), channelId), parcel, country), currency };
}

/** What is not public is there for its people alone. */
async function demandThing(actor: Actor | null, slug: string): Promise<Product> {
  const product = orRefuse(await findProduct(db(), slug));
  const isThere = product.type === 'physical' && (isPublic(product) || mayEdit(actor, product));
  return orRefuse(isThere ? product : null);
}
