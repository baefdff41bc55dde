import { z } from 'zod';
import { ChannelBrief, ChannelState } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { Picture } from './media.ts';
import { Currency } from './shared/currencies.ts';
import { FieldError } from './shared/errors.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { Language } from './shared/languages.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import {
  Because,
  MissingPart,
  ProductCan,
  ProductChange,
  ProductDefaults,
} from './shared/product-acts.ts';
import {
  BannerForm,
  bannerAltMax,
  CancellationForm,
  OfferForm,
  PriceForm,
  SessionForm,
} from './shared/product-forms.ts';
import {
  NewProductType,
  Opening,
  ProductPlan,
  ProductStatus,
  ProductType,
  SuggestedAge,
} from './shared/product-kinds.ts';
import {
  CatalogueQuery,
  SearchFacets,
  SearchFilter,
  SearchQuery,
} from './shared/product-search.ts';
import { PastShow, PriceNow, Session } from './shared/showings.ts';
import { Line, Lines, WebAddress } from './shared/text.ts';
import { Instant, LocalDateTime } from './shared/time.ts';

export * from './shared/product-kinds.ts';
export * from './shared/product-search.ts';
export * from './shared/showings.ts';

export const productLimits = {
  title: 160,
  shortDescription: 240,
  description: 20_000,
  sheet: 5000,
  tags: 15,
  categories: 5,
  sessions: 100,
  bannerAlt: bannerAltMax,
} as const;

/** A product as lists show it: home, search, channel, My space; `rehearsal`, a room, in the last alone. */
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
  /** All of it is over: it can be watched as a recording, or no more. Null while something is to come. */
  past: PastShow.nullable(),
  /** How long it is, of what plays whenever one wants; else null. */
  seconds: z.number().int().nullable(),
  rehearsal: z.boolean(),
  /** What opens it alone, while it is not sold by itself; null where it is, or is free. */
  openedBy: Opening.nullable(),
});
export type ProductCard = z.infer<typeof ProductCard>;

/** `closed`: it has ended, or nothing is left to see. `barred`: nothing that costs is sold now. */
export const SaleState = z.enum(['open', 'not_yet', 'closed', 'barred', 'sold_out']);
export type SaleState = z.infer<typeof SaleState>;

/** The page of a product. `description` is sanitised HTML. */
export const ProductDetail = ProductCard.extend({
  description: z.string(),
  priceNote: z.string(),
  trailerUrl: z.string(),
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  production: z.string(),
  productionYear: z.number().int().nullable(),
  productionCountry: z.string(),
  suggestedAge: SuggestedAge,
  technicalSheet: z.string(),
  additionalInfo: z.string(),
  /** Every session, the earliest first; `open` when a ticket for it can be had now, `ended` when it is over. */
  sessions: z.array(Session.extend({ open: z.boolean(), ended: z.boolean() })),
  sale: SaleState,
  salesStartsAt: Instant.nullable(),
  salesEndsAt: Instant.nullable(),
  offerEndsAt: Instant.nullable(),
  expirationHours: z.number().int().nullable(),
  expiresAt: Instant.nullable(),
  publishedAt: Instant.nullable(),
  /** The last recording that can be watched, for whoever has a ticket. */
  recording: z.object({ seconds: z.number().int(), recordedAt: Instant }).nullable(),
  /** The languages of its captions, of what plays whenever one wants. */
  captions: z.array(z.string()),
  /** The organizer's advertising; null until it is whole. */
  banner: z.object({ picture: Picture, alt: z.string(), url: z.string() }).nullable(),
  can: z.object({ buy: z.boolean(), gift: z.boolean(), edit: z.boolean() }),
});
export type ProductDetail = z.infer<typeof ProductDetail>;

export * from './shared/product-acts.ts';
export * from './shared/product-forms.ts';

