import type { OwnProduct, ProductPatch } from '#contract/catalog.ts';
import { instantText, now } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { bannerFields } from './banner.rules.ts';
import { columnsOf, demandNoFaults } from './columns.ts';
import { lockedChanges, nextPrices, nextTimes, type Times } from './forms.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { demandOwnPictures, placeOf } from './place-of-product.ts';
import type { Priced } from './prices.rules.ts';
import { missingTexts, type Product } from './products.rules.ts';
import { type Change, keepChange, writeProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';
import { demandOwnSource, fitShowings } from './source-of-product.ts';

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
    demandStillComplete(product, patch, prices);
    await demandOwnPictures(tx, actor, { product, patch });
    await demandOwnSource(tx, actor, { product, patch });
    const at = instantText(now());
    await writeProduct(tx, product.id, {
      ...columnsOf(patch, { prices, times }),
      ...(await placeOf(tx, actor, { product, patch })),
      updated_at: at,
    });
    await fitShowings(tx, product.id);
    if (product.status !== 'draft') {
      await keepChanges(tx, product, { prices, times, by: actor.id, at });
      await announce(tx, ProductChanged, { productId: product.id });
    }
    return viewAfter(tx, product.id, { actor, now: now() });
  });
}

/** What is out of the draft must keep what it needed to get there. */
function demandStillComplete(product: Product, patch: ProductPatch, prices: Priced): void {
  if (product.status === 'draft') return;
  const {
    shortDescription = product.shortDescription,
    pictureId = product.pictureId,
    banner = product.banner,
  } = patch;
  const missing = missingTexts({ ...prices, shortDescription, pictureId, banner });
  if (missing.length === 0) return;
  const fields = missing.flatMap((part) =>
    part === 'banner'
      ? bannerFields(banner)
      : [[part === 'price' ? 'price.amount' : part, 'required']],
  );
  refuse('PRODUCT_INCOMPLETE', { fields: Object.fromEntries(fields) });
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
