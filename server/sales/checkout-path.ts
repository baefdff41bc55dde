import type { OrderLineKind } from '#contract/orders.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';

type Line = {
  kind: OrderLineKind;
  productSlug: string | null;
  sessionId: string | null;
  code: string | null;
};

/** What the way to the page of an order depends on. */
export type Chosen = {
  /** Parts of bundles left out. */
  lines: readonly Line[];
  /** Null: the platform sells it. */
  channelSlug: string | null;
  currency: CurrencyCode;
  /** Of which subscription it pays a month. */
  subscriptionId: string | null;
};

/** Chosen beside something: it has no checkout of its own. */
const beside: readonly OrderLineKind[] = ['donation', 'support', 'shipping'];

/**
 * Where an order is gone on with: the page on which it was chosen, a path with its query. By the same
 * date and code that page finds the order again.
 */
export function checkoutPath({ lines, channelSlug, currency, subscriptionId }: Chosen): string {
  if (subscriptionId) return `/mystuff/subscriptions/${subscriptionId}/pay`;
  if (channelSlug === null) return '/subscribe';
  const things = lines.filter(({ kind }) => !beside.includes(kind));
  const [one] = things;
  if (!one) return `/channels/${channelSlug}/donate`;
  if (one.kind === 'subscription' && lines.length === 1) {
    return `/channels/${channelSlug}/subscribe`;
  }
  if (things.length > 1 || !one.productSlug) {
    return pathWith('/shop/checkout', { seller: channelSlug, currency });
  }
  const { kind, productSlug, sessionId: session, code } = one;
  const gift = kind === 'gift' ? '1' : null;
  return pathWith(`/products/${productSlug}/checkout`, { gift, session, code });
}

/** A path with these in its query; what is null is left out. */
export function pathWith(path: string, values: Record<string, string | null>): string {
  const [place = '', search] = path.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, value);
  return query.size > 0 ? `${place}?${query}` : place;
}