/** Everything an organizer fills in. Times are typed in Europe/Madrid and become instants. */
export const ProductForm = z.object({
  title: Line(productLimits.title).min(1),
  channel: Slug,
  language: Language,
  shortDescription: Line(productLimits.shortDescription),
  description: Lines(productLimits.description),
  pictureId: Id.nullable(),
  /** The upload that plays; what plays by the clock may have a recording of one's own in its place. */
  assetId: Id.nullable(),
  recordingId: Id.nullable(),
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
export const TypedProduct = z
  .record(z.string().max(40), z.unknown())
  .refine((typed) => Object.keys(typed).length <= 100, 'too_long');

/** A showing as its organizer sees it; `ambiguous` when that hour exists twice (the earlier is meant). */
export const OwnSession = Session.extend({
  startsLocal: LocalDateTime,
  offset: z.string(),
  ambiguous: z.boolean(),
  /** Seats taken of `capacity`, also by orders that are not paid yet; without a capacity none are. */
  seatsHeld: z.number().int(),
  /** Tickets that open this showing. */
  tickets: z.number().int(),
  cancelReason: z.string(),
  can: z.object({ cancel: z.boolean() }),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** A product as its organizer or an administrator works on it. `form` is what PATCH takes. */
export const OwnProduct = z.object({
  id: Id,
  slug: Slug,
  type: ProductType,
  status: ProductStatus,
  title: z.string(),
  channel: z.object({ id: Id, slug: Slug, title: z.string(), state: ChannelState }),
  owner: z.object({ id: Id, name: z.string(), email: z.string() }),
  picture: Picture.nullable(),
  bannerPicture: Picture.nullable(),
  price: PriceNow,
  form: ProductForm,
  sessions: z.array(OwnSession),
  sale: SaleState,
  featured: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  publishedAt: Instant.nullable(),
  missing: z.array(MissingPart),
  /** Fields that can no longer change because the product has left the draft. */
  locked: z.array(z.enum(['channel', 'currency', 'sessions'])),
  /** Fields that can no longer be emptied because publishing asked for them. */
  required: z.array(z.enum(['shortDescription', 'pictureId', 'price', 'assetId'])),
  /** How long what the clock plays lasts; null while that is not known, and for all else. */
  playsSeconds: z.number().nullable(),
  changes: z.array(ProductChange),
  can: ProductCan,
  because: Because,
});
export type OwnProduct = z.infer<typeof OwnProduct>;

/** A draft after it was saved by itself: what could not be kept is named, the rest is kept. */
export const SavedDraft = z.object({
  product: OwnProduct,
  left: z.record(z.string(), FieldError),
});
export type SavedDraft = z.infer<typeof SavedDraft>;

/** One line of an organizer's or the administrators' list. */
export const ProductRow = ProductCard.extend({
  featured: z.boolean(),
  sale: SaleState,
  createdAt: Instant,
  publishedAt: Instant.nullable(),
  owner: z.object({ id: Id, name: z.string(), email: z.string() }),
});
export type ProductRow = z.infer<typeof ProductRow>;

const rowSorts = ['title', 'createdAt', 'publishedAt', 'session', 'price', 'status'] as const;
/** `title` ascending, `-title` descending. */
const RowSort = z
  .enum([...rowSorts, ...rowSorts.map((sort) => `-${sort}` as const)])
  .default('-createdAt');

const RowQuery = PageQuery.extend({
  sort: RowSort,
  status: ProductStatus.optional(),
  type: ProductType.optional(),
  channel: Slug.optional(),
});
export type RowQuery = z.infer<typeof RowQuery>;

export const SessionParams = SlugParams.extend({ sessionId: Id });

const sourceErrors = ['ASSET_MISSING', 'RECORDING_MISSING', 'SOURCE_LOCKED'] as const;

export const catalogContract = {
  listProducts: endpoint({
    method: 'GET',
    path: '/api/products',
    who: 'public',
    summary: 'The published products, a page at a time',
    query: CatalogueQuery,
    answer: pageOf(ProductCard),
  }),
  searchProducts: endpoint({
    method: 'GET',
    path: '/api/search',
    who: 'public',
    summary:
      'Published products by words: accents ignored, small mistakes forgiven, 3 letters at least',
    query: SearchQuery,
    answer: pageOf(ProductCard),
  }),
  getSearchFacets: endpoint({
    method: 'GET',
    path: '/api/search/facets',
    who: 'public',
    summary: 'What a search could be narrowed to, and how many each of it would find',
    query: SearchFilter,
    answer: SearchFacets,
  }),
  listChannelProducts: endpoint({
    method: 'GET',
    path: '/api/channels/:slug/products',
    who: 'public',
    summary: 'The published products of a published channel',
    params: SlugParams,
    query: CatalogueQuery,
    answer: pageOf(ProductCard),
  }),
  getProduct: endpoint({
    method: 'GET',
    path: '/api/products/:slug',
    who: 'public',
    summary:
      'A product. Drafts: for the owner and administrators. Private: also with a ticket or a code',
    params: SlugParams,
    query: z.object({ code: Line(40).optional() }),
    answer: ProductDetail,
  }),
  createProduct: endpoint({
    method: 'POST',
    path: '/api/desk/products',
    who: 'producer',
    summary: 'Create a draft in a channel of one’s own; the key answers the draft it has made',
    body: NewProduct,
    answer: OwnProduct,
    status: 201,
    idempotent: true,
    errors: [
      'NO_CHANNEL',
      'IMAGE_MISSING',
      ...sourceErrors,
      'SESSION_TIME_INVALID',
      'IDEMPOTENCY_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),
  listOwnProducts: endpoint({
    method: 'GET',
    path: '/api/desk/products',
    who: 'producer',
    scope: 'read:products',
    summary: 'The products of one’s own channels',
    query: RowQuery,
    answer: pageOf(ProductRow),
  }),
  getOwnProduct: endpoint({
    method: 'GET',
    path: '/api/desk/products/:slug',
    who: 'producer',
    scope: 'read:products',
    summary: 'A product to work on: one’s own, or any for administrators',
    params: SlugParams,
    answer: OwnProduct,
  }),
  saveProduct: endpoint({
    method: 'PATCH',
    path: '/api/desk/products/:slug',
    who: 'producer',
    summary: 'Change a product; what is locked after publishing must stay as it is',
    params: SlugParams,
    body: ProductPatch,
    answer: OwnProduct,
    errors: ['PRODUCT_LOCKED', 'PRODUCT_INCOMPLETE', 'IMAGE_MISSING', ...sourceErrors],
  }),
  saveDraft: endpoint({
    method: 'PATCH',
    path: '/api/desk/products/:slug/draft',
    who: 'producer',
    summary: 'Keep what is valid of a draft that is being typed, and name what is not',
    params: SlugParams,
    body: TypedProduct,
    answer: SavedDraft,
    errors: ['PRODUCT_STATE', 'IMAGE_MISSING', ...sourceErrors],
    perMinute: 120,
  }),
  getProductDefaults: endpoint({
    method: 'GET',
    path: '/api/desk/product-defaults',
    who: 'producer',
    summary: 'Currency, tax rate and duration of the last product of one’s own',
    query: z.strictObject({ type: ProductType.optional() }),
    answer: ProductDefaults,
  }),
  duplicateProduct: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/copy',
    who: 'producer',
    summary: 'Make a draft with everything of a product of one’s own but its showings',
    params: SlugParams,
    answer: OwnProduct,
    status: 201,
    errors: ['CHANNEL_STATE'],
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    path: '/api/desk/products/:slug',
    who: 'producer',
    summary: 'Delete a draft',
    params: SlugParams,
    answer: z.undefined(),
    status: 204,
    errors: ['PRODUCT_STATE'],
  }),
  addSession: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/sessions',
    who: 'producer',
    summary: 'Add a showing; saved ones never change',
    params: SlugParams,
    body: SessionForm.strict(),
    answer: OwnProduct,
    status: 201,
    errors: ['SESSION_TIME_INVALID', 'PRODUCT_STATE'],
  }),
  removeSession: endpoint({
    method: 'DELETE',
    path: '/api/desk/products/:slug/sessions/:sessionId',
    who: 'producer',
    summary: 'Take a showing out of a draft',
    params: SessionParams,
    answer: OwnProduct,
    errors: ['SESSION_LOCKED'],
  }),
  cancelSession: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/sessions/:sessionId/cancellation',
    who: 'producer',
    summary: 'Cancel a showing: its tickets end, their money goes back; again changes nothing',
    params: SessionParams,
    body: CancellationForm,
    answer: OwnProduct,
    errors: ['PRODUCT_STATE', 'SESSION_ENDED', 'SESSION_CANCELLED', 'SESSION_ON_AIR'],
  }),
  publishProduct: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/publication',
    who: 'producer',
    summary: 'Make a complete product public',
    params: SlugParams,
    answer: OwnProduct,
    errors: [
      'PRODUCT_STATE',
      'PRODUCT_INCOMPLETE',
      'NO_APPROVED_CHANNEL',
      'PAID_CONTENT_OFF',
      'RATE_MISSING',
    ],
  }),
  makeProductPrivate: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/privacy',
    who: 'producer',
    summary: 'Make a complete product reachable with a ticket or a code only',
    params: SlugParams,
    answer: OwnProduct,
    errors: [
      'PRODUCT_STATE',
      'PRODUCT_INCOMPLETE',
      'NO_APPROVED_CHANNEL',
      'PAID_CONTENT_OFF',
      'RATE_MISSING',
    ],
  }),
  withdrawProduct: endpoint({
    method: 'POST',
    path: '/api/desk/products/:slug/withdrawal',
    who: 'producer',
    summary: 'End the sale now; tickets stay valid',
    params: SlugParams,
    answer: OwnProduct,
    errors: ['PRODUCT_STATE'],
  }),
  listAllProducts: endpoint({
    method: 'GET',
    path: '/api/manage/products',
    who: 'admin',
    summary: 'Every product of the site',
    query: RowQuery,
    answer: pageOf(ProductRow),
  }),
  exportProducts: endpoint({
    method: 'GET',
    path: '/api/manage/exports/products',
    who: 'admin',
    summary: 'The whole list of products that matches, as CSV or XLSX',
    query: RowQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  featureProduct: endpoint({
    method: 'PUT',
    path: '/api/manage/products/:slug/featured',
    who: 'admin',
    summary: 'Show a published product first on the home page, or no longer',
    params: SlugParams,
    body: z.object({ featured: z.boolean() }).strict(),
    answer: OwnProduct,
    errors: ['PRODUCT_STATE'],
  }),
};
