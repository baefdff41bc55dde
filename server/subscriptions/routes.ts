import { siteSubscriptionContract } from '#contract/site-subscription.ts';
import { subscriptionsContract } from '#contract/subscriptions.ts';
import { mount } from '#server/platform/http/mount.ts';
import { cancelSubscription, resumeSubscription } from './cancel-subscription.ts';
import { changeCard, findCardChange, getCardCheckout } from './change-card.ts';
import { exportAllSubscribers, exportSubscribers } from './export-subscribers.ts';
import {
  listProductsInIt,
  listProductsInSite,
  markProduct,
  markSiteProduct,
} from './included-products.queries.ts';
import { listMySubscriptions } from './my-subscriptions.queries.ts';
import { getOffer } from './offers.queries.ts';
import { findInvitationBy, findSiteInvitation, listSiteProducts } from './site-offer.queries.ts';
import { listAllSubscribers, listSubscribers } from './subscribers.queries.ts';

export const subscriptionsRoutes = mount(subscriptionsContract, {
  getSubscriptionOffer: ({ actor, params }) => getOffer(actor, { channel: params.slug }),
  listMySubscriptions: ({ actor, query }) => listMySubscriptions(actor, query),
  cancelSubscription: ({ actor, params }) => cancelSubscription(actor, params.id),
  resumeSubscription: ({ actor, params }) => resumeSubscription(actor, params.id),
  getCardCheckout: ({ actor, params }) => getCardCheckout(actor, params.id),
  changeCard: ({ actor, params, body }) => changeCard(actor, params.id, body),
  comeBackWithCard: ({ actor, params }) => findCardChange(actor, params.id),
  listSubscribers: ({ actor, query }) => listSubscribers(actor, query),
  exportSubscribers: ({ actor, query, language }) => exportSubscribers(query, { actor, language }),
  listAllSubscribers: ({ query }) => listAllSubscribers(query),
  exportAllSubscribers: ({ actor, query, language }) =>
    exportAllSubscribers(query, { actor, language }),
  listSubscriptionProducts: ({ actor, params }) => listProductsInIt(actor, params.slug),
  markSubscriptionProduct: ({ actor, params, body }) => markProduct(actor, params.slug, body),
});

export const siteSubscriptionRoutes = mount(siteSubscriptionContract, {
  getSiteOffer: async () => ({ offer: await findSiteInvitation() }),
  getSiteOfferOf: async ({ params }) => ({ offer: await findInvitationBy(params.slug) }),
  getMySiteOffer: async ({ actor }) => {
    const { can } = await getOffer(actor, 'site');
    return { offer: await findSiteInvitation(), can };
  },
  listSiteProducts: ({ query }) => listSiteProducts(query),
  getMarkedProducts: ({ actor, params }) => listProductsInSite(actor, params.slug),
  markSiteProduct: ({ actor, params, body }) => markSiteProduct(actor, params.slug, body),
});
