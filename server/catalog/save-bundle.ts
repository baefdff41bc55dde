import type { OwnBundle, PartsForm } from '#contract/bundles.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { nowText } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import { announce } from '#server/platform/facts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { ProductChanged } from './announcements.ts';
import { canBePart, ownBundle } from './bundles.queries.ts';
import { type NewPart, replaceParts } from './bundles.store.ts';
import { isBundle } from './kinds.rules.ts';
import { listOfChannel } from './products.queries.ts';
import type { Product } from './products.rules.ts';
import { renewProduct } from './products.store.ts';
import { lockWithinReach } from './reach.ts';

/** An organizer says of what a bundle consists. Orders that stand keep what they were made for. */
export function saveBundle(
  actor: Actor,
  { slug }: { slug: string },
  form: PartsForm,
): Promise<OwnBundle> {
  return inTransaction(async (tx) => {
    const bundle = await lockWithinReach(tx, actor, slug);
    orRefuse(isBundle(bundle) || null);
    const parts = demandParts(bundle, await listOfChannel(tx, bundle.channelId), form);
    await replaceParts(tx, bundle.id, parts);
    await renewProduct(tx, bundle.id, nowText());
    if (bundle.status !== 'draft') await announce(tx, ProductChanged, { productId: bundle.id });
    return ownBundle(tx, bundle);
  });
}

/** Refuses what cannot be a part, by its place. */
function demandParts(bundle: Product, products: Product[], { parts }: PartsForm): NewPart[] {
  const faults: Record<string, FieldFault> = {};
  const seen = new Set<string>();
  const found = parts.flatMap(({ productSlug, sessionId }, index) => {
    const product = products.find(({ slug }) => slug === productSlug);
    const isNew = !seen.has(productSlug);
    seen.add(productSlug);
    if (!product || !canBePart(product, bundle) || !isNew) {
      faults[`parts.${index}.productSlug`] = product && !isNew ? 'invalid' : 'unknown';
      return [];
    }
    const session = sessionFor(product, sessionId);
    if (session === undefined) {
      faults[`parts.${index}.sessionId`] = sessionId ? 'unknown' : 'required';
      return [];
    }
    return [{ productId: product.id, sessionId: session }];
  });
  if (Object.keys(faults).length > 0) refuse('VALIDATION', { fields: faults });
  return found;
}

/** The showing that is meant: of one that is the only one nothing need be said. */
function sessionFor({ sessions }: Product, sessionId: string | null): string | null | undefined {
  if (sessions.length === 0) return sessionId === null ? null : undefined;
  if (sessionId === null) return sessions.length === 1 ? sessions[0]?.id : undefined;
  return sessions.find(({ id }) => id === sessionId)?.id;
}
