import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id, IdParams } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { PayeeFault } from './shared/payees.ts';
import { Line } from './shared/text.ts';
import { CalendarDay, Instant } from './shared/time.ts';

export const payoutRunStates = ['collected', 'approved', 'exported', 'paid', 'dropped'] as const;
export const PayoutRunState = z.enum(payoutRunStates);
export type PayoutRunState = z.infer<typeof PayoutRunState>;

/** `held`: taken out of its run before it was approved · `returned`: the bank sent it back. */
export const payoutStates = ['open', 'held', 'dropped', 'paid', 'returned'] as const;
export const PayoutState = z.enum(payoutStates);
export type PayoutState = z.infer<typeof PayoutState>;

/** One payment of a run, as administrators look at it. Amounts are minor units. */
export const PayoutLine = z.object({
  id: Id,
  /** What the bank and the organizer call it: `PO-2026-12-000007`. */
  reference: z.string(),
  state: PayoutState,
  /** Why it was held, or what the bank said. */
  reason: z.string(),
  returnedAt: Instant.nullable(),
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }),
  payee: z.string(),
  /** The country and the end of the IBAN; '' when there is none. */
  iban: z.string(),
  fault: PayeeFault.nullable(),
  currency: Currency,
  amount: z.number().int(),
  /** How many sales and refunds it pays. */
  items: z.number().int(),
  can: z.object({ hold: z.boolean(), return: z.boolean(), confirm: z.boolean() }),
});
export type PayoutLine = z.infer<typeof PayoutLine>;

/** What a run pays in one currency, what the ledger has set aside or paid for it, and what came back. */
export const PayoutSum = z.object({
  currency: Currency,
  payouts: z.number().int(),
  amount: z.number().int(),
  booked: z.number().int(),
  back: z.object({ payouts: z.number().int(), amount: z.number().int() }),
});
export type PayoutSum = z.infer<typeof PayoutSum>;

/** A year of which the report of DAC7 can be asked for, and whether anything stands in it. */
export const Dac7Year = z.object({ year: z.number().int(), hasSales: z.boolean() });
export type Dac7Year = z.infer<typeof Dac7Year>;

export const PayoutRunBrief = z.object({
  id: Id,
  reference: z.string(),
  state: PayoutRunState,
  month: CalendarDay,
  collectedAt: Instant,
  approvedAt: Instant.nullable(),
  exportedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  sums: z.array(PayoutSum),
});
export type PayoutRunBrief = z.infer<typeof PayoutRunBrief>;

