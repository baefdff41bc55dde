import type { Widget } from '#contract/widgets.ts';
import { listOwnChannels } from '#server/channels/index.ts';
import { config } from '#server/platform/config.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { domainsOf } from './widgets.store.ts';

/** The address of the script that other people's pages include. */
export const scriptAddress = (): string => `${config().PUBLIC_URL}/widget.js`;

/** The actor's channels with where they may be embedded, and what of them. */
export async function listWidgets(actor: Actor): Promise<{ items: Widget[]; script: string }> {
  const channels = await listOwnChannels(db(), actor);
  const ids = channels.map(({ id }) => id);
  const [domains, products] = [await domainsOf(db(), ids), await shownProducts(db(), ids)];
  const items = channels.map(({ id, slug, title }) => ({
    channel: { slug, title },
    domains: domains.get(id) ?? [],
    products: products.get(id) ?? [],
    can: { edit: true },
  }));
  return { items, script: scriptAddress() };
}

/** What can be embedded of these channels: what is published, newest first, fifty of each. */
export async function shownProducts(db: Db, channelIds: readonly string[]) {
  if (channelIds.length === 0) return new Map<string, Widget['products']>();
  const rows = await db
    .selectFrom('products')
    .select(['channel_id', 'slug', 'title'])
    .where('channel_id', 'in', [...channelIds])
    .where('status', '=', 'published')
    .where('is_rehearsal', '=', false)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const found = new Map<string, Widget['products']>();
  for (const { channel_id: id, slug, title } of rows) {
    const products = found.get(id) ?? [];
    if (products.length < 50) products.push({ slug, title });
    found.set(id, products);
  }
  return found;
}

/** Which origins may frame the product at this address; none for one that is not published. */
export async function framersOf(db: Db, productSlug: string): Promise<string[]> {
  const row = await db
    .selectFrom('products as p')
    .innerJoin('widget_domains as w', 'w.channel_id', 'p.channel_id')
    .select('w.domains')
    .where('p.slug', '=', productSlug)
    .where('p.status', '=', 'published')
    .executeTakeFirst();
  return row?.domains ?? [];
}
