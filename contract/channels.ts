import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Picture } from './media.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { plainIban } from './shared/iban-text.ts';
import { Id, Slug, SlugParams } from './shared/ids.ts';
import { Amount, TaxRate } from './shared/money.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { isSeen, Line, Lines } from './shared/text.ts';
import { Instant } from './shared/time.ts';

export const channelStates = ['draft', 'in_review', 'published', 'banned'] as const;
export const ChannelState = z.enum(channelStates);
export type ChannelState = z.infer<typeof ChannelState>;

/** What a channel is about; an empty text while the organizer has not chosen. */
export const channelClassifications = [
  'music',
  'theatre',
  'dance',
  'comedy',
  'cinema',
  'literature',
  'talks',
  'training',
  'wellbeing',
  'sport',
  'science',
  'gastronomy',
  'family',
  'company',
  'venue',
  'other',
] as const;
export const ChannelClassification = z.enum(channelClassifications);
export type ChannelClassification = z.infer<typeof ChannelClassification>;

export const channelLimits = { title: 120, description: 400, tags: 12, tag: 40, reason: 500 };

/** What a list or a product page says of a channel. */
export const ChannelBrief = z.object({
  id: Id,
  slug: Slug,
  title: z.string(),
  logo: Picture.nullable(),
});
export type ChannelBrief = z.infer<typeof ChannelBrief>;

/** A channel as sliders show it. */
export const ChannelCard = ChannelBrief.extend({
  description: z.string(),
  classification: z.string(),
  cover: Picture.nullable(),
});
export type ChannelCard = z.infer<typeof ChannelCard>;

/** Empty, or an address of the web that can be a link: never `javascript:`. */
const webAddress = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'not_a_url' })], {
    error: 'not_a_url',
  })
  .refine((url) => url.length <= 300, 'too_long')
  .refine(isSeen, 'not_a_url');

