import { interestContract } from '#contract/interest.ts';
import { leadsContract } from '#contract/leads.ts';
import { mount } from '#server/platform/http/mount.ts';
import {
  askOfChannel,
  askOfChannelAsGuest,
  askOfProduct,
  askOfProductAsGuest,
  getMyChannelInterest,
  withdrawFromChannel,
  withdrawFromProduct,
} from './ask-interest.ts';
import { chooseCoupon } from './choose-coupon.ts';
import { exportAllLeads, exportLeads } from './export-leads.ts';
import { joinLine, leaveLine } from './join-line.ts';
import { listAllLeads, listLeads } from './leads.queries.ts';
import { listLetterCoupons } from './letter-coupons.queries.ts';
import { listLines } from './lines.queries.ts';
import { getMyLeads } from './my-leads.queries.ts';
import { noteLead, workOnLead } from './work-on-lead.ts';

export const interestRoutes = mount(interestContract, {
  getMyLeads: ({ actor, params }) => getMyLeads(actor, params.slug),
  askOfProduct: ({ actor, params }) => askOfProduct(actor, params.slug),
  withdrawFromProduct: ({ actor, params }) => withdrawFromProduct(actor, params.slug),
  askOfProductAsGuest: ({ params, body, language }) =>
    askOfProductAsGuest(params.slug, body, language),
  getMyChannelInterest: ({ actor, params }) => getMyChannelInterest(actor, params.slug),
  askOfChannel: ({ actor, params }) => askOfChannel(actor, params.slug),
  withdrawFromChannel: ({ actor, params }) => withdrawFromChannel(actor, params.slug),
  askOfChannelAsGuest: ({ params, body, language }) =>
    askOfChannelAsGuest(params.slug, body, language),
  joinLine: ({ actor, params }) => joinLine(actor, params),
  leaveLine: ({ actor, params }) => leaveLine(actor, params),
});

export const leadsRoutes = mount(leadsContract, {
  listLeads: ({ actor, query }) => listLeads(actor, query),
  exportLeads: ({ actor, query, language }) => exportLeads(query, { actor, language }),
  moveLead: ({ actor, params, body }) => workOnLead(actor, params.id, body),
  noteLead: ({ actor, params, body }) => noteLead(actor, params.id, body.note),
  listLines: ({ actor }) => listLines(actor.id),
  listLetterCoupons: async ({ actor }) => ({
    items: await listLetterCoupons({ ownerId: actor.id }),
  }),
  chooseCoupon: ({ actor, params, body }) => chooseCoupon(actor, params.slug, body.couponId),
  listAllLeads: ({ query }) => listAllLeads(query),
  exportAllLeads: ({ actor, query, language }) => exportAllLeads(query, { actor, language }),
  listAllLines: () => listLines(null),
});
