import { shipmentsContract } from '#contract/shipments.ts';
import { shippingContract } from '#contract/shipping.ts';
import { mount } from '#server/platform/http/mount.ts';
import { getChannelShipping, saveChannelShipping } from './channel-shipping.ts';
import { exportShipments } from './export-shipments.ts';
import { labelsPdf } from './labels.ts';
import { endShipment, restockItem } from './move-shipment.ts';
import { dropMyAddress, getMyAddress, saveMyAddress } from './my-address.ts';
import { getProductShipping, quoteShipping } from './product-shipping.queries.ts';
import { saveTracking, sendShipment, sendShipments } from './send-shipments.ts';
import { listMyShipments, listShipments } from './shipments.queries.ts';
import { getStock, saveStock } from './stock.ts';

export const shippingRoutes = mount(shippingContract, {
  getStock: ({ actor, params }) => getStock(actor, params.slug),
  saveStock: ({ actor, params, body }) => saveStock(actor, params.slug, body),
  getChannelShipping: ({ actor, params }) => getChannelShipping(actor, params.slug),
  saveChannelShipping: ({ actor, params, body }) => saveChannelShipping(actor, params.slug, body),
  getProductShipping: ({ actor, params }) => getProductShipping(actor, params.slug),
  quoteShipping: ({ actor, body }) => quoteShipping(actor, body),
});

export const shipmentsRoutes = mount(shipmentsContract, {
  getMyAddress: ({ actor }) => getMyAddress(actor),
  saveMyAddress: ({ actor, body }) => saveMyAddress(actor, body),
  dropMyAddress: ({ actor }) => dropMyAddress(actor),
  listMyShipments: ({ actor, query }) => listMyShipments(actor, query.orders),
  listShipments: ({ actor, query }) => listShipments(actor, query),
  sendShipments: ({ actor, body }) => sendShipments(actor, body),
  sendShipment: ({ actor, params, body }) => sendShipment(actor, params.id, body),
  saveTracking: ({ actor, params, body }) => saveTracking(actor, params.id, body),
  deliverShipment: ({ actor, params }) => endShipment(actor, params.id, { to: 'delivered' }),
  cancelShipment: ({ actor, params, body }) =>
    endShipment(actor, params.id, { to: 'cancelled', reason: body.reason }),
  returnShipment: ({ actor, params, body }) =>
    endShipment(actor, params.id, { to: 'returned', reason: body.reason }),
  restockItem: ({ actor, params }) => restockItem(actor, params),
  getLabels: ({ actor, query, language }) => labelsPdf(query.ids, { actor, language }),
  exportShipments: ({ actor, query, language }) => exportShipments(query, { actor, language }),
});
