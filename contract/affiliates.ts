import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Line } from './shared/text.ts';
import { Instant } from './shared/time.ts';

/** `ended`: the link still opens the page, and nothing is counted for it. */
export const affiliateStates = ['active', 'ended'] as const;
export const AffiliateState = z.enum(affiliateStates);
export type AffiliateState = z.infer<typeof AffiliateState>;

/** What stands behind `?ref=`: upper case, however it was typed. */
export const AffiliateCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{1,23}$/, 'not_a_code');

/** The name of the parameter, and for how many days the browser keeps what it said. */
export const refParameter = 'ref';
export const refDays = 30;

/** In basis points: 10 % is 1000. */
const Commission = z.number().int().min(0).max(10_000);
const Named = z.object({ slug: z.string(), title: z.string() });

/** Sums of the ledger over what an affiliate brought, in one currency. */
export const AffiliateSum = z.object({
  currency: Currency,
  paid: z.number().int(),
  refunded: z.number().int(),
  /** paid − refunded, without the tax in it: of this the commission is a share. */
  base: z.number().int(),
  /** What was agreed of it; paid outside. */
  commission: z.number().int(),
});
export type AffiliateSum = z.infer<typeof AffiliateSum>;

export const Affiliate = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  channel: Named,
  /** Null: whatever the channel sells. */
  product: Named.nullable(),
  commission: Commission,
  state: AffiliateState,
  /** From the root of the site, with the code in it. */
  path: z.string(),
  clicks: z.number().int(),
  /** Paid ones, refunded ones included. */
  orders: z.number().int(),
  sums: z.array(AffiliateSum),
  createdAt: Instant,
  can: z.object({ rename: z.boolean(), move: z.array(AffiliateState) }),
});
export type Affiliate = z.infer<typeof Affiliate>;

export const AffiliatesQuery = PageQuery.extend({
  channel: Slug.optional(),
  state: AffiliateState.optional(),
});
export type AffiliatesQuery = z.infer<typeof AffiliatesQuery>;

export const AffiliateForm = z.strictObject({
  name: Line(80).min(1, 'required'),
  code: AffiliateCode,
  channelSlug: Slug,
  productSlug: Slug.nullable().default(null),
  commission: Commission,
});
export type AffiliateForm = z.infer<typeof AffiliateForm>;

/** `from` is the state that was on the screen: whoever is late is told. */
export const AffiliateMove = z.strictObject({ from: AffiliateState, to: AffiliateState });

/** Somebody came by a link: to a product's page or a channel's. */
export const Visit = z.strictObject({
  code: AffiliateCode,
  of: z.enum(['product', 'channel']),
  slug: Slug,
  /** The first time in this browser today: it is counted. */
  isFirst: z.boolean(),
});
export type Visit = z.infer<typeof Visit>;

/** An affiliate as a filter names it. */
export const AffiliateName = z.object({ id: Id, name: z.string(), code: z.string() });
export type AffiliateName = z.infer<typeof AffiliateName>;

/** What a link can be for: one's own channels, with what they sell. */
export const AffiliateChoice = Named.extend({ products: z.array(Named) });
export type AffiliateChoice = z.infer<typeof AffiliateChoice>;

const lost = 'SERVER_ERROR_NOT_FOUND';
const names = z.object({ items: z.array(AffiliateName) });

export const affiliatesContract = {
  noteVisit: endpoint({
    method: 'POST',
    path: '/api/visits',
    who: 'public',
    summary: 'Somebody came by an affiliate’s link; `channel` is whose purchases it counts for',
    body: Visit,
    /** Null: no such link, or it has ended. Nothing is kept then. */
    answer: z.object({ channel: z.string().nullable() }),
    perMinute: 30,
  }),
  listAffiliates: endpoint({
    method: 'GET',
    path: '/api/desk/affiliates',
    who: 'producer',
    summary: 'The affiliates of one’s channels, newest first, with what they brought',
    query: AffiliatesQuery,
    answer: pageOf(Affiliate),
    errors: [lost],
  }),
  exportAffiliates: endpoint({
    method: 'GET',
    path: '/api/desk/exports/affiliates',
    who: 'producer',
    summary: 'The whole list that matches, as CSV or XLSX: a row for each currency',
    query: AffiliatesQuery.omit({ page: true, size: true }).extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost, 'EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  listAffiliateChoices: endpoint({
    method: 'GET',
    path: '/api/desk/affiliates/choices',
    who: 'producer',
    summary: 'One’s channels and what they sell, for a new link',
    answer: z.object({ items: z.array(AffiliateChoice) }),
  }),
  listAffiliateNames: endpoint({
    method: 'GET',
    path: '/api/desk/affiliates/names',
    who: 'producer',
    summary: 'The affiliates of one’s channels by name, to filter sales by',
    answer: names,
  }),
  listAllAffiliateNames: endpoint({
    method: 'GET',
    path: '/api/manage/affiliates/names',
    who: 'admin',
    summary: 'The affiliates of all channels that have brought sales, to filter those by',
    answer: names,
  }),
  createAffiliate: endpoint({
    method: 'POST',
    path: '/api/desk/affiliates',
    who: 'producer',
    summary: 'Make a link for somebody who brings buyers to a channel, or to one of its products',
    body: AffiliateForm,
    answer: Affiliate,
    status: 201,
    errors: [lost, 'AFFILIATE_CODE_TAKEN'],
    perMinute: 60,
  }),
  renameAffiliate: endpoint({
    method: 'PUT',
    path: '/api/desk/affiliates/:id/name',
    who: 'producer',
    summary: 'Call an affiliate something else; code and commission stay',
    params: IdParams,
    body: AffiliateForm.pick({ name: true }),
    answer: Affiliate,
    errors: [lost],
  }),
  moveAffiliate: endpoint({
    method: 'POST',
    path: '/api/desk/affiliates/:id/state',
    who: 'producer',
    summary: 'End a link, or begin it again; what it brought stays',
    params: IdParams,
    body: AffiliateMove,
    answer: Affiliate,
    errors: [lost, 'AFFILIATE_STATE'],
  }),
};
