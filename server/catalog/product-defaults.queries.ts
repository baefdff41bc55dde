import type { ProductDefaults } from '#contract/catalog.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import {
  assetTypes,
  isDatedType,
  type ProductType,
  productTypes,
} from '#contract/shared/product-kinds.ts';
import { db } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';

const usual: ProductDefaults = { currency: 'EUR', taxRate: null, durationMinutes: 90 };

/** What is taxed alike: shows at an hour, what plays whenever one wants, else only its own kind. */
function alike(type: ProductType): ProductType[] {
  if (isDatedType(type)) return productTypes.filter(isDatedType);
  return assetTypes.includes(type) ? [...assetTypes] : [type];
}

/**
 * A new product begins as the last one that had a price, its tax as that of the last one of a like kind;
 * a show lasts as long as the last one.
 */
export async function getProductDefaults(
  actor: Actor,
  { type }: { type?: ProductType | undefined },
): Promise<ProductDefaults> {
  const own = db()
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .where('c.owner_id', '=', actor.id)
    .orderBy('p.id', 'desc')
    .limit(1);
  const priced = own.where('p.plan', '=', 'paid').where('p.total', '>', 0);
  const last = await priced.select('p.currency').executeTakeFirst();
  const like = await priced
    .select('p.tax_rate as taxRate')
    .$if(type !== undefined, (query) => query.where('p.type', 'in', alike(type ?? 'broadcast')))
    .executeTakeFirst();
  const dated = await own
    .innerJoin('product_sessions as s', 's.product_id', 'p.id')
    .select('s.duration_minutes as durationMinutes')
    .executeTakeFirst();
  return {
    ...usual,
    ...dated,
    ...(last as { currency: CurrencyCode } | undefined),
    ...like,
  };
}
