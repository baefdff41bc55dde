import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams, Slug, SlugParams } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Lines } from './shared/text.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/** `interest`: asked to be told · `waiting`: waits for a seat · `unfinished`: left the checkout. */
export const leadKinds = ['interest', 'waiting', 'unfinished'] as const;
export const LeadKind = z.enum(leadKinds);
export type LeadKind = z.infer<typeof LeadKind>;

export const leadStates = ['new', 'contacted', 'bought', 'lost'] as const;
export const LeadState = z.enum(leadStates);
export type LeadState = z.infer<typeof LeadState>;

/**
 * `offered`: a seat is held for this person · `taken`: an order has taken the seat over · `left`: given
 * up or declined · `lapsed`: the time of the offer ended · `over`: the line itself ended.
 */
export const placeStates = [
  'waiting',
  'offered',
  'taken',
  'bought',
  'left',
  'lapsed',
  'over',
] as const;
export const PlaceState = z.enum(placeStates);
export type PlaceState = z.infer<typeof PlaceState>;

export const letterKinds = ['opened', 'unfinished_1', 'unfinished_2', 'unfinished_3'] as const;
export const LetterKind = z.enum(letterKinds);
export type LetterKind = z.infer<typeof LetterKind>;

const Named = z.object({ slug: z.string(), title: z.string() });

export const Lead = z.object({
  id: Id,
  kind: LeadKind,
  state: LeadState,
  /** `name` is '' of a guest. */
  person: z.object({ name: z.string(), email: z.string() }),
  channel: Named,
  /** Null: whatever the channel puts on. */
  product: Named.nullable(),
  sessionAt: Instant.nullable(),
  askedAt: Instant,
  movedAt: Instant,
  letters: z.array(z.object({ kind: LetterKind, sentAt: Instant })),
  note: z.string(),
  can: z.object({ move: z.array(LeadState), note: z.boolean() }),
});
export type Lead = z.infer<typeof Lead>;

/** How many of those who asked have bought, of one product (null: of the channel) and kind. */
export const LeadRate = z.object({
  channel: Named,
  product: Named.nullable(),
  kind: LeadKind,
  leads: z.number().int(),
  bought: z.number().int(),
  /** In tenths of a percent. */
  permille: z.number().int().min(0).max(1000),
});
export type LeadRate = z.infer<typeof LeadRate>;

export const LeadsQuery = PageQuery.extend({
  channel: Slug.optional(),
  product: Slug.optional(),
  kind: LeadKind.optional(),
  state: LeadState.optional(),
  /** Days on which they asked, in Europe/Madrid, both included. */
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});
export type LeadsQuery = z.infer<typeof LeadsQuery>;

export const LeadsPage = pageOf(Lead).extend({ rates: z.array(LeadRate) });
export type LeadsPage = z.infer<typeof LeadsPage>;

/** `from` is the state that was on the screen: whoever is late is told. */
export const LeadMove = z.strictObject({ from: LeadState, to: LeadState });
export const LeadNote = z.strictObject({ note: Lines(1000) });

/** The line in front of one session, in its order; those who hold an offer come first. */
export const WaitingLine = z.object({
  product: Named,
  channel: Named,
  session: z.object({ id: Id, startsAt: Instant, capacity: z.number().int().nullable() }),
  waiting: z.number().int(),
  offered: z.number().int(),
  /** The first hundred. */
  places: z.array(
    z.object({
      id: Id,
      state: z.enum(['waiting', 'offered', 'taken']),
      number: z.number().int().min(1).nullable(),
      name: z.string(),
      email: z.string(),
      joinedAt: Instant,
      until: Instant.nullable(),
    }),
  ),
});
export type WaitingLine = z.infer<typeof WaitingLine>;

/** A product of one's own with the batches whose codes may go with the last letter. */
export const LetterCoupons = z.object({
  product: Named,
  /** The batch that is chosen; null: none. */
  chosen: Id.nullable(),
  coupons: z.array(
    z.object({
      id: Id,
      total: z.number().int(),
      currency: Currency,
      /** Codes that nobody has. */
      free: z.number().int(),
      validUntil: Instant.nullable(),
    }),
  ),
});
export type LetterCoupons = z.infer<typeof LetterCoupons>;

export const CouponChoice = z.strictObject({ couponId: Id.nullable() });

const lost = 'SERVER_ERROR_NOT_FOUND';
const exported = LeadsQuery.omit({ page: true, size: true }).extend(ExportChoice.shape);

export const leadsContract = {
  listLeads: endpoint({
    method: 'GET',
    path: '/api/desk/leads',
    who: 'producer',
    summary: 'Who showed interest in what one’s channels put on, newest first, and how many bought',
    query: LeadsQuery,
    answer: LeadsPage,
    errors: [lost],
  }),
  exportLeads: endpoint({
    method: 'GET',
    path: '/api/desk/exports/leads',
    who: 'producer',
    summary: 'The whole list that matches, as CSV or XLSX',
    query: exported,
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost, 'EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  moveLead: endpoint({
    method: 'POST',
    path: '/api/desk/leads/:id/state',
    who: 'producer',
    summary:
      'Say how one stands with somebody: organizers of their own channels, administrators all',
    params: IdParams,
    body: LeadMove,
    answer: Lead,
    errors: [lost, 'LEAD_STATE'],
  }),
  noteLead: endpoint({
    method: 'PUT',
    path: '/api/desk/leads/:id/note',
    who: 'producer',
    summary: 'Keep a note about somebody; an empty one takes it away',
    params: IdParams,
    body: LeadNote,
    answer: Lead,
    errors: [lost],
  }),
  listLines: endpoint({
    method: 'GET',
    path: '/api/desk/waiting',
    who: 'producer',
    summary: 'The lines in front of the sold-out sessions of one’s channels',
    answer: z.object({ items: z.array(WaitingLine) }),
  }),
  listLetterCoupons: endpoint({
    method: 'GET',
    path: '/api/desk/leads/coupons',
    who: 'producer',
    summary:
      'One’s products that have coupons, with the batch that the last letter takes codes from',
    answer: z.object({ items: z.array(LetterCoupons) }),
  }),
  chooseCoupon: endpoint({
    method: 'PUT',
    path: '/api/desk/products/:slug/letter-coupon',
    who: 'producer',
    summary: 'Choose the batch whose codes go with the last letter about an unfinished checkout',
    params: SlugParams,
    body: CouponChoice,
    answer: LetterCoupons,
    errors: [lost],
  }),
  listAllLeads: endpoint({
    method: 'GET',
    path: '/api/manage/leads',
    who: 'admin',
    summary: 'Who showed interest, of all channels',
    query: LeadsQuery,
    answer: LeadsPage,
  }),
  exportAllLeads: endpoint({
    method: 'GET',
    path: '/api/manage/exports/leads',
    who: 'admin',
    summary: 'The whole list that matches, as CSV or XLSX',
    query: exported,
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
  listAllLines: endpoint({
    method: 'GET',
    path: '/api/manage/waiting',
    who: 'admin',
    summary: 'The lines in front of the sold-out sessions of all channels',
    answer: z.object({ items: z.array(WaitingLine) }),
  }),
};
