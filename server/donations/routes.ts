import { donationsContract } from '#contract/donations.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getChannelGiving, getProductGiving } from './offers.queries.ts';
import {
  getChannelDonations,
  getProductDonations,
  getSupport,
  saveChannelDonations,
  saveProductDonations,
  saveSupport,
} from './set-donations.ts';

export const donationsRoutes = mount(donationsContract, {
  getChannelGiving: ({ params }) => getChannelGiving(params.slug),
  getProductGiving: ({ params }) => getProductGiving(params.slug),
  getChannelDonations: ({ actor, params }) => getChannelDonations(actor, params.slug),
  saveChannelDonations: ({ actor, params, body }) => saveChannelDonations(actor, params.slug, body),
  getProductDonations: ({ actor, params }) => getProductDonations(actor, params.slug),
  saveProductDonations: ({ actor, params, body }) => saveProductDonations(actor, params.slug, body),
  getSupport: () => getSupport(),
  saveSupport: ({ actor, body }) => saveSupport(actor, body),
});