export const socialNetworks = [
  'spotify',
  'youtube',
  'facebook',
  'instagram',
  'twitter',
  'website',
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
export const ChannelSocial = z.object({
  spotify: webAddress,
  youtube: webAddress,
  facebook: webAddress,
  instagram: webAddress,
  twitter: webAddress,
  website: webAddress,
});
export type ChannelSocial = z.infer<typeof ChannelSocial>;

/** Who issues the invoices. Country: ISO 3166 alpha-2. An empty text is what is still missing. */
export const ChannelBilling = z.object({
  taxId: Line(40),
  prefix: Line(6).refine((value) => /^(\+?\d{1,4})?$/.test(value), 'invalid'),
  phone: Line(30).refine((value) => /^([\d][\d ().-]{4,28})?$/.test(value), 'not_a_phone'),
  address: Line(200),
  city: Line(100),
  postalCode: Line(20),
  country: Line(2).refine((value) => /^([A-Z]{2})?$/.test(value), 'invalid'),
  iban: Line(50).overwrite(plainIban),
});
export type ChannelBilling = z.infer<typeof ChannelBilling>;

/** Following the channel for money, each month. `net` and `tax` follow from `total` and the rate. */
export const ChannelSubscription = z.object({
  enabled: z.boolean(),
  currency: Currency,
  taxRate: TaxRate,
  net: Amount,
  tax: Amount,
  total: Amount,
});
export type ChannelSubscription = z.infer<typeof ChannelSubscription>;
/** What is offered has a price; what is switched off may keep or lose it. */
const SubscriptionInput = ChannelSubscription.omit({ net: true, tax: true }).refine(
  ({ enabled, total }) => !enabled || total > 0,
  { path: ['total'], error: 'too_small' },
);

const ChannelFields = z.object({
  title: Line(channelLimits.title).min(1),
  description: Lines(channelLimits.description),
  businessName: Line(160),
  classification: z.union([z.literal(''), ChannelClassification]),
  tags: z.array(Line(channelLimits.tag).min(1)).max(channelLimits.tags),
  social: ChannelSocial.partial(),
  marketplaceUrl: webAddress,
  billing: ChannelBilling.partial(),
  subscription: SubscriptionInput,
  logoId: Id.nullable(),
  profileImageId: Id.nullable(),
  coverImageId: Id.nullable(),
});

/** What is sent to change a channel: only what is named changes. */
export const ChannelChange = ChannelFields.partial().strict();
export type ChannelChange = z.output<typeof ChannelChange>;
/** A new channel needs a title; the rest may come later, unless it goes to review at once. */
export const NewChannel = ChannelFields.extend({ review: z.boolean() })
  .partial()
  .required({ title: true })
  .strict();
export type NewChannel = z.output<typeof NewChannel>;

/** The fields that review asks for, in the order of the form. */
export const reviewedFields = [
  'title',
  'description',
  'classification',
  'businessName',
  'billing.taxId',
  'billing.address',
  'billing.postalCode',
  'billing.city',
  'billing.country',
] as const;
export type ReviewedField = (typeof reviewedFields)[number];

/** What looks wrong as it is kept. `tax_id_invalid`: it stays until billing data are saved again. */
export const channelWarnings = ['iban_missing', 'iban_invalid', 'tax_id_invalid'] as const;
export const ChannelWarning = z.object({ field: z.string(), warning: z.enum(channelWarnings) });
export type ChannelWarning = z.infer<typeof ChannelWarning>;

/** One step in a channel's life, newest first in lists. */
export const ChannelMove = z.object({
  from: ChannelState,
  to: ChannelState,
  reason: z.string(),
  at: Instant,
});
export type ChannelMove = z.infer<typeof ChannelMove>;

const ChannelWhole = z.object({
  id: Id,
  slug: Slug,
  title: z.string(),
  description: z.string(),
  businessName: z.string(),
  classification: z.union([z.literal(''), ChannelClassification]),
  tags: z.array(z.string()),
  social: z.record(z.enum(socialNetworks), z.string()),
  marketplaceUrl: z.string(),
  billing: z.object({
    taxId: z.string(),
    prefix: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    iban: z.string(),
  }),
  subscription: ChannelSubscription,
  logo: Picture.nullable(),
  profileImage: Picture.nullable(),
  cover: Picture.nullable(),
  state: ChannelState,
  /** Why it was sent back or banned; empty otherwise. */
  stateReason: z.string(),
  stateChangedAt: Instant,
  featured: z.boolean(),
  createdAt: Instant,
  /** Fields that must be filled before review, as paths: `billing.taxId`. */
  missing: z.array(z.string()),
  /** Fields that cannot be emptied, as paths: what is public keeps what review asked for. */
  required: z.array(z.string()),
  warnings: z.array(ChannelWarning),
  moves: z.array(ChannelMove),
});

/** A channel as its owner sees it. */
export const MyChannel = ChannelWhole.extend({
  can: z.object({
    edit: z.boolean(),
    /** Administrators have subscriptions to channels switched on, and it can be changed now. */
    offerSubscription: z.boolean(),
    submit: z.boolean(),
    deactivate: z.boolean(),
    createProduct: z.boolean(),
  }),
});
export type MyChannel = z.infer<typeof MyChannel>;

/** A channel in its owner's list. */
export const MyChannelCard = ChannelCard.extend({
  state: ChannelState,
  stateReason: z.string(),
  productCount: z.number().int(),
});
export type MyChannelCard = z.infer<typeof MyChannelCard>;

const Owner = z.object({ id: Id, name: z.string(), email: z.string() });

/** A channel as administrators review it. */
export const ReviewedChannel = ChannelWhole.extend({
  owner: Owner,
  can: z.object({
    approve: z.boolean(),
    sendBack: z.boolean(),
    ban: z.boolean(),
    unban: z.boolean(),
    feature: z.boolean(),
  }),
});
export type ReviewedChannel = z.infer<typeof ReviewedChannel>;

/** A channel in the administrators' list. */
export const ReviewedChannelRow = z.object({
  id: Id,
  slug: Slug,
  title: z.string(),
  logo: Picture.nullable(),
  state: ChannelState,
  stateChangedAt: Instant,
  createdAt: Instant,
  featured: z.boolean(),
  owner: Owner,
});
export type ReviewedChannelRow = z.infer<typeof ReviewedChannelRow>;

export const ChannelsQuery = PageQuery.extend({
  state: ChannelState.optional(),
  /** `review`: newest in review first, then the rest. A minus turns the order around. */
  sort: z
    .enum([
      'review',
      'title',
      '-title',
      'stateChangedAt',
      '-stateChangedAt',
      'createdAt',
      '-createdAt',
    ])
    .default('review'),
});
export type ChannelsQuery = z.output<typeof ChannelsQuery>;

/** A published channel as everyone sees it. */
export const ChannelPage = ChannelCard.extend({
  tags: z.array(z.string()),
  social: z.record(z.enum(socialNetworks), z.string()),
  marketplaceUrl: z.string(),
  profileImage: Picture.nullable(),
  /** What following it costs a month; null while it cannot be subscribed to. */
  subscription: ChannelSubscription.pick({ currency: true, taxRate: true, total: true }).nullable(),
  /** Anything but `published` is a preview: only its owner and administrators get one. */
  state: ChannelState,
});
export type ChannelPage = z.infer<typeof ChannelPage>;

/** Why something was decided against the organizer: always said. */
export const Reason = z.object({ reason: Lines(channelLimits.reason).min(1) }).strict();

export const channelsContract = {
  getChannel: endpoint({
    method: 'GET',
    path: '/api/channels/:slug',
    who: 'public',
    summary: 'A published channel; its owner and administrators see it in every state',
    params: SlugParams,
    answer: ChannelPage,
  }),
  listMyChannels: endpoint({
    method: 'GET',
    path: '/api/desk/channels',
    who: 'producer',
    summary: 'The channels of the organizer, newest first',
    answer: z.object({ items: z.array(MyChannelCard), can: z.object({ create: z.boolean() }) }),
  }),
  getMyChannel: endpoint({
    method: 'GET',
    path: '/api/desk/channels/:slug',
    who: 'producer',
    summary: 'One channel of the organizer',
    params: SlugParams,
    answer: MyChannel,
  }),
  createChannel: endpoint({
    method: 'POST',
    path: '/api/desk/channels',
    who: 'producer',
    summary:
      'Create a channel as a draft, or send it to review at once; its address is made from the title',
    body: NewChannel,
    answer: MyChannel,
    status: 201,
    errors: ['IMAGE_MISSING', 'CHANNEL_INCOMPLETE', 'SUBSCRIPTIONS_OFF', 'RATE_MISSING'],
  }),
  changeChannel: endpoint({
    method: 'PATCH',
    path: '/api/desk/channels/:slug',
    who: 'producer',
    summary: 'Change a channel; the address follows the title until it is first published',
    params: SlugParams,
    body: ChannelChange,
    answer: MyChannel,
    errors: [
      'CHANNEL_STATE',
      'CHANNEL_INCOMPLETE',
      'IMAGE_MISSING',
      'SUBSCRIPTIONS_OFF',
      'RATE_MISSING',
    ],
  }),
  submitChannel: endpoint({
    method: 'POST',
    path: '/api/desk/channels/:slug/submission',
    who: 'producer',
    summary: 'Send a complete draft to review',
    params: SlugParams,
    answer: MyChannel,
    errors: ['CHANNEL_STATE', 'CHANNEL_INCOMPLETE'],
  }),
  deactivateChannel: endpoint({
    method: 'DELETE',
    path: '/api/desk/channels/:slug/publication',
    who: 'producer',
    summary: 'Take a published channel back to draft, seen by its owner only',
    params: SlugParams,
    answer: MyChannel,
    errors: ['CHANNEL_STATE'],
  }),
  listChannels: endpoint({
    method: 'GET',
    path: '/api/manage/channels',
    who: 'admin',
    summary: 'All channels, by state and by words of title, business or owner',
    query: ChannelsQuery,
    answer: pageOf(ReviewedChannelRow),
  }),
  exportChannels: endpoint({
    method: 'GET',
    path: '/api/manage/exports/channels',
    who: 'admin',
    summary: 'The whole list of channels that matches, as CSV or XLSX',
    query: ChannelsQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  getReviewedChannel: endpoint({
    method: 'GET',
    path: '/api/manage/channels/:slug',
    who: 'admin',
    summary: 'One channel with everything that review needs',
    params: SlugParams,
    answer: ReviewedChannel,
  }),
  approveChannel: endpoint({
    method: 'POST',
    path: '/api/manage/channels/:slug/approval',
    who: 'admin',
    summary: 'Publish a channel that is in review',
    params: SlugParams,
    answer: ReviewedChannel,
    errors: ['CHANNEL_STATE'],
  }),
  sendChannelBack: endpoint({
    method: 'POST',
    path: '/api/manage/channels/:slug/rejection',
    who: 'admin',
    summary: 'Send a channel in review back to its organizer, saying why',
    params: SlugParams,
    body: Reason,
    answer: ReviewedChannel,
    errors: ['CHANNEL_STATE'],
  }),
  banChannel: endpoint({
    method: 'POST',
    path: '/api/manage/channels/:slug/ban',
    who: 'admin',
    summary: 'Ban a channel, saying why',
    params: SlugParams,
    body: Reason,
    answer: ReviewedChannel,
    errors: ['CHANNEL_STATE'],
  }),
  liftChannelBan: endpoint({
    method: 'DELETE',
    path: '/api/manage/channels/:slug/ban',
    who: 'admin',
    summary: 'Lift a ban: the channel is a draft again',
    params: SlugParams,
    answer: ReviewedChannel,
    errors: ['CHANNEL_STATE'],
  }),
  featureChannel: endpoint({
    method: 'PUT',
    path: '/api/manage/channels/:slug/featured',
    who: 'admin',
    summary: 'Show a published channel first on the home page, or no longer',
    params: SlugParams,
    body: z.object({ featured: z.boolean() }).strict(),
    answer: ReviewedChannel,
    errors: ['CHANNEL_STATE'],
  }),
};