/** Somebody who is not paid in a run though something of theirs was due with it. */
export const LeftOut = z.object({
  channel: z.object({ id: Id, slug: z.string(), title: z.string() }),
  payee: z.string(),
  currency: Currency,
  /** Negative: what they owe. */
  amount: z.number().int(),
  why: z.enum(['debt', 'minimum', 'held']),
  /** The payment that was taken out; null where there never was one. */
  payout: z.object({ id: Id, reference: z.string() }).nullable(),
  /** What made sending impossible, where they were taken out. */
  fault: PayeeFault.nullable(),
  /** Why they were taken out. */
  reason: z.string(),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const PayoutRun = PayoutRunBrief.extend({
  lines: z.array(PayoutLine),
  leftOut: z.array(LeftOut),
  /** The currencies that have a file for the bank: EUR by SEPA, the others as a list. */
  files: z.array(z.object({ currency: Currency, kind: z.enum(['sepa', 'list']) })),
  /** The account that pays is not set, or is none: no file can be made for euro. */
  accountMissing: z.boolean(),
  can: z.object({
    approve: z.boolean(),
    drop: z.boolean(),
    export: z.boolean(),
    settle: z.boolean(),
  }),
});
export type PayoutRun = z.infer<typeof PayoutRun>;

/** A row of a statement: a sale, a donation, or a refund with its amounts negative. Minor units. */
export const PayoutItem = z.object({
  /** The posting, and that it is of a donation: names the row. */
  id: z.string(),
  orderId: Id,
  orderNumber: z.string(),
  /** What the organizer's own invoice of it is called; null when there is none. */
  invoice: z.string().nullable(),
  kind: z.enum(['sale', 'donation', 'refund']),
  title: z.string(),
  bookedAt: Instant,
  eventAt: Instant.nullable(),
  /** What the buyer paid or got back, and what of it is ours: the fee, less what we bore of a refund. */
  gross: z.number().int(),
  tax: z.number().int(),
  fee: z.number().int(),
  /** What it adds to the payment. */
  amount: z.number().int(),
});
export type PayoutItem = z.infer<typeof PayoutItem>;

/** One payment of a run, as administrators look into it. */
export const PayoutDetails = pageOf(PayoutItem).extend({
  payout: z.object({
    id: Id,
    reference: z.string(),
    runId: Id,
    state: PayoutState,
    reason: z.string(),
    returnedAt: Instant.nullable(),
    channel: z.object({ id: Id, slug: z.string(), title: z.string() }),
    payee: z.string(),
    iban: z.string(),
    currency: Currency,
    amount: z.number().int(),
    can: z.object({ statement: z.boolean() }),
  }),
});
export type PayoutDetails = z.infer<typeof PayoutDetails>;

const Reason = z.strictObject({ reason: Line(300).min(1) });
const lost = 'SERVER_ERROR_NOT_FOUND';

/** What administrators see of the runs, and do with them. */
export const payoutsContract = {
  listPayoutRuns: endpoint({
    method: 'GET',
    path: '/api/manage/payout-runs',
    who: 'admin',
    summary: 'The runs in which organizers are paid, newest first',
    query: PageQuery.omit({ q: true }),
    answer: pageOf(PayoutRunBrief).extend({
      dac7: z.array(Dac7Year),
      can: z.object({ collect: z.boolean() }),
    }),
  }),
  collectPayouts: endpoint({
    method: 'POST',
    path: '/api/manage/payout-runs',
    who: 'admin',
    summary: 'Collect what is due into a new run',
    answer: PayoutRun,
    status: 201,
    errors: ['PAYOUT_RUN_OPEN', 'PAYOUT_NOTHING_DUE'],
  }),
  getPayoutRun: endpoint({
    method: 'GET',
    path: '/api/manage/payout-runs/:id',
    who: 'admin',
    summary: 'One run with its lines, and its sums as the ledger has them',
    params: IdParams,
    answer: PayoutRun,
    errors: [lost],
  }),
  approvePayoutRun: endpoint({
    method: 'POST',
    path: '/api/manage/payout-runs/:id/approval',
    who: 'admin',
    summary: 'Approve a run whose lines can all be paid and have not changed since',
    params: IdParams,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_RUN_STATE', 'PAYOUT_RUN_STALE', 'PAYOUT_FAULTY'],
  }),
  dropPayoutRun: endpoint({
    method: 'DELETE',
    path: '/api/manage/payout-runs/:id',
    who: 'admin',
    summary: 'Drop a run that the bank does not have: what it held is owed again',
    params: IdParams,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_RUN_STATE'],
  }),
  holdPayout: endpoint({
    method: 'POST',
    path: '/api/manage/payouts/:id/hold',
    who: 'admin',
    summary: 'Take a payment out of a run that is not approved, saying why',
    params: IdParams,
    body: Reason,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_STATE'],
  }),
  exportPayoutRun: endpoint({
    method: 'POST',
    path: '/api/manage/payout-runs/:id/export',
    who: 'admin',
    summary: 'Make the files for the bank of an approved run',
    params: IdParams,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_RUN_STATE', 'PAYOUT_RUN_STALE', 'PAYOUT_ACCOUNT_MISSING'],
  }),
  getSepaFile: endpoint({
    method: 'GET',
    path: '/api/manage/payout-runs/:id/transfers.xml',
    who: 'admin',
    summary: 'The payments in euro as pain.001.001.09',
    params: IdParams,
    answer: z.unknown(),
    file: 'application/xml',
    errors: [lost],
  }),
  getTransferList: endpoint({
    method: 'GET',
    path: '/api/manage/payout-runs/:id/transfers',
    who: 'admin',
    summary: 'The payments in another currency as a list for the bank',
    params: IdParams,
    query: ExportChoice.extend({ currency: Currency }),
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost],
  }),
  settlePayoutRun: endpoint({
    method: 'POST',
    path: '/api/manage/payout-runs/:id/settlement',
    who: 'admin',
    summary: 'The bank has carried the run out: organizers are told',
    params: IdParams,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_RUN_STATE'],
  }),
  returnPayout: endpoint({
    method: 'POST',
    path: '/api/manage/payouts/:id/return',
    who: 'admin',
    summary: 'The bank has sent a payment back: it is owed again',
    params: IdParams,
    body: Reason,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_STATE'],
  }),
  confirmPayoutAccount: endpoint({
    method: 'POST',
    path: '/api/manage/payouts/:id/account-confirmation',
    who: 'admin',
    summary: 'The account is right though a payment came back from it: payouts go to it again',
    params: IdParams,
    answer: PayoutRun,
    errors: [lost, 'PAYOUT_STATE'],
  }),
  getPayout: endpoint({
    method: 'GET',
    path: '/api/manage/payouts/:id',
    who: 'admin',
    summary: 'One payment with what it pays, sale by sale',
    params: IdParams,
    query: PageQuery.omit({ q: true }),
    answer: PayoutDetails,
    errors: [lost],
  }),
  getPayoutStatement: endpoint({
    method: 'GET',
    path: '/api/manage/payouts/:id/statement.pdf',
    who: 'admin',
    summary: 'The statement of a payment that was made, as its organizer has it',
    params: IdParams,
    answer: z.unknown(),
    file: 'application/pdf',
    errors: [lost],
  }),
  exportPayoutStatement: endpoint({
    method: 'GET',
    path: '/api/manage/payouts/:id/statement',
    who: 'admin',
    summary: 'What a payment pays as a list, in whatever state it is',
    params: IdParams,
    query: ExportChoice,
    answer: z.unknown(),
    file: 'text/csv',
    errors: [lost, 'EXPORT_TOO_LONG', 'BUSY'],
  }),
  exportDac7: endpoint({
    method: 'GET',
    path: '/api/manage/exports/dac7',
    who: 'admin',
    summary: 'What each organizer earned in each quarter of a year, for the report of DAC7',
    query: ExportChoice.extend({ year: z.coerce.number().int().min(2020).max(2199) }),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
};
