import type { Currencies } from '#contract/currencies.ts';
import { assetTypes, sentTypes } from '#contract/shared/product-kinds.ts';
import { nowText } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { keptAnswers } from '#server/platform/http/kept-answers.ts';
import { findConfig, findRates } from '#server/site/index.ts';
import { chosen } from './catalogue.queries.ts';
import { watchableOfRow } from './products.queries.ts';
import { isToEnd } from './session-json.queries.ts';

const kept = keptAnswers<Currencies>(1);

/** What can be chosen on the bar. Nothing while the site does not offer the choice. */
export async function getCurrencies(): Promise<Currencies> {
  const { currencies } = await findConfig();
  if (!currencies) return { onSale: [], rates: [] };
  return kept('currencies', async () => {
    const [onSale, rates] = await Promise.all([currenciesOnSale(), findRates()]);
    return { onSale, rates };
  });
}

/** Can a ticket of a product `p` be had at this instant? As `saleState` says of one product. */
const isOnSale = (
  at: string,
) => sql<boolean>`(p.sales_starts_at is null or p.sales_starts_at <= ${at})
  and (p.sales_ends_at is null or ${at} < p.sales_ends_at)
  and (p.expires_at is null or ${at} < p.expires_at)
  and (case when p.type = any(${assetTypes}) then ${watchableOfRow('p.id')}
    when p.type = any(${sentTypes}) then exists (select from product_stocks k
      where k.product_id = p.id and (k.capacity is null or k.held < k.capacity))
    else exists (select from product_sessions o where o.product_id = p.id
      and o.cancelled_at is null and (o.capacity is null or o.seats_held < o.capacity)
      and (${isToEnd('o', at)} or ${watchableOfRow('p.id')})) end)`;

/** The currencies in which something that costs something can be bought now, the most first. */
export async function currenciesOnSale(): Promise<Currencies['onSale']> {
  const at = nowText();
  const { rows } = await sql<Currencies['onSale'][number]>`
    select p.currency, count(*)::int as products
    from products p join channels c on c.id = p.channel_id
    where ${chosen({})} and p.plan = 'paid' and p.total > 0 and ${isOnSale(at)}
    group by p.currency order by products desc, p.currency`.execute(db());
  return rows;
}
