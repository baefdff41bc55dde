import { ticketsContract } from '#contract/tickets.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getCodeOffer } from './code-offers.queries.ts';
import { listForCoupons } from './coupon-products.queries.ts';
import { getCoupon, listCodes, listCoupons, listCouponsOfProduct } from './coupons.queries.ts';
import { exportCodes } from './export-codes.ts';
import { makeCoupons } from './make-coupons.ts';
import { revokeCode, revokeCoupon } from './revoke-coupons.ts';

export const ticketsRoutes = mount(ticketsContract, {
  listCouponsOfProduct: ({ actor, params }) => listCouponsOfProduct(actor, params.slug),
  makeCoupons: ({ actor, params, body }) => makeCoupons(actor, params.slug, body),
  listCoupons: ({ actor, query }) => listCoupons(actor, query),
  listProductsForCoupons: ({ actor, query }) => listForCoupons(actor, query),
  getCoupon: ({ actor, params }) => getCoupon(actor, params.id),
  listCodes: ({ actor, params, query }) => listCodes(actor, params.id, query),
  exportCodes: ({ actor, params, query, language }) =>
    exportCodes(params.id, { actor, language, choice: query }),
  revokeCoupon: ({ actor, params }) => revokeCoupon(actor, params.id),
  revokeCode: ({ actor, params }) => revokeCode(actor, params),
  getCode: ({ params }) => getCodeOffer(params.code),
});
