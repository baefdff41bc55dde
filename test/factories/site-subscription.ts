import { mediaPayContract } from '#contract/media-pay.ts';
import type { Order } from '#contract/orders.ts';
import type { Monetization, PlatformPeriod } from '#contract/shared/monetization.ts';
import { siteOrdersContract, siteSubscriptionContract } from '#contract/site-subscription.ts';
import type { SubscriptionTerm } from '#contract/subscriptions.ts';
import { overrideConfig } from '#server/platform/config.ts';
import { call } from '#test/story.ts';
import { anAdmin, aViewer, type Someone } from './accounts.ts';
import { aProduct } from './catalog.ts';
import { noProviders } from './payments.ts';
import { mySubscriptions, payWith } from './subscriptions.ts';

type Sold = { net?: number; taxRate?: number; subscriptions?: boolean };

/** Who runs the site, as its invoices say. */
export const operatorConfig = {
  OPERATOR_NAME: 'Platea Escenas SL',
  OPERATOR_TAX_ID: 'B58818501',
  OPERATOR_ADDRESS: 'Calle Mayor 1, 28013 Madrid',
  OPERATOR_COUNTRY: 'ES',
} as const;
const nobody = {
  OPERATOR_NAME: '',
  OPERATOR_TAX_ID: '',
  OPERATOR_ADDRESS: '',
  OPERATOR_COUNTRY: '',
};

/** An administrator sells the whole site by subscription, 10 € and 21 % of tax unless told. */
export async function sellSite(period: PlatformPeriod, given: Sold = {}): Promise<void> {
  overrideConfig(period === 'off' ? nobody : operatorConfig);
  const { net = period === 'off' ? 0 : 1000, taxRate = 2100, subscriptions = true } = given;
  const monetize: Monetization = {
    channelSubscriptions: subscriptions,
    paidContent: true,
    platform: { period, net, taxRate, currency: 'EUR' },
  };
  const body = { ...noProviders(), monetize };
  await call(mediaPayContract.saveMediaPay, { as: await anAdmin(), body });
  if (period !== 'off' && subscriptions) await openSomething();
}

/** It is not sold before it opens something. */
async function openSomething(): Promise<void> {
  const { total } = await call(siteSubscriptionContract.listSiteProducts);
  if (total === 0) await giveToSite(await aProduct({ type: 'vod', sessions: [] }));
}

/** What the page of the whole site sends. */
export const siteForm = (term: SubscriptionTerm, expectedTotal = 1210) => ({
  ...{ term, expectedTotal },
  acceptTerms: true,
});

/** The order with which somebody begins, not paid yet. */
export const aSiteOrder = (as: Someone, term: SubscriptionTerm, total?: number): Promise<Order> =>
  call(siteOrdersContract.subscribeToSite, { as, body: siteForm(term, total) });

/** Somebody who has subscribed to the whole site, as it is sold now. */
export async function aMember(
  term: SubscriptionTerm,
  given: { viewer?: Someone; total?: number } = {},
) {
  const viewer = given.viewer ?? (await aViewer());
  const order = await payWith(viewer, (await aSiteOrder(viewer, term, given.total)).id);
  const subscription = (await mySubscriptions(viewer)).find(({ channel }) => channel === null);
  if (!subscription) throw new Error(`nobody subscribed: ${JSON.stringify(order)}`);
  return { viewer, order, subscription };
}

/** The organizer of a product gives it to the subscription to the site, or takes it back. */
export const giveToSite = (of: { slug: string; owner: Someone }, included = true) =>
  call(siteSubscriptionContract.markSiteProduct, {
    as: of.owner,
    params: { slug: of.slug },
    body: { included },
  });
