import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { PaymentProvider } from './payments.ts';
import { Id, IdParams } from './shared/ids.ts';
import { OrderNumber } from './shared/order-numbers.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/**
 * What came of what a provider told. `received`: nothing yet · `handled`: it had its effect · `kept`:
 * it asks nothing of us · `refused`: it fits nothing here · `failed`: something broke on the way.
 */
export const eventStates = ['received', 'handled', 'kept', 'refused', 'failed'] as const;
export const EventState = z.enum(eventStates);
export type EventState = z.infer<typeof EventState>;

export const ProviderEventRow = z.object({
  id: Id,
  provider: z.string(),
  eventId: z.string(),
  type: z.string(),
  orderId: Id.nullable(),
  orderNumber: OrderNumber.nullable(),
  state: EventState,
  /** What it did, or why it was refused. */
  outcome: z.string(),
  /** What broke. */
  error: z.string(),
  receivedAt: Instant,
  /** A notice can be handled again; what had its effect has none again. Marks of our own cannot. */
  can: z.object({ replay: z.boolean() }),
});
export type ProviderEventRow = z.infer<typeof ProviderEventRow>;

export const EventReplay = z.object({
  by: z.string(),
  at: Instant,
  /** How it stood afterwards. */
  state: EventState,
  error: z.string(),
});

/** One with its body; secrets and what says something of the buyer or the card are struck out. */
export const ProviderEventWhole = ProviderEventRow.extend({
  body: z.unknown(),
  replays: z.array(EventReplay),
});
export type ProviderEventWhole = z.infer<typeof ProviderEventWhole>;

export const EventsQuery = PageQuery.extend({
  provider: PaymentProvider.optional(),
  state: EventState.optional(),
  /** Days of arrival, in Europe/Madrid, both included. */
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});
export type EventsQuery = z.infer<typeof EventsQuery>;

export const providerEventsContract = {
  listProviderEvents: endpoint({
    method: 'GET',
    path: '/api/manage/payments/events',
    who: 'admin',
    summary:
      'What the providers told us, newest first; `q` is an order, a payment, a kind or a name',
    query: EventsQuery,
    answer: pageOf(ProviderEventRow),
  }),
  getProviderEvent: endpoint({
    method: 'GET',
    path: '/api/manage/payments/events/:id',
    who: 'admin',
    summary: 'One of them with its body, without secrets, and who had it handled again',
    params: IdParams,
    answer: ProviderEventWhole,
    errors: ['SERVER_ERROR_NOT_FOUND'],
  }),
  replayProviderEvent: endpoint({
    method: 'POST',
    path: '/api/manage/payments/events/:id/replay',
    who: 'admin',
    summary: 'Have it handled again; one that had its effect has none again',
    params: IdParams,
    answer: ProviderEventWhole,
    errors: ['SERVER_ERROR_NOT_FOUND', 'EVENT_STATE'],
    perMinute: 30,
  }),
};
