import { subscriptionsContract } from '#contract/subscriptions.ts';
import { mount } from '#server/platform/http/mount.ts';
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts';
import { exportAllSubscribers, exportSubscribers } from './export-subscribers.ts';
import { listProductsInIt, markProduct } from './included-products.queries.ts';
import { listMySubscriptions } from './my-subscriptions.queries.ts';
import { getOffer } from './offers.queries.ts';
import { listAllSubscribers, listSubscribers } from './subscribers.queries.ts';

export const subscriptionsRoutes = mount(subscriptionsContract, {
  getSubscriptionOffer: ({ actor, params }) => getOffer(actor, params.slug),
  listMySubscriptions: ({ actor, query }) => listMySubscriptions(actor, query),
  cancelSubscription: ({ actor, params }) => cancelSubscription(actor, params.id),
  resumeSubscription: ({ actor, params }) => resumeSubscription(actor, params.id),
  listSubscribers: ({ actor, query }) => listSubscribers(actor, query),
  exportSubscribers: ({ actor, query, language }) => exportSubscribers(query, { actor, language }),
  listAllSubscribers: ({ query }) => listAllSubscribers(query),
  exportAllSubscribers: ({ actor, query, language }) =>
    exportAllSubscribers(query, { actor, language }),
  listSubscriptionProducts: ({ actor, params }) => listProductsInIt(actor, params.slug),
  markSubscriptionProduct: ({ actor, params, body }) => markProduct(actor, params.slug, body),
});
