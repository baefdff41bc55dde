import type { ProductCard, SearchFacets, SearchFilter, SearchQuery } from '#contract/catalog.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { cardRows, cardsFrom } from './cards.queries.ts';
import { chosen, countWhere, isPast, isUpcoming, orders, type Page } from './catalogue.queries.ts';
import { isPlaying, isToEnd } from './session-json.queries.ts';

/**
 * Whole words and beginnings of words by full text, near misses by trigrams; accents and case do
 * not count on either side. A channel whose name fits brings its products.
 */
function fits(q: string) {
  const words = sql`to_tsquery('simple', (select string_agg(quote_literal(word) || ':*', ' & ')
    from regexp_split_to_table(plain_text(${q}), '[^[:alnum:]]+') word where word <> ''))`;
  return sql<boolean>`(to_tsvector('simple', p.search_text) @@ ${words}
    or plain_text(${q}) <% p.search_text
    or p.channel_id = any(array(select f.id from channels f
      where f.state = 'published' and plain_text(${q}) <% plain_text(f.title))))`;
}

const nearness = (
  q: string,
) => sql<number>`2 * word_similarity(plain_text(${q}), plain_text(p.title))
  + word_similarity(plain_text(${q}), p.search_text)
  + word_similarity(plain_text(${q}), plain_text(c.title))`;

/** Does a showing begin within seven days, or is one on? */
const isThisWeek = (at: string) =>
  sql<boolean>`exists (select from product_sessions u where u.product_id = p.id
    and ${isToEnd('u', at)}
    and u.starts_at < ${at}::timestamptz + interval '7 days')`;

const isOnAir = (at: string) =>
  sql<boolean>`(exists (select from broadcasts b where b.product_id = p.id and b.state = 'live')
    or exists (select from product_sessions o where o.product_id = p.id and ${isPlaying('o', at)}))`;

const whens = { live: isOnAir, week: isThisWeek, upcoming: isUpcoming, past: isPast };

/** Every wish of a search but the words, each of which can be left out of a count. */
const wishes = ({ type, plan, language, category, when }: SearchFilter, at: string) => ({
  type: type && sql`p.type = ${type}`,
  plan: plan && sql`p.plan = ${plan}`,
  language: language && sql`p.language = ${language}`,
  category: category && sql`${category} = any(p.categories)`,
  when: when && whens[when](at),
});

/** What everyone may see, by the words and the currency: these two are no wish among others. */
function ground({ q, currency }: SearchFilter) {
  const byWords = q === undefined ? [] : [fits(q)];
  const sold = currency ? [sql`p.plan = 'paid' and p.currency = ${currency}`] : [];
  return sql<boolean>`${sql.join([chosen({}), ...byWords, ...sold], sql` and `)}`;
}

function wantedBy(filter: SearchFilter, at: string) {
  const asked = Object.values(wishes(filter, at)).filter((wish) => wish !== undefined);
  return sql<boolean>`${sql.join([ground(filter), ...asked], sql` and `)}`;
}

function orderOf({ q, sort }: SearchQuery, at: string) {
  if (q !== undefined && (sort ?? 'near') === 'near')
    return sql`${nearness(q)} desc, p.published_at desc, p.id`;
  return orders[sort === 'recent' || sort === 'price' ? sort : 'soon'](at);
}

/** Published products by words and wishes, a page at a time. Two statements. */
export async function searchProducts(query: SearchQuery): Promise<Page<ProductCard>> {
  const now = clockNow();
  const at = instantText(now);
  const { page, size } = query;
  const wanted = wantedBy(query, at);
  const [rows, total] = await Promise.all([
    cardRows(db(), now)
      .where(wanted)
      .orderBy(orderOf(query, at))
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countWhere(db(), wanted),
  ]);
  return { items: await cardsFrom(rows, now), total, page, size };
}

/** The flags of what was found: whether it fits each wish, so that a count can leave one out. */
function foundBy(filter: SearchFilter, at: string) {
  const asked = wishes(filter, at);
  const flag = (wish: keyof typeof asked) => asked[wish] ?? sql`true`;
  return sql`select p.type, p.plan, p.language, p.categories,
      ${isOnAir(at)} as is_live, ${isThisWeek(at)} as is_week,
      ${isUpcoming(at)} as is_upcoming, ${isPast(at)} as is_past,
      ${flag('type')} as by_type, ${flag('plan')} as by_plan, ${flag('language')} as by_language,
      ${flag('category')} as by_category, ${flag('when')} as by_when
    from products p join channels c on c.id = p.channel_id
    where ${ground(filter)}`;
}

type FacetRow = { facet: keyof SearchFacets; value: string; count: number };

/** What could be chosen in place of what is, with how many each would find. One statement. */
export async function findFacets(filter: SearchFilter): Promise<SearchFacets> {
  const at = instantText(clockNow());
  const { rows } = await sql<FacetRow>`with found as materialized (${foundBy(filter, at)})
    select 'type' as facet, type as value, count(*)::int as count from found
      where by_plan and by_language and by_category and by_when group by type
    union all select 'plan', plan, count(*)::int from found
      where by_type and by_language and by_category and by_when group by plan
    union all select 'language', language, count(*)::int from found
      where by_type and by_plan and by_category and by_when group by language
    union all select 'category', category, count(*)::int
      from found, unnest(categories) as category
      where by_type and by_plan and by_language and by_when group by category
    union all select 'when', value, (count(*) filter (where fits))::int
      from found, lateral (values ('live', is_live), ('week', is_week),
        ('upcoming', is_upcoming), ('past', is_past)) as w (value, fits)
      where by_type and by_plan and by_language and by_category group by value
    order by count desc, value`.execute(db());
  const of = (facet: FacetRow['facet']) =>
    rows
      .filter((row) => row.facet === facet && row.count > 0)
      .map(({ value, count }) => ({ value, count }));
  return {
    when: of('when'),
    plan: of('plan'),
    category: of('category'),
    type: of('type'),
    language: of('language'),
  };
}
