import type { SubscriptionItem } from '#contract/order-items.ts';
import type { Order } from '#contract/orders.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { SiteForm } from '#contract/site-subscription.ts';
import type { MonthForm } from '#contract/subscription-orders.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { getOrder } from '../orders.queries.ts';
import { startOrReplay } from '../start-order.ts';

export type AskedMonth<Form = MonthForm> = { key: string; form: Form; language: Language };

/** A person orders the first month of a channel. */
export const subscribe = (actor: Actor, slug: string, asked: AskedMonth): Promise<Order> =>
  orderFirst(
    actor,
    { channelSlug: slug, term: 'month' },
    { ...asked, about: { slug, ...asked.form } },
  );

/** A person orders the first month or year of the whole site, or the site for good. */
export function subscribeToSite(actor: Actor, asked: AskedMonth<SiteForm>): Promise<Order> {
  const { term, ...form } = asked.form;
  return orderFirst(actor, { channelSlug: null, term }, { ...asked, form, about: asked.form });
}

/** What a person subscribes to, and by what it goes on as they were shown it. */
type Shown = Pick<SubscriptionItem, 'channelSlug' | 'term'>;

/**
 * The first order of a subscription, which is an order of this one thing: of two windows one makes it
 * and the other finds it, be it that of a cart. `about`: everything that makes a request another one.
 */
async function orderFirst(
  actor: Actor,
  shown: Shown,
  { key, language, form, about }: AskedMonth & { about: object },
): Promise<Order> {
  const { expectedTotal } = form;
  const items = [{ kind: 'subscription' as const, ...shown, expectedTotal }];
  const digest = digestOf(JSON.stringify(about));
  const asked = { key, language, digest, form: { ...form, items } };
  return getOrder(actor, await startOrReplay(actor, asked));
}
