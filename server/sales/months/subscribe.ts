import { type Order, orderHoldMinutes } from '#contract/orders.ts';
import type { Language } from '#contract/shared/languages.ts';
import type { SiteForm } from '#contract/site-subscription.ts';
import type { MonthForm } from '#contract/subscription-orders.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { instantText, now, nowText } from '#server/platform/clock.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse, refuse } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { digestOf } from '#server/platform/secrets.ts';
import {
  demandOffer,
  type Followed,
  findPeriodOf,
  monthTitle,
} from '#server/subscriptions/index.ts';
import { billedAs, demandBilling } from '../billing.ts';
import { findBuyer } from '../buyers.queries.ts';
import { monthLine } from '../lines/subscription-line.ts';
import { findByKey, type NewOrder } from '../new-orders.store.ts';
import { getOrder } from '../orders.queries.ts';
import { isSameInvoice } from '../orders.rules.ts';
import type { Buyer } from '../orders.store.ts';
import { cancelWaiting } from './clear-way.ts';
import { findPendingMonth, insertMonthOrder, Taken } from './months.store.ts';

export type AskedMonth<Form = MonthForm> = { key: string; form: Form; language: Language };

/** A person orders the first month of a channel. */
export const subscribe = (actor: Actor, slug: string, asked: AskedMonth): Promise<Order> =>
  orderFirst(actor, { channel: slug }, { ...asked, about: { slug, ...asked.form }, term: 'month' });

/** A person orders the first month or year of the whole site, or the site for good. */
export const subscribeToSite = (actor: Actor, asked: AskedMonth<SiteForm>): Promise<Order> => {
  const { term, ...form } = asked.form;
  return orderFirst(actor, 'site', { ...asked, form, about: asked.form, term });
};

/** `about`: everything that makes a request another one; `term`: what the buyer was shown. */
type AskedFirst = AskedMonth & { about: object; term: SubscriptionTerm };

/**
 * The first order of a subscription. The same key with the same body answers the same order;
 * of two windows one makes the order and the other finds it, or takes its place with another invoice.
 */
async function orderFirst(actor: Actor, of: Followed, asked: AskedFirst): Promise<Order> {
  const digest = digestOf(JSON.stringify(asked.about));
  const orderId =
    (await replayMonth(actor, asked.key, digest)) ?? (await order(actor, of, { ...asked, digest }));
  return getOrder(actor, orderId);
}

/** The order that was made under this key; refuses when the key came with another body. */
export async function replayMonth(
  actor: Actor,
  key: string,
  digest: Buffer,
): Promise<string | null> {
  const known = await findByKey(db(), actor.id, key);
  if (known && !known.digest.equals(digest)) refuse('IDEMPOTENCY_KEY_REUSED');
  return known?.id ?? null;
}

async function order(
  actor: Actor,
  of: Followed,
  asked: AskedFirst & { digest: Buffer },
): Promise<string> {
  const { form, key, digest, language } = asked;
  if (!form.acceptTerms) refuse('TERMS_NOT_ACCEPTED');
  const { channelId, price, term, title: followed } = await demandOffer(actor, of);
  if (price.total !== form.expectedTotal || term !== asked.term) refuse('PRICE_CHANGED');
  const title = monthTitle(language, followed, term);
  const line = await monthLine(price, { channelId, term, title });
  const plan: NewOrder = {
    ...{ buyerId: actor.id, channelId, currency: price.currency, language, key, digest },
    buyer: await buyerOf(actor, form),
    at: nowText(),
    expiresAt: instantText(now().add({ minutes: orderHoldMinutes })),
    items: [{ line, parts: [] }],
  };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const placed = await place(actor, plan, { total: price.total, term });
    if (placed) return placed;
  }
  return refuse('ORDER_STATE');
}

/** The buyer with the billing data of the form, or of their account. */
export async function buyerOf(actor: Actor, form: MonthForm): Promise<Buyer> {
  const { buyer } = orRefuse(await findBuyer(db(), actor.id, []));
  const billed = billedAs(buyer, form.billing);
  demandBilling(billed, form.billing);
  return billed;
}

/**
 * Writes the order, or finds the same one; null when another one has given way: try again. A month of a
 * subscription that is over gives way too: paid, it would begin nothing.
 */
async function place(
  actor: Actor,
  plan: NewOrder,
  { total, term }: { total: number; term: SubscriptionTerm },
): Promise<string | null> {
  try {
    return (
      (await insertMonthOrder(db(), plan)) ?? (await replayMonth(actor, plan.key, plan.digest))
    );
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
  }
  const pending = await findPendingMonth(db(), plan);
  if (!pending) return null;
  const isSame =
    (await findPeriodOf(db(), pending.id)) === null &&
    pending.total === total &&
    pending.term === term &&
    isSameInvoice(pending.billing, plan.buyer.billing) &&
    pending.expiresAt > nowText();
  if (isSame) return pending.id;
  await cancelWaiting(pending.id);
  return null;
}
