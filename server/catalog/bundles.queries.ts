import type { Bundle, OwnBundle } from '#contract/bundles.ts';
import { now as clockNow } from '#server/platform/clock.ts';
import { type Db, db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { productCardsByIds } from './cards.queries.ts';
import { isBundle } from './kinds.rules.ts';
import { priceNow } from './prices.rules.ts';
import { maySee, shownSession } from './product-page.queries.ts';
import { findProduct, listOfChannel, listParts } from './products.queries.ts';
import { mayEdit, type Product, saleState, sessionIsOpen } from './products.rules.ts';

/** What is inside a bundle and what it saves, for those who may see its page. */
export async function getBundle(
  actor: Actor | null,
  slug: string,
  code: string | undefined,
): Promise<Bundle> {
  const now = clockNow();
  const bundle = orRefuse(await findProduct(db(), slug));
  orRefuse((isBundle(bundle) && (await maySee(db(), bundle, { actor, code, now }))) || null);
  const parts = await listParts(db(), bundle.id);
  const ids = parts.map(({ product }) => product.id);
  const cards = await productCardsByIds(db(), ids, now);
  const apart = parts.reduce((sum, { product }) => sum + priceNow(product, now).total, 0);
  return {
    parts: parts.map(({ product, sessionId }) => {
      const session = product.sessions.find(({ id }) => id === sessionId);
      const isOpen = saleState(product, now) === 'open';
      return {
        product: orRefuse(cards.get(product.id)),
        session: session ? shownSession(session) : null,
        open: session ? sessionIsOpen(product, session, now) : isOpen,
      };
    }),
    apart,
    saved: Math.max(0, apart - priceNow(bundle, now).total),
  };
}

/** What a bundle consists of, and what else could be put into it; others' bundles do not exist. */
export async function getOwnBundle(actor: Actor, slug: string): Promise<OwnBundle> {
  const bundle = orRefuse(await findProduct(db(), slug));
  orRefuse((mayEdit(actor, bundle) && isBundle(bundle)) || null);
  return ownBundle(db(), bundle);
}

/** The same for whoever has loaded it. */
export async function ownBundle(from: Db, bundle: Product): Promise<OwnBundle> {
  const now = clockNow();
  const parts = await listParts(from, bundle.id);
  const others = await listOfChannel(from, bundle.channelId);
  return {
    parts: parts.map(({ product, sessionId }) => ({ productSlug: product.slug, sessionId })),
    choices: others
      .filter((product) => canBePart(product, bundle))
      .map((product) => ({
        slug: product.slug,
        title: product.title,
        status: product.status,
        price: priceNow(product, now),
        sessions: product.sessions
          .filter(({ cancelledAt }) => cancelledAt === null)
          .map(({ id, startsAt }) => ({ id, startsAt })),
      })),
    currency: bundle.currency,
    can: { edit: true },
  };
}

/** Parts are of the same channel, whose name stands on the invoice, and no bundles. */
export const canBePart = (product: Product, bundle: Product): boolean =>
  product.channelId === bundle.channelId &&
  product.currency === bundle.currency &&
  product.status !== 'draft' &&
  !isBundle(product);
