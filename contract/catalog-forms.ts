/** What organizers type of a product: its kinds, limits and forms. */
import { z } from 'zod';
import { Currency } from './shared/currencies.ts';
import { Id, Slug } from './shared/ids.ts';
import { Language } from './shared/languages.ts';
import { Amount, TaxRate } from './shared/money.ts';
import { Line, Lines, SafeWebAddress, WebAddress } from './shared/text.ts';
import { LocalDateTime, sessionZone, TimeZone } from './shared/time.ts';

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
/** The types that can be created so far; the others are known and shown. */
export const NewProductType = z.enum(['broadcast']);

export const ProductPlan = z.enum(['paid', 'free']);
export const productStatuses = ['draft', 'published', 'private'] as const;
export const ProductStatus = z.enum(productStatuses);
export type ProductStatus = z.infer<typeof ProductStatus>;

export const suggestedAges = ['all', '13+', '18+'] as const;
export const SuggestedAge = z.enum(suggestedAges);
export type SuggestedAge = z.infer<typeof SuggestedAge>;

export const productLimits = {
  title: 160,
  shortDescription: 240,
  description: 20_000,
  sheet: 5000,
  tags: 15,
  categories: 5,
  sessions: 100,
  bannerAlt: 160,
} as const;

/** A price as an organizer types it: net or total; the other is computed with the tax rate. */
export const PriceForm = z.object({
  by: z.enum(['net', 'total']),
  amount: Amount,
  taxRate: TaxRate,
});
export type PriceForm = z.infer<typeof PriceForm>;

/** Valid on [startsAt, endsAt), typed in the session zone; no time means no limit on that side. */
export const OfferForm = z.object({
  by: z.enum(['net', 'total']),
  amount: Amount,
  startsAt: LocalDateTime.nullable().default(null),
  endsAt: LocalDateTime.nullable().default(null),
});
export type OfferForm = z.infer<typeof OfferForm>;

/** Advertising on the page of the product: shown when picture, text and link are there. */
export const BannerForm = z.object({
  pictureId: Id.nullable(),
  alt: Line(productLimits.bannerAlt),
  url: SafeWebAddress,
});
export type BannerForm = z.infer<typeof BannerForm>;

/** A showing as an organizer types it: the wall clock of `zone`. */
export const SessionForm = z.object({
  startsAt: LocalDateTime,
  zone: TimeZone.default(sessionZone),
  durationMinutes: z.number().int().min(1).max(1440).default(90),
  capacity: z.number().int().min(1).max(1_000_000).nullable().default(null),
});
export type SessionForm = z.infer<typeof SessionForm>;

/** Everything an organizer fills in. Times are typed in Europe/Madrid and become instants. */
export const ProductForm = z.object({
  title: Line(productLimits.title).min(1),
  channel: Slug,
  language: Language,
  shortDescription: Line(productLimits.shortDescription),
  description: Lines(productLimits.description),
  pictureId: Id.nullable(),
  trailerUrl: WebAddress,
  categories: z.array(Line(40).min(1)).max(productLimits.categories),
  tags: z.array(Line(40).min(1)).max(productLimits.tags),
  production: Line(160),
  productionYear: z.number().int().min(1850).max(2100).nullable(),
  productionCountry: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]),
  suggestedAge: SuggestedAge,
  technicalSheet: Lines(productLimits.sheet),
  additionalInfo: Lines(productLimits.sheet),
  plan: ProductPlan,
  currency: Currency,
  price: PriceForm,
  priceNote: Line(240),
  offer: OfferForm.nullable(),
  salesStartsAt: LocalDateTime.nullable(),
  salesEndsAt: LocalDateTime.nullable(),
  expirationHours: z.number().int().min(1).max(87_600).nullable(),
  expiresAt: LocalDateTime.nullable(),
  banner: BannerForm,
});
export type ProductForm = z.infer<typeof ProductForm>;

/** What a new product needs: a type, a title, a channel of one's own. The rest can wait. */
export const NewProduct = ProductForm.partial()
  .extend({
    type: NewProductType.default('broadcast'),
    title: ProductForm.shape.title,
    sessions: z.array(SessionForm).max(productLimits.sessions).default([]),
  })
  .strict();
export type NewProduct = z.infer<typeof NewProduct>;

export const ProductPatch = ProductForm.partial().strict();
export type ProductPatch = z.infer<typeof ProductPatch>;

/** What stands half typed in a draft: anything by the names of the form. */
export const TypedProduct = z.record(z.string().max(40), z.unknown());
