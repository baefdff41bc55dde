import type { Playout, PlayoutState } from '#contract/playouts.ts';
import { findProduct, mayEdit, type Product, playsByClock } from '#server/catalog/index.ts';
import { now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { sessionFor } from '#server/tickets/index.ts';
import { openPreview } from '../previews.ts';
import { viewersOf } from '../viewers.ts';
import { findSourceTitle } from './playouts.queries.ts';

/** How a product that the clock plays stands, for whoever may work on it; others learn nothing of it. */
export async function getPlayout(actor: Actor, slug: string): Promise<Playout> {
  const found = orRefuse(await findProduct(db(), slug));
  const product = orRefuse(mayEdit(actor, found) && playsByClock(found) ? found : null);
  const session = sessionFor(product, null, now());
  const state = stateOf(product, session);
  return {
    state,
    now: nowText(),
    session,
    source: await sourceOf(product),
    viewers: await viewersOf(product.id),
    preview:
      session && state === 'live'
        ? openPreview(actor.tokenDigest, { kind: 'playout', id: session.id })
        : null,
  };
}

function stateOf(product: Product, session: Playout['session']): PlayoutState {
  const { source, status, channel } = product;
  if (!session) return source ? 'dateless' : 'empty';
  if (session.endsAt <= nowText()) return 'over';
  if (!source?.isWhole) return 'empty';
  if (status !== 'draft' && channel.state !== 'published') return 'hidden';
  return session.startsAt <= nowText() ? 'live' : 'waits';
}

async function sourceOf(product: Product): Promise<Playout['source']> {
  const chosen = await findSourceTitle(db(), product.id);
  return chosen && { ...chosen, seconds: (product.source?.ms ?? 0) / 1000 };
}
