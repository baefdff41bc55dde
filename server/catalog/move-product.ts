import type { Temporal } from 'temporal-polyfill';
import type { MissingPart, OwnProduct, ProductStatus } from '#contract/catalog.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { payeesByIds } from '#server/channels/index.ts';
import { isRecorded } from '#server/payments/index.ts';
import { now as clockNow, instantText } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/database/index.ts';
import { refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { demandRateOf } from '#server/site/index.ts';
import { ProductChanged, ProductPublished } from './announcements.ts';
import { bannerFields } from './banner.rules.ts';
import { mayBeShown } from './openings.rules.ts';
import { viewAfter } from './own-products.queries.ts';
import { canAct, missingParts, type Product } from './products.rules.ts';
import { keepChange, moveProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

type Of = { slug: string };

/** Makes a complete product public: everyone can find and buy it. */
export const publishProduct = (actor: Actor, { slug }: Of): Promise<OwnProduct> =>
  move(actor, slug, { act: 'publish', to: 'published' });

/** Takes a complete product out of all lists: a ticket or a code is the only way to it. */
export const makeProductPrivate = (actor: Actor, { slug }: Of): Promise<OwnProduct> =>
  move(actor, slug, { act: 'makePrivate', to: 'private' });

type Step = { act: 'publish' | 'makePrivate'; to: ProductStatus };

async function move(actor: Actor, slug: string, { act, to }: Step): Promise<OwnProduct> {
  const now = clockNow();
  return inTransaction(async (tx) => {
    const product = await lockWithinReach(tx, actor, slug);
    if (!canAct(product, act)) refuse('PRODUCT_STATE');
    if (!mayBeShown(product, to)) refuse('PAID_CONTENT_OFF');
    demandComplete(product, now);
    await demandRate(tx, product);
    const at = instantText(now);
    await moveProduct(tx, { id: product.id, from: product.status, to, at });
    await keepChange(tx, {
      productId: product.id,
      by: actor.id,
      at,
      what: 'status',
      before: { status: product.status },
      after: { status: to },
    });
    await announce(tx, to === 'published' ? ProductPublished : ProductChanged, {
      productId: product.id,
    });
    return viewAfter(tx, product.id, { actor, now });
  });
}

/**
 * Who bills from Spain can issue no paper in another currency while the site has no rate of it: organizers
 * hear of it here, before their buyers do.
 */
async function demandRate(tx: Db, { channelId, currency, plan }: Product): Promise<void> {
  if (currency === 'EUR' || plan === 'free') return;
  const seller = (await payeesByIds(tx, [channelId])).get(channelId);
  if (seller && isRecorded(seller.billing)) await demandRateOf(tx, { currency });
}

const fieldOf: Record<Exclude<MissingPart, 'channel' | 'banner'>, [string, FieldFault]> = {
  shortDescription: ['shortDescription', 'required'],
  pictureId: ['pictureId', 'required'],
  price: ['price.amount', 'required'],
  asset: ['assetId', 'required'],
  parts: ['parts', 'required'],
  sessions: ['sessions', 'required'],
  futureSession: ['sessions', 'time_past'],
  stock: ['stock', 'required'],
  shipping: ['shipping', 'required'],
  offer: ['offer.amount', 'too_big'],
};

function demandComplete(product: Product, now: Temporal.Instant): void {
  const missing = missingParts(product, now);
  const fields = missing.flatMap((part) => {
    if (part === 'channel') return [];
    return part === 'banner' ? bannerFields(product.banner) : [fieldOf[part]];
  });
  if (fields.length > 0) refuse('PRODUCT_INCOMPLETE', { fields: Object.fromEntries(fields) });
  if (missing.includes('channel')) refuse('NO_APPROVED_CHANNEL');
}
