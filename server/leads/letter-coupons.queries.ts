import type { LetterCoupons } from '#contract/leads.ts';
import { nowText } from '#server/platform/clock.ts';
import { instantOf } from '#server/platform/database/fragments.ts';
import { db, sql } from '#server/platform/database/index.ts';

/** The good batches of a product `p` with what is left of them. */
const couponsOf = (now: string) => sql<LetterCoupons['coupons']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'total', k.net + k.tax,
      'currency', k.currency, 'validUntil', ${instantOf('k.valid_until')},
      'free', (select count(*) from coupon_codes x where x.coupon_id = k.id and x.state = 'free'
        and not exists (select from lead_letters y where y.code = x.code)))
    order by k.id desc), '[]')
  from coupons k where k.product_id = p.id
    and (k.valid_until is null or k.valid_until > ${now} or k.id = x.coupon_id))`;

/** Products with coupons, of one person, or this one. */
export async function listLetterCoupons(
  which: { ownerId: string } | { productId: string },
): Promise<LetterCoupons[]> {
  const rows = await db()
    .selectFrom('products as p')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .leftJoin('lead_coupons as x', 'x.product_id', 'p.id')
    .select(['p.slug', 'p.title', 'x.coupon_id as chosen', couponsOf(nowText()).as('coupons')])
    .$if('ownerId' in which, (from) =>
      from
        .where('c.owner_id', '=', 'ownerId' in which ? which.ownerId : '')
        .where('p.status', '=', 'published')
        .where(sql<boolean>`exists (select from coupons k where k.product_id = p.id
          and (k.valid_until is null or k.valid_until > ${nowText()} or k.id = x.coupon_id))`),
    )
    .$if('productId' in which, (from) =>
      from.where('p.id', '=', 'productId' in which ? which.productId : ''),
    )
    .orderBy('p.title')
    .orderBy('p.id')
    .limit(100)
    .execute();
  return rows.map(({ slug, title, chosen, coupons }) => ({
    product: { slug, title },
    chosen,
    coupons,
  }));
}
