import type { Language } from '#contract/shared/languages.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { config } from '#server/platform/config.ts';
import { shippingTitle } from '#server/shipments/index.ts';
import { monthTitle } from '#server/subscriptions/index.ts';
import type { LineFacts } from './line.ts';

type Titled = Pick<LineFacts, 'kind' | 'details'> & {
  title: string;
  /** Null: the platform sold it. */
  channelTitle: string | null;
};

/**
 * What a line is called for whoever reads it. What was made of words is said anew, in their language; the
 * title of the line itself is that of its buyer and its papers, and what is left of a line whose address
 * went with an account.
 */
export function lineTitle(
  language: Language,
  { kind, title, details, channelTitle }: Titled,
): string {
  const { pickup, country, term } = details;
  if (kind === 'shipping' && typeof country === 'string') return shippingTitle(language, country);
  if (kind === 'shipping' && pickup !== undefined) return shippingTitle(language, null);
  if (kind !== 'subscription') return title;
  return monthTitle(language, channelTitle ?? config().SITE_NAME, term as SubscriptionTerm);
}
