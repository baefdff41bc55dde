import { z } from 'zod';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug } from './shared/ids.ts';
import { OrderNumber } from './shared/order-numbers.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { PostalAddress } from './shared/postal-address.ts';
import { Line, SafeWebAddress } from './shared/text.ts';
import { Instant } from './shared/time.ts';

export { Country, PostalAddress } from './shared/postal-address.ts';

export const shipmentStates = ['to_send', 'sent', 'delivered', 'cancelled', 'returned'] as const;
export const ShipmentState = z.enum(shipmentStates);
export type ShipmentState = z.infer<typeof ShipmentState>;
export const ShipmentMethod = z.enum(['post', 'pickup']);
export type ShipmentMethod = z.infer<typeof ShipmentMethod>;

export const ShipmentItem = z.object({
  lineId: Id,
  title: z.string(),
  slug: z.string(),
  quantity: z.number().int(),
  /** Its money has gone back. */
  givenBack: z.boolean(),
  can: z.object({ restock: z.boolean() }),
});
export type ShipmentItem = z.infer<typeof ShipmentItem>;

/** What of an order is sent, as its seller sees it. `address` is null when picked up, or erased. */
export const Shipment = z.object({
  id: Id,
  orderId: Id,
  orderNumber: OrderNumber,
  channel: z.object({ id: Id, slug: Slug, title: z.string() }),
  method: ShipmentMethod,
  state: ShipmentState,
  buyer: z.object({ name: z.string(), email: z.string() }),
  address: PostalAddress.nullable(),
  country: z.string(),
  pickup: z.string(),
  items: z.array(ShipmentItem),
  carrier: z.string(),
  trackingCode: z.string(),
  trackingUrl: z.string(),
  reason: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  can: z.object({
    send: z.boolean(),
    track: z.boolean(),
    deliver: z.boolean(),
    cancel: z.boolean(),
    return: z.boolean(),
    label: z.boolean(),
  }),
});
export type Shipment = z.infer<typeof Shipment>;

/** The same for whoever waits for it. */
export const MyShipment = Shipment.pick({
  id: true,
  orderId: true,
  method: true,
  state: true,
  pickup: true,
  carrier: true,
  trackingCode: true,
  trackingUrl: true,
  sentAt: true,
  endedAt: true,
}).extend({ channel: ChannelBrief.pick({ title: true, slug: true }) });
export type MyShipment = z.infer<typeof MyShipment>;

const Search = z.object({
  state: ShipmentState.optional(),
  method: ShipmentMethod.optional(),
  channel: Slug.optional(),
});
const ShipmentQuery = PageQuery.extend(Search.shape);
export type ShipmentQuery = z.infer<typeof ShipmentQuery>;

const Tracking = z.strictObject({
  carrier: Line(80),
  trackingCode: Line(80),
  trackingUrl: SafeWebAddress,
});
export type Tracking = z.infer<typeof Tracking>;
const Reason = z.strictObject({ reason: Line(300).min(1) });
const LineParams = IdParams.extend({ lineId: Id });
/** Ids in an address, with commas between them. */
const IdList = z
  .string()
  .max(4000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(Id).min(1).max(100));

const lost = 'SERVER_ERROR_NOT_FOUND';

export const shipmentsContract = {
  getMyAddress: endpoint({
    method: 'GET',
    path: '/api/me/shipping-address',
    who: 'user',
    summary: 'The address that I want to be remembered, if any',
    answer: z.object({ address: PostalAddress.nullable() }),
  }),
  saveMyAddress: endpoint({
    method: 'PUT',
    path: '/api/me/shipping-address',
    who: 'user',
    summary: 'Remember an address for the next time',
    body: PostalAddress,
    answer: z.object({ address: PostalAddress.nullable() }),
  }),
  dropMyAddress: endpoint({
    method: 'DELETE',
    path: '/api/me/shipping-address',
    who: 'user',
    summary: 'Forget it',
    answer: z.object({ address: PostalAddress.nullable() }),
  }),
  listMyShipments: endpoint({
    method: 'GET',
    path: '/api/me/shipments',
    who: 'user',
    summary: 'How these orders of mine are on their way; other people’s are left out',
    query: z.object({ orders: IdList }),
    answer: z.object({ items: z.array(MyShipment) }),
  }),
  listShipments: endpoint({
    method: 'GET',
    path: '/api/desk/shipments',
    who: 'producer',
    summary: 'What is to be sent of one’s own channels, and what was; administrators: of all',
    query: ShipmentQuery,
    answer: pageOf(Shipment).extend({ toSend: z.number().int() }),
  }),
  sendShipments: endpoint({
    method: 'POST',
    path: '/api/desk/sendings',
    who: 'producer',
    summary: 'Mark several as sent at once, all or none: their buyers get a letter',
    body: z.strictObject({ ids: z.array(Id).min(1).max(100), carrier: Line(80).default('') }),
    answer: z.object({ sent: z.number().int() }),
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  sendShipment: endpoint({
    method: 'POST',
    path: '/api/desk/shipments/:id/sending',
    who: 'producer',
    summary: 'Mark one as sent, with what its buyer can follow it by',
    params: IdParams,
    body: Tracking,
    answer: Shipment,
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  saveTracking: endpoint({
    method: 'PUT',
    path: '/api/desk/shipments/:id/tracking',
    who: 'producer',
    summary: 'Change what something that was sent can be followed by',
    params: IdParams,
    body: Tracking,
    answer: Shipment,
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  deliverShipment: endpoint({
    method: 'POST',
    path: '/api/desk/shipments/:id/delivery',
    who: 'producer',
    summary: 'It has arrived, or was picked up',
    params: IdParams,
    answer: Shipment,
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  cancelShipment: endpoint({
    method: 'POST',
    path: '/api/desk/shipments/:id/cancellation',
    who: 'producer',
    summary: 'It is not sent; the money has its own way back',
    params: IdParams,
    body: Reason,
    answer: Shipment,
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  returnShipment: endpoint({
    method: 'POST',
    path: '/api/desk/shipments/:id/return',
    who: 'producer',
    summary: 'It came back',
    params: IdParams,
    body: Reason,
    answer: Shipment,
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  restockItem: endpoint({
    method: 'POST',
    path: '/api/desk/shipments/:id/items/:lineId/stock',
    who: 'producer',
    summary: 'What was not sent, or came back, is in stock again: once',
    params: LineParams,
    answer: Shipment,
    errors: [lost, 'SHIPMENT_STATE'],
  }),
  getLabels: endpoint({
    method: 'GET',
    path: '/api/desk/labels.pdf',
    who: 'producer',
    summary: 'Address labels to print, one for each',
    query: z.object({ ids: IdList }),
    answer: z.unknown(),
    file: 'application/pdf',
    errors: [lost],
  }),
  exportShipments: endpoint({
    method: 'GET',
    path: '/api/desk/exports/shipments',
    who: 'producer',
    summary: 'The whole list that matches, as CSV or XLSX for carriers',
    query: ShipmentQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
};
