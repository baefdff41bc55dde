import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { PayeeFault } from './shared/payees.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/** How an organizer stands in one channel and currency. */
export const PayoutBalance = z.object({
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }),
  currency: Currency,
  /** Owed, and in no payment yet; negative when more was given back than earned. */
  open: z.number().int(),
  /** In a run that the bank does not have yet. */
  preparing: z.number().int(),
  /** In a payment that the bank has been asked to make. */
  onTheWay: z.number().int(),
  /** What the next run pays as things stand. */
  next: z.number().int(),
  /**
   * Why that is nothing, null when it is something. `debt`: more was given back than earned · `minimum`: what is
   * due is less than is sent · `later`: nothing is due yet, for the shows are still to come or money is asked
   * back or disputed · `underway`: all of it is in a payment already · `settled`: nothing is owed.
   */
  nothing: z.enum(['debt', 'minimum', 'later', 'underway', 'settled']).nullable(),
  /** Less than this is not sent. */
  minimum: z.number().int(),
  nextOn: CalendarDay,
  fault: PayeeFault.nullable(),
});
export type PayoutBalance = z.infer<typeof PayoutBalance>;

/** One payment as its organizer sees it. */
export const MyPayout = z.object({
  id: Id,
  reference: z.string(),
  /** `preparing`: the bank does not have it yet · `open`: it has. */
  state: z.enum(['preparing', 'open', 'paid', 'returned']),
  /** What the bank said when it sent it back. */
  reason: z.string(),
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }),
  iban: z.string(),
  currency: Currency,
  amount: z.number().int(),
  collectedAt: Instant,
  settledAt: Instant.nullable(),
  returnedAt: Instant.nullable(),
  can: z.object({ statement: z.boolean() }),
});
export type MyPayout = z.infer<typeof MyPayout>;

const lost = 'SERVER_ERROR_NOT_FOUND';

/** What organizers read of what they are owed and paid. */
export const myPayoutsContract = {
  listMyPayouts: endpoint({
    method: 'GET',
    path: '/api/desk/payouts',
    who: 'producer',
    scope: 'read:payouts',
    summary: 'What I am owed, what comes next and when, and what was paid to me, newest first',
    query: PageQuery.omit({ q: true }),
    answer: pageOf(MyPayout).extend({ balances: z.array(PayoutBalance) }),
  }),
  getStatement: endpoint({
    method: 'GET',
    path: '/api/desk/payouts/:id/statement.pdf',
    who: 'producer',
    scope: 'read:payouts',
    summary: 'The statement of a payment to me, as PDF',
    params: IdParams,
    answer: z.unknown(),
    file: 'application/pdf',
    errors: [lost],
  }),
  exportStatement: endpoint({
    method: 'GET',
    path: '/api/desk/payouts/:id/statement',
    who: 'producer',
    scope: 'read:payouts',
    summary: 'The same as a list, a row for each sale or refund',
    params: IdParams,
    query: ExportChoice,
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost, 'EXPORT_TOO_LONG', 'BUSY'],
  }),
};
