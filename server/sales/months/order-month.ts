import type { Order } from '#contract/orders.ts';
import type {
  MonthCheckout,
  NextMonthForm,
  SubscribeCheckout,
} from '#contract/subscription-orders.ts';
import { paymentMethodsFor } from '#server/payments/index.ts';
import { now } from '#server/platform/clock.ts';
import { db, inTransaction } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import {
  type Followed,
  findNewestPeriod,
  findSubscription,
  getCard,
  getOffer,
  type SubscriptionRow,
  subscriptionCan,
} from '#server/subscriptions/index.ts';
import { billedAs, demandBilling } from '../billing.ts';
import { findBuyer } from '../buyers.queries.ts';
import { demandAnyRate } from '../euro-rate.ts';
import { findByKey, Overtaken } from '../new-orders.store.ts';
import { getOrder } from '../orders.queries.ts';
import type { Buyer } from '../orders.store.ts';
import { clearWay } from './clear-way.ts';
import { lockForMonth, nextMonth, placeMonth } from './place-month.ts';
import type { AskedMonth } from './subscribe.ts';

const billingOf = async (actor: Actor) =>
  orRefuse(await findBuyer(db(), actor.id, [])).buyer.billing;

/** Everything that the page shows on which one subscribes. */
export async function getSubscribeCheckout(actor: Actor, of: Followed): Promise<SubscribeCheckout> {
  const offer = await getOffer(actor, of);
  const { price } = offer;
  const sum = { amount: price?.total ?? 0, currency: price?.currency ?? ('EUR' as const) };
  return { offer, billing: await billingOf(actor), methods: await paymentMethodsFor(sum) };
}

function demandPayable(actor: Actor, found: SubscriptionRow | null): SubscriptionRow {
  if (found?.userId !== actor.id) return refuse('SERVER_ERROR_NOT_FOUND');
  const { pay } = subscriptionCan(found, { now: now(), isOffered: found.isOffered });
  return pay ? found : refuse('SUBSCRIPTION_STATE');
}

/** The month of a subscription that can be paid now. */
export async function getMonthCheckout(actor: Actor, id: string): Promise<MonthCheckout> {
  const found = demandPayable(actor, await findSubscription(db(), id));
  const { price, startsAt, endsAt } = nextMonth(found, await findNewestPeriod(db(), id));
  return {
    subscription: await getCard(actor, id),
    ...{ price, startsAt, endsAt },
    billing: await billingOf(actor),
    methods: await paymentMethodsFor({ amount: price.total, currency: price.currency }),
  };
}

/** The order that was made under this key; refuses when the key came with another body. */
async function replayMonth(actor: Actor, key: string, digest: Buffer): Promise<string | null> {
  const known = await findByKey(db(), actor.id, key);
  if (known && !known.digest.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  return known?.id ?? null;
}

/** The buyer with the billing data of the form, or of their account. */
async function buyerOf(actor: Actor, form: NextMonthForm): Promise<Buyer> {
  const { buyer } = orRefuse(await findBuyer(db(), actor.id, []));
  const billed = billedAs(buyer, form.billing);
  demandBilling(billed, form.billing);
  return billed;
}

/** Another order of theirs for the same is on its way. */
function refuseOvertaken(error: unknown): never {
  if (error instanceof Overtaken) refuse('ORDER_STATE');
  throw error;
}

/**
 * A person orders that month to pay it by hand: with another card, or since the bank wants them. Refuses
 * SUBSCRIPTION_STATE when the month on their screen is paid by now: nobody meant the one after it.
 */
export async function orderMonth(
  actor: Actor,
  id: string,
  asked: AskedMonth<NextMonthForm>,
): Promise<Order> {
  const { form, key } = asked;
  const digest = digestOf(JSON.stringify({ id, ...form }));
  const known = await replayMonth(actor, key, digest);
  if (known) return getOrder(actor, known);
  if (!form.acceptTerms) refuse('TERMS_NOT_ACCEPTED');
  const buyer = await buyerOf(actor, form);
  const payable = demandPayable(actor, await findSubscription(db(), id));
  // Before anything gives way: what waits would be gone, and nothing in its place.
  await demandAnyRate(db(), payable);
  await clearWay(payable, buyer);
  const orderId = await inTransaction(async (tx) => {
    const found = demandPayable(actor, await lockForMonth(tx, id));
    const { startsAt } = nextMonth(found, await findNewestPeriod(tx, id));
    if (startsAt !== form.startsAt) refuse('SUBSCRIPTION_STATE');
    const placed = await placeMonth(tx, found, { buyer, key, digest });
    if (placed.total !== form.expectedTotal) refuse('PRICE_CHANGED');
    return placed.orderId;
  }).catch(refuseOvertaken);
  return getOrder(actor, orderId);
}
