import { priceFromNet } from '#contract/shared/money.ts';
import type { PageQuery } from '#contract/shared/page.ts';
import type { SiteOffer } from '#contract/site-subscription.ts';
import { productCardsByIds } from '#server/catalog/index.ts';
import { monetization } from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { isInSiteRow } from './fragments.ts';

/** What the subscription to the whole site costs now; null while none is sold. */
export async function findSitePrice(): Promise<SiteOffer | null> {
  const { channelSubscriptions, platform } = await monetization();
  const { period: term, net, taxRate, currency } = platform;
  if (!channelSubscriptions || term === 'off') return null;
  return { term, price: { currency, taxRate, ...priceFromNet(net, taxRate) } };
}

/** The same as it is offered, which it is not before it opens something. */
export async function findSiteInvitation(): Promise<SiteOffer | null> {
  const offer = await findSitePrice();
  return offer && (await countOpened(db())) > 0 ? offer : null;
}

/** The same to whoever looks at a product: null where it opens that not, or where that costs nothing. */
export async function findInvitationBy(slug: string): Promise<SiteOffer | null> {
  const offer = await findSitePrice();
  if (!offer) return null;
  const row = await opened(db())
    .select('p.id')
    .where('p.slug', '=', slug)
    .where('p.total', '>', 0)
    .executeTakeFirst();
  return row ? offer : null;
}

/** From what was given, which is little, to products, which are many. */
const opened = (db: Db) =>
  db
    .selectFrom('site_marks as g')
    .innerJoin('products as p', 'p.id', 'g.product_id')
    .innerJoin('channels as c', 'c.id', 'p.channel_id')
    .where('c.state', '=', 'published')
    .where(isInSiteRow);

const countOpened = async (db: Db): Promise<number> =>
  (
    await opened(db)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** The offer of the whole site, in the shape of a channel's: it has no price before it opens something. */
export async function findSiteOffer(db: Db) {
  const products = await countOpened(db);
  const offer = products > 0 ? await findSitePrice() : null;
  return {
    ...{ channelId: null, ownerId: null },
    title: config().SITE_NAME,
    price: offer?.price ?? null,
    term: offer?.term ?? ('month' as const),
    products,
  };
}

/** What the subscription to the site opens today, newest first; nothing while none is sold. */
export async function listSiteProducts({ page, size }: Omit<PageQuery, 'q'>) {
  if (!(await findSitePrice())) return { items: [], total: 0, page, size };
  const rows = await opened(db())
    .select('p.id')
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const ids = rows.map(({ id }) => id);
  const cards = await productCardsByIds(db(), ids, now());
  return {
    items: ids.flatMap((id) => cards.get(id) ?? []),
    total: await countOpened(db()),
    page,
    size,
  };
}
