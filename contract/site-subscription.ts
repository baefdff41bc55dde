import { z } from 'zod';
import { ProductCard } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './orders.ts';
import { SlugParams } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { MonthForm, monthOrderErrors, SubscribeCheckout } from './subscription-orders.ts';
import { MonthPrice, SubscriptionProduct, SubscriptionTerm } from './subscriptions.ts';

/** The subscription to the whole site, as everybody may know it. */
export const SiteOffer = z.object({ price: MonthPrice, term: SubscriptionTerm });
export type SiteOffer = z.infer<typeof SiteOffer>;

/** By what it goes on is on the buyer's screen as well as the price: another one is PRICE_CHANGED. */
export const SiteForm = z.strictObject({ ...MonthForm.shape, term: SubscriptionTerm });
export type SiteForm = z.infer<typeof SiteForm>;

const lost = 'SERVER_ERROR_NOT_FOUND';

export const siteSubscriptionContract = {
  getSiteOffer: endpoint({
    method: 'GET',
    path: '/api/subscription',
    who: 'public',
    summary:
      'What the subscription to the whole site costs; null while none is sold, or it opens nothing',
    answer: z.object({ offer: SiteOffer.nullable() }),
  }),
  getSiteOfferOf: endpoint({
    method: 'GET',
    path: '/api/products/:slug/site-subscription',
    who: 'public',
    summary:
      'The subscription to the whole site, where it opens this product, which costs something; else null',
    params: SlugParams,
    answer: z.object({ offer: SiteOffer.nullable() }),
  }),
  getMySiteOffer: endpoint({
    method: 'GET',
    path: '/api/me/site-subscription',
    who: 'user',
    summary: 'The same as I meet it: whether I can subscribe now',
    answer: z.object({
      offer: SiteOffer.nullable(),
      can: z.object({ subscribe: z.boolean() }),
    }),
  }),
  listSiteProducts: endpoint({
    method: 'GET',
    path: '/api/subscription/products',
    who: 'public',
    summary:
      'What the subscription to the whole site opens, newest first; nothing while none is sold',
    query: PageQuery.omit({ q: true }),
    answer: pageOf(ProductCard),
  }),
  getMarkedProducts: endpoint({
    method: 'GET',
    path: '/api/desk/channels/:slug/site-products',
    who: 'producer',
    summary:
      'The published products of my channel, and which of them the subscription to the site opens',
    params: SlugParams,
    answer: z.object({
      /** Something is to be decided here: the site is sold by subscription, or opens some of them still. */
      isShown: z.boolean(),
      items: z.array(SubscriptionProduct),
    }),
    errors: [lost],
  }),
  markSiteProduct: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/site-subscription',
    who: 'producer',
    summary: 'Let the subscription to the site open a product of mine, or not any more',
    params: SlugParams,
    body: z.strictObject({ included: z.boolean() }),
    answer: SubscriptionProduct,
    errors: [lost, 'PRODUCT_STATE'],
  }),
};

export const siteOrdersContract = {
  getSiteCheckout: endpoint({
    method: 'GET',
    path: '/api/subscription/checkout',
    who: 'user',
    summary: 'Everything that the page shows on which one subscribes to the whole site',
    answer: SubscribeCheckout,
  }),
  subscribeToSite: endpoint({
    method: 'POST',
    path: '/api/subscription',
    who: 'user',
    summary: 'Order the subscription to the site: it begins when that is paid (POST …/payment)',
    idempotent: true,
    body: SiteForm,
    answer: Order,
    status: 201,
    errors: [...monthOrderErrors, 'ALREADY_SUBSCRIBED'],
    perMinute: 60,
  }),
};
