import { z } from 'zod';
import { ChannelBrief } from './channels.ts';
import { Picture } from './media.ts';
import { Currency } from './shared/currencies.ts';
import { Id, Slug } from './shared/ids.ts';
import { Language } from './shared/languages.ts';
import { Instant, TimeZone } from './shared/time.ts';

export const productTypes = [
  'product',
  'vod',
  'live',
  'broadcast',
  'podcast',
  'post',
  'course',
  'meet',
  'datasheet',
  'physical',
  'master',
  'plan',
] as const;
export const ProductType = z.enum(productTypes);
export type ProductType = z.infer<typeof ProductType>;

export const ProductPlan = z.enum(['paid', 'free']);
export const ProductStatus = z.enum(['draft', 'published', 'private']);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** What a person pays now, in minor units: tax is inside `total`. `before` is the price without the offer. */
export const PriceNow = z.object({
  currency: Currency,
  net: z.number().int(),
  taxRate: z.number().int(),
  tax: z.number().int(),
  total: z.number().int(),
  from: z.enum(['product', 'offer']),
  before: z.number().int().nullable(),
});
export type PriceNow = z.infer<typeof PriceNow>;

/** One dated showing. `seatsLeft` is null when there is no limit. */
export const Session = z.object({
  id: Id,
  startsAt: Instant,
  endsAt: Instant,
  zone: TimeZone,
  durationMinutes: z.number().int(),
  capacity: z.number().int().nullable(),
  seatsLeft: z.number().int().nullable(),
});
export type Session = z.infer<typeof Session>;

/** A product as lists show it: home, search, channel, My space. */
export const ProductCard = z.object({
  id: Id,
  slug: Slug,
  type: ProductType,
  plan: ProductPlan,
  status: ProductStatus,
  title: z.string(),
  shortDescription: z.string(),
  language: Language,
  picture: Picture.nullable(),
  channel: ChannelBrief,
  price: PriceNow,
  /** The next session that has not ended, else the last one; null without sessions. */
  session: Session.nullable(),
  sessionCount: z.number().int(),
  live: z.object({ viewers: z.number().int() }).nullable(),
});
export type ProductCard = z.infer<typeof ProductCard>;
export type SlugOf = z.infer<typeof Slug>;
