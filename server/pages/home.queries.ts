import type { HomePage } from '#contract/pages.ts';
import {
  type CatalogueFilter,
  findFeaturedCard,
  hiddenOfRow,
  isPlaying,
  listCatalogue,
} from '#server/catalog/index.ts';
import { channelCardsByIds } from '#server/channels/index.ts';
import { now } from '#server/platform/clock.ts';
import { db, sql } from '#server/platform/database/index.ts';
import { chooseHero, sliderLength, withoutLive } from './home.rules.ts';

/** The whole home page. As many statements for a full house as for an empty one. */
export async function findHome(): Promise<HomePage> {
  const [live, upcoming, recent, free, featured, { featuredChannel, channels }] = await Promise.all(
    [
      listOnAir(),
      listCards({ sort: 'soon', when: 'upcoming' }),
      listCards({ sort: 'recent' }),
      listCards({ sort: 'recent', plan: 'free' }),
      findFeaturedCard(db(), now()),
      findChannels(),
    ],
  );
  const lists = withoutLive({ live, upcoming, recent, free });
  return { hero: chooseHero(featured, lists), featuredChannel, ...lists, channels };
}

const listCards = async (filter: Partial<CatalogueFilter> & Pick<CatalogueFilter, 'sort'>) =>
  (await listCatalogue(db(), { page: 1, size: sliderLength, ...filter }, now())).items;

/** What is on air at this moment, by an encoder or by the clock, the latest to begin first. */
async function listOnAir() {
  // Only what everyone may see takes a place: twelve private shows would hide every public one.
  const rows = await db()
    .with('on_air', (from) =>
      from
        .selectFrom('broadcasts as b')
        .select(['b.product_id', 'b.started_at'])
        .where('b.state', '=', 'live')
        .unionAll(
          from
            .selectFrom('product_sessions as s')
            .select(['s.product_id', 's.starts_at as started_at'])
            .where(isPlaying('s')),
        ),
    )
    .selectFrom('on_air as o')
    .innerJoin('products as p', 'p.id', 'o.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .select('o.product_id')
    .where('p.status', '=', 'published')
    .where('c.state', '=', 'published')
    .where(sql<boolean>`not ${hiddenOfRow()}`)
    .groupBy('o.product_id')
    .orderBy((row) => row.fn.max('o.started_at'), 'desc')
    .limit(sliderLength)
    .execute();
  const ids = rows.map(({ product_id }) => product_id);
  const cards = new Map((await listCards({ sort: 'soon', ids })).map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Published channels, the newest first, and the one that an administrator features. */
async function findChannels() {
  const rows = await db()
    .selectFrom('channels')
    .select(['id', 'featured'])
    .where('state', '=', 'published')
    .orderBy('featured', 'desc')
    .orderBy('state_changed_at', 'desc')
    .limit(sliderLength)
    .execute();
  const ids = rows.map(({ id }) => id);
  const cards = await channelCardsByIds(db(), ids);
  const featured = rows.find((row) => row.featured);
  return {
    featuredChannel: (featured && cards.get(featured.id)) ?? null,
    channels: ids.flatMap((id) => cards.get(id) ?? []),
  };
}
