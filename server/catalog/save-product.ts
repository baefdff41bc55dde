import type { OwnProduct, ProductPatch } from '#contract/catalog.ts';
import { findOwnChannel } from '#server/channels/index.ts';
import { demandOwnImage } from '#server/media/index.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { columnsOf, demandNoFaults } from './columns.ts';
import { lockedChanges, nextPrices, nextTimes, type Times } from './forms.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import type { Priced } from './prices.rules.ts';
import { missingTexts, type Product, slugFollowsTitle } from './products.rules.ts';
import { type Change, keepChange, takeSlug, writeProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

/** An organizer changes what is written about a product, its price, offer or sale. */
export async function saveProduct(
  actor: Actor,
  { slug }: { slug: string },
  patch: ProductPatch,
): Promise<OwnProduct> {
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    const locked = lockedChanges(product, patch);
    if (Object.keys(locked).length > 0) refuse('PRODUCT_LOCKED', { fields: locked });
    const { prices, faults: priceFaults } = nextPrices(patch, product);
    const { times, faults: timeFaults } = nextTimes(patch, product);
    demandNoFaults({ ...priceFaults, ...timeFaults });
    demandStillComplete(product, { ...patch, ...prices });
    if (patch.pictureId && patch.pictureId !== product.pictureId) {
      await demandOwnImage(tx, actor, patch.pictureId);
    }
    const at = instantText(now());
    await writeProduct(tx, product.id, {
      ...columnsOf(patch, { prices, times }),
      ...(await placeOf(tx, actor, { product, patch })),
      updated_at: at,
    });
    if (product.status !== 'draft') {
      await keepChanges(tx, product, { prices, times, by: actor.id, at });
      await announce(tx, ProductChanged, { productId: product.id });
    }
    return viewAfter(tx, product.id, { actor, now: now() });
  });
}

/** What is out of the draft must keep what it needed to get there. */
function demandStillComplete(
  product: Product,
  after: Partial<Pick<Product, 'shortDescription' | 'pictureId'>> & Priced,
): void {
  if (product.status === 'draft') return;
  const { shortDescription = product.shortDescription, pictureId = product.pictureId } = after;
  const missing = missingTexts({
    shortDescription,
    pictureId,
    plan: after.plan,
    total: after.total,
  });
  if (missing.length === 0) return;
  const fields = missing.map((part) => [part === 'price' ? 'price.amount' : part, 'required']);
  refuse('PRODUCT_INCOMPLETE', { fields: Object.fromEntries(fields) });
}

/** Channel and address of a draft may still change. */
async function placeOf(
  tx: Db,
  actor: Actor,
  { product, patch }: { product: Product; patch: ProductPatch },
) {
  const place: { channel_id?: string; slug?: string } = {};
  if (patch.channel && patch.channel !== product.channel.slug) {
    const channel = await findOwnChannel(tx, actor, patch.channel);
    if (!channel || channel.ownerId !== product.ownerId) {
      refuse('VALIDATION', { fields: { channel: 'unknown' } });
    }
    if (channel.state === 'banned') refuse('CHANNEL_STATE');
    place.channel_id = channel.id;
  }
  if (patch.title && patch.title !== product.title && slugFollowsTitle(product)) {
    place.slug = await takeSlug(tx, patch.title, product.id);
  }
  return place;
}

type After = { prices: Priced; times: Times; by: string; at: string };

/** One row for the record for each of price, offer and sale that is not as it was. */
async function keepChanges(tx: Db, before: Product, { prices, times, by, at }: After) {
  const price = ({ plan, net, taxRate, tax, total, currency }: Priced) => ({
    ...{ plan, net, taxRate, tax, total, currency },
  });
  const sale = ({ salesStartsAt, salesEndsAt, expiresAt }: Times) => ({
    ...{ salesStartsAt, salesEndsAt, expiresAt },
  });
  const pairs: Pick<Change, 'what' | 'before' | 'after'>[] = [
    { what: 'price', before: price(before), after: price(prices) },
    { what: 'offer', before: { offer: before.offer }, after: { offer: prices.offer } },
    { what: 'sale', before: sale(before), after: sale(times) },
  ];
  for (const pair of pairs) {
    if (JSON.stringify(pair.before) === JSON.stringify(pair.after)) continue;
    await keepChange(tx, { productId: before.id, by, at, ...pair });
  }
}
