import type { ProductDefaults } from '#contract/catalog.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { db } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';

/** The general rate of most organizers here; anyone can type another. */
const usual: ProductDefaults = { currency: 'EUR', taxRate: 2100, durationMinutes: 90 };

/** A new product begins as the last one that had a price; a show lasts as long as the last one. */
export async function getProductDefaults(actor: Actor): Promise<ProductDefaults> {
  const own = db()
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .where('c.owner_id', '=', actor.id)
    .orderBy('p.id', 'desc')
    .limit(1);
  const priced = await own
    .select(['p.currency', 'p.tax_rate as taxRate'])
    .where('p.plan', '=', 'paid')
    .where('p.total', '>', 0)
    .executeTakeFirst();
  const dated = await own
    .innerJoin('product_sessions as s', 's.product_id', 'p.id')
    .select('s.duration_minutes as durationMinutes')
    .executeTakeFirst();
  return {
    ...usual,
    ...dated,
    ...(priced as { currency: CurrencyCode; taxRate: number } | undefined),
  };
}
