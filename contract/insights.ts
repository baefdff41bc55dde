import { z } from 'zod';
import { ProductStatus } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { Id, Slug } from './shared/ids.ts';
import { CalendarDay, Instant, TimeZone } from './shared/time.ts';

export const nextTasks = [
  'create_channel',
  'change_channel',
  'submit_channel',
  'wait_for_review',
  'create_product',
  'publish_product',
  'add_session',
  'add_iban',
  'check_iban',
  'add_address',
] as const;
/** What an organizer does next; `channel` and `product` say where. */
export const NextTask = z.object({
  task: z.enum(nextTasks),
  channel: Slug.nullable(),
  product: Slug.nullable(),
  /** Name of the channel or product that is meant. */
  title: z.string(),
});
export type NextTask = z.infer<typeof NextTask>;

/** From sign-up to a show that sells, in the order in which it is done. */
export const firstSteps = [
  'confirm_email',
  'create_channel',
  'submit_channel',
  'create_show',
  'test_stream',
  'publish_show',
  'add_iban',
  'share_link',
] as const;
/** `current` is what to do now · `waiting`: it is not the organizer's turn · `open`: later. */
export const FirstStep = z.object({
  step: z.enum(firstSteps),
  state: z.enum(['done', 'current', 'waiting', 'open']),
  /** Where it is done. */
  channel: Slug.nullable(),
  product: Slug.nullable(),
  /** How many fields are still empty, where there are fields. */
  missing: z.number().int(),
});
export type FirstStep = z.infer<typeof FirstStep>;

export const FirstSteps = z.object({
  steps: z.array(FirstStep),
  done: z.number().int(),
  /** Put away by the organizer, who can have it back. */
  hidden: z.boolean(),
  can: z.object({ hide: z.boolean() }),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** One show that is still to come. */
export const NextShow = z.object({
  sessionId: Id,
  product: Slug,
  channel: Slug,
  title: z.string(),
  status: ProductStatus,
  startsAt: Instant,
  tickets: z.number().int(),
  capacity: z.number().int().nullable(),
  /** An encoder is on air with it now. */
  live: z.boolean(),
});
export type NextShow = z.infer<typeof NextShow>;

/** Takings of one currency, in minor units, refunds already taken off. */
export const Takings = z.object({
  currency: Currency,
  taken: z.number().int(),
  fees: z.number().int(),
  /** What the organizer gets: taken less fees. */
  organizer: z.number().int(),
});
export type Takings = z.infer<typeof Takings>;

/** The organizer's dashboard. */
export const Overview = z.object({
  name: z.string(),
  channels: z.object({ total: z.number().int(), published: z.number().int() }),
  products: z.object({ total: z.number().int(), published: z.number().int() }),
  /** Tickets that are valid, and those of them given out in the last 30 days. */
  tickets: z.object({ total: z.number().int(), recent: z.number().int() }),
  /** Codes of all coupons: made, and used by a buyer. */
  codes: z.object({ issued: z.number().int(), used: z.number().int() }),
  takings: z.array(Takings),
  /** The server's clock, for counting down. */
  now: Instant,
  firstSteps: FirstSteps,
  /** The newest channel that everybody can visit. */
  shop: z.object({ slug: Slug, title: z.string() }).nullable(),
  shows: z.array(NextShow),
  tasks: z.array(NextTask),
  notifications: z.array(
    z.object({
      id: Id,
      subject: z.string(),
      content: z.string(),
      at: Instant,
      read: z.boolean(),
      /** Where a click leads, from the root of the site; empty when nowhere. */
      path: z.string(),
    }),
  ),
  can: z.object({ createProduct: z.boolean() }),
});
export type Overview = z.infer<typeof Overview>;

export const seriesPeriods = ['week', 'month', 'quarter', 'year'] as const;
export const SeriesPeriod = z.enum(seriesPeriods);
export type SeriesPeriod = z.infer<typeof SeriesPeriod>;

/** One figure by steps, and the same steps of the period before; the sums of both. */
const Steps = z.object({
  now: z.array(z.number().int()),
  before: z.array(z.number().int()),
  sum: z.number().int(),
  sumBefore: z.number().int(),
});
export type Steps = z.infer<typeof Steps>;

/**
 * Figures of a period that ends today: 7 or 30 days by the day, 13 or 52 weeks by the week, beside
 * as many before. Days are those of `zone`.
 */
export const Series = z.object({
  period: SeriesPeriod,
  zone: z.string(),
  step: z.enum(['day', 'week']),
  /** The first day of each step, the oldest first, and of the steps that they are compared with. */
  days: z.array(CalendarDay),
  daysBefore: z.array(CalendarDay),
  /** Tickets given out that are still valid. */
  tickets: Steps,
  /** What buyers paid on the day less what went back on the day, in minor units, by currency. */
  takings: z.array(Steps.extend({ currency: Currency })),
});
export type Series = z.infer<typeof Series>;

export const insightsContract = {
  getOverview: endpoint({
    method: 'GET',
    path: '/api/desk/overview',
    who: 'producer',
    scope: 'read:insights',
    summary: 'The figures, shows, tasks and news of the organizer who asks',
    answer: Overview,
  }),
  getSeries: endpoint({
    method: 'GET',
    path: '/api/desk/series',
    who: 'producer',
    scope: 'read:insights',
    summary: 'Tickets and takings of the organizer who asks, over a period and the one before',
    query: z.object({ period: SeriesPeriod.default('month'), zone: TimeZone.optional() }),
    answer: Series,
  }),
  hideFirstSteps: endpoint({
    method: 'PUT',
    path: '/api/desk/overview/first-steps',
    who: 'producer',
    summary: 'Put the list of first steps away once all are done, or take it out again',
    body: z.object({ hidden: z.boolean() }).strict(),
    answer: FirstSteps,
    errors: ['FIRST_STEPS_OPEN'],
  }),
};
