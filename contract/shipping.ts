import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { TaxRate } from './shared/money.ts';
import { Country } from './shared/postal-address.ts';
import { Line, Lines } from './shared/text.ts';

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

const lost = 'SERVER_ERROR_NOT_FOUND';

export const shippingContract = {
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
};
