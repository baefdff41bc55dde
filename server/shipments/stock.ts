import type { Stock, StockForm } from '#contract/shipping.ts';
import { findProduct, mayEdit, type Product, renewProduct } from '#server/catalog/index.ts';
import { nowText } from '#server/platform/clock.ts';
import { type Db, db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { findStock, writeStock } from './stock.store.ts';

/** How many of a thing are left, for whoever works on it. */
export async function getStock(actor: Actor, slug: string): Promise<Stock> {
  const product = await demandThing(actor, slug);
  return stockOf(db(), product.id);
}

/** Its organizer says how many are left; administrators can too. */
export async function saveStock(actor: Actor, slug: string, form: StockForm): Promise<Stock> {
  const product = await demandThing(actor, slug);
  return inTransaction(async (tx) => {
    await writeStock(tx, product.id, form);
    await renewProduct(tx, product.id, nowText());
    return stockOf(tx, product.id);
  });
}

async function stockOf(from: Db, productId: string): Promise<Stock> {
  const stock = await findStock(from, productId);
  return { said: stock !== null, free: stock?.free ?? null, held: stock?.held ?? 0 };
}

/** Other people's products do not exist, and what is not sent has no stock. */
async function demandThing(actor: Actor, slug: string): Promise<Product> {
  const product = orRefuse(await findProduct(db(), slug));
  return orRefuse(product.type === 'physical' && mayEdit(actor, product) ? product : null);
}
