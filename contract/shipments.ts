import { z } from 'zod';
import { ChannelBrief } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug, SlugParams } from './shared/ids.ts';
import { TaxRate } from './shared/money.ts';
import { OrderNumber } from './shared/order-numbers.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Country, PostalAddress } from './shared/postal-address.ts';
import { Line, Lines, SafeWebAddress } from './shared/text.ts';
import { Instant } from './shared/time.ts';

export { Country, PostalAddress } from './shared/postal-address.ts';

/** How many of one thing an order can have. */
export const mostOfOneThing = 10;
export const Quantity = z.number().int().min(1).max(mostOfOneThing);

const mostStock = 1_000_000;
/** Minor units, for one order; more is a slip of the hand. */
const ShippingAmount = z.number().int().min(0).max(10_000_000);

export const zoneKinds = ['list', 'home', 'eu', 'world'] as const;
export const ZoneKind = z.enum(zoneKinds);
export type ZoneKind = z.infer<typeof ZoneKind>;

/** Countries that cost the same. A list of one’s own comes before home, that before the EU and the world. */
export const ShippingZone = z.strictObject({
  kind: ZoneKind,
  /** Of a list alone. */
  name: Line(60).default(''),
  countries: z.array(Country).max(250).default([]),
  /** `false`: nothing is sent there. */
  sends: z.boolean(),
  perOrder: ShippingAmount,
  perItem: ShippingAmount,
  /** Nothing is paid from this sum of the things themselves on; null: always paid. */
  freeFrom: ShippingAmount.min(1).nullable(),
});
export type ShippingZone = z.infer<typeof ShippingZone>;

/** Where a channel sends to and for how much. Prices are final, with the tax in them. */
export const ShippingForm = z.strictObject({
  currency: Currency,
  home: Country,
  taxRate: TaxRate,
  zones: z.array(ShippingZone).max(20),
  /** Where things are picked up for nothing; '' for nowhere. */
  pickup: Lines(300),
});
export type ShippingForm = z.infer<typeof ShippingForm>;

export const ChannelShipping = z.object({
  channel: z.object({ id: Id, slug: Slug, title: z.string() }),
  /** Null: nothing was said yet, and nothing can be sent. */
  saved: ShippingForm.nullable(),
  /** What the form begins with. */
  form: ShippingForm,
});
export type ChannelShipping = z.infer<typeof ChannelShipping>;

/** How many of a thing can still be sold; `free` null: as many as are wanted. */
export const Stock = z.object({
  /** `false`: nobody has said yet how many there are. */
  said: z.boolean(),
  free: z.number().int().nullable(),
  /** In orders, paid or not. */
  held: z.number().int(),
});
export type Stock = z.infer<typeof Stock>;

export const StockForm = z.strictObject({
  free: z.number().int().min(0).max(mostStock).nullable(),
  /** What the screen showed: the difference is what came in or went. */
  seen: z.number().int().min(0).max(mostStock).nullable(),
  /** What was in orders on it: when there were not so many of both together, STOCK_CHANGED. */
  held: z.number().int().min(0).max(mostStock),
});
export type StockForm = z.infer<typeof StockForm>;

/** Where a product is sent to, for its page and the checkout. */
export const ProductShipping = z.object({
  /** The most that one order can have now. */
  most: z.number().int(),
  currency: Currency,
  /** In the order in which they are looked through; those with `sends: false` say where nothing goes. */
  zones: z.array(ShippingZone),
  /** Where “home” is. */
  home: z.string(),
  /** Everything that it is sent to, by ISO 3166 alpha-2. */
  countries: z.array(z.string()),
  pickup: z.string(),
});
export type ProductShipping = z.infer<typeof ProductShipping>;

export const shippingFaults = ['not_there', 'other_currency', 'not_said'] as const;
export const ShippingFault = z.enum(shippingFaults);
export type ShippingFault = z.infer<typeof ShippingFault>;

export const QuoteForm = z.strictObject({
  items: z
    .array(z.strictObject({ productSlug: Slug, quantity: Quantity }))
    .min(1)
    .max(20),
  /** Where to; null: picked up. */
  country: Country.nullable(),
});
export type QuoteForm = z.infer<typeof QuoteForm>;

/** What sending costs, tax inside; or why it is not done. */
export const ShippingQuote = z.object({
  currency: Currency,
  net: z.number().int(),
  taxRate: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  fault: ShippingFault.nullable(),
});
export type ShippingQuote = z.infer<typeof ShippingQuote>;

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
  getStock: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug/stock',
    who: 'producer',
    summary: 'How many of a thing of one’s own are left',
    params: SlugParams,
    answer: Stock,
    errors: [lost],
  }),
  saveStock: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/stock',
    who: 'producer',
    summary: 'Say how many are left; what was sold since the screen was read stays sold',
    params: SlugParams,
    body: StockForm,
    answer: Stock,
    errors: [lost, 'STOCK_CHANGED'],
  }),
  getChannelShipping: endpoint({
    method: 'GET',
    path: '/api/desk/channels/:slug/shipping',
    who: 'producer',
    summary: 'Where a channel of one’s own sends to, and for how much',
    params: SlugParams,
    answer: ChannelShipping,
    errors: [lost],
  }),
  saveChannelShipping: endpoint({
    method: 'PUT',
    path: '/api/desk/channels/:slug/shipping',
    who: 'producer',
    summary: 'Keep it as a whole; orders that stand keep their price',
    params: SlugParams,
    body: ShippingForm,
    answer: ChannelShipping,
    errors: [lost],
  }),
  getProductShipping: endpoint({
    method: 'GET',
    path: '/api/products/:slug/shipping',
    who: 'public',
    summary: 'Where a thing is sent to and for how much, and how many one order can have',
    params: SlugParams,
    answer: ProductShipping,
    errors: [lost],
  }),
  quoteShipping: endpoint({
    method: 'POST',
    path: '/api/shipping-quotes',
    who: 'public',
    summary: 'What sending these things to a country costs, or why it is not done',
    body: QuoteForm,
    answer: ShippingQuote,
    errors: [lost],
    perMinute: 240,
  }),
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
