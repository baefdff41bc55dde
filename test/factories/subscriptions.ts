import { type Cart, cartContract } from '#contract/cart.ts';
import { channelsContract } from '#contract/channels.ts';
import type { SubscriptionItem } from '#contract/order-items.ts';
import { type Order, ordersContract } from '#contract/orders.ts';
import { subscriptionOrdersContract } from '#contract/subscription-orders.ts';
import { type SubscriptionCard, subscriptionsContract } from '#contract/subscriptions.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { call } from '#test/story.ts';
import { aViewer, type Someone } from './accounts.ts';
import { aChannel, type SomeChannel } from './channels.ts';
import { cardOf, cards } from './sales.ts';

/** A published channel that is followed for 4.99 € a month, tax inside, unless told. */
export async function aPaidChannel(
  given: { channel?: SomeChannel; total?: number; enabled?: boolean } = {},
): Promise<SomeChannel> {
  const channel = given.channel ?? (await aChannel());
  const { total = 499, enabled = true } = given;
  await call(channelsContract.changeChannel, {
    as: channel.owner,
    params: { slug: channel.slug },
    body: { subscription: { enabled, total, currency: 'EUR', taxRate: 2100 } },
  });
  return channel;
}

/** The first month of a channel as a cart asks for it: at 4.99 € unless told. */
export const monthItem = (
  { slug }: { slug: string },
  given: Partial<Omit<SubscriptionItem, 'kind'>> = {},
): SubscriptionItem => ({
  ...{ kind: 'subscription', channelSlug: slug, term: 'month', expectedTotal: 499 },
  ...given,
});

/** Puts the subscription to a channel (null: to the whole site) into somebody's cart. */
export const wishToFollow = (as: Someone, channel: { slug: string } | null): Promise<Cart> =>
  call(cartContract.addToCart, {
    as,
    body: { kind: 'subscription', channelSlug: channel?.slug ?? null },
  });

/** What the page of a channel sends. */
export const monthForm = (expectedTotal = 499) => ({ expectedTotal, acceptTerms: true });

/** What the page sends on which one pays the month after what is paid. */
export const nextMonthForm = (
  { validUntil }: { validUntil: string | null },
  expectedTotal = 499,
) => ({
  ...monthForm(expectedTotal),
  startsAt: orRefuse(validUntil),
});

/** The order of that month, not paid yet. */
export const aNextMonth = (
  as: Someone,
  subscription: { id: string; validUntil: string | null },
): Promise<Order> =>
  call(subscriptionOrdersContract.orderMonth, {
    as,
    params: { id: subscription.id },
    body: nextMonthForm(subscription),
  });

/** The order of a first month, not paid yet. */
export const aMonth = (as: Someone, channel: { slug: string }, key?: string): Promise<Order> =>
  call(subscriptionOrdersContract.subscribe, {
    as,
    params: { slug: channel.slug },
    body: monthForm(),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

/** Pays an order with one of the sandbox's cards, by what they do or by number. */
export const payWith = (as: Someone, id: string, number: string = cards.approve): Promise<Order> =>
  call(ordersContract.payOrder, { as, params: { id }, body: { card: cardOf(number) } });

export const mySubscriptions = async (as: Someone): Promise<SubscriptionCard[]> =>
  (await call(subscriptionsContract.listMySubscriptions, { as })).items;

/** Somebody who subscribes to a channel, the first month paid with this card. */
export async function aSubscriber(
  given: { channel?: SomeChannel; viewer?: Someone; card?: string } = {},
) {
  const channel = given.channel ?? (await aPaidChannel());
  const viewer = given.viewer ?? (await aViewer());
  const order = await aMonth(viewer, channel);
  const paid = await payWith(viewer, order.id, given.card);
  const [subscription] = await mySubscriptions(viewer);
  if (!subscription) throw new Error(`nobody subscribed: ${JSON.stringify(paid)}`);
  return { channel, viewer, order: paid, subscription };
}
