import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { ExportChoice } from './shared/export.ts';
import { Id } from './shared/ids.ts';
import { Line } from './shared/text.ts';
import { CalendarDay, Instant } from './shared/time.ts';

/** `stripe` and `redsys` take the buyer to a page of theirs; `sandbox` is a bank inside the product. */
export const paymentProviders = ['sandbox', 'stripe', 'redsys'] as const;
export const PaymentProvider = z.enum(paymentProviders);
export type PaymentProvider = z.infer<typeof PaymentProvider>;
export const awayProviders = ['stripe', 'redsys'] as const;
export type AwayProvider = (typeof awayProviders)[number];

/** Where the buyer pays: an address to go to, or a form to be posted there. */
export const PaymentPlace = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()).nullable(),
});
export type PaymentPlace = z.infer<typeof PaymentPlace>;

/**
 * What the sandbox bank does with a card number: `approve` at once, `decline`, `confirm` asks the
 * buyer a question first (3-D Secure), `insufficient_funds`, `late` approves after about 10 s,
 * `lost` charges but its notice never comes (the reconciler finds the money within 2 minutes),
 * `once` approves its buyer, and is declined when it is charged later without them. Charged without
 * its buyer, a card that asks a question is declined too: nobody answers.
 */
export const sandboxOutcomes = [
  'approve',
  'decline',
  'confirm',
  'insufficient_funds',
  'late',
  'lost',
  'once',
] as const;
export const SandboxOutcome = z.enum(sandboxOutcomes);
export type SandboxOutcome = z.infer<typeof SandboxOutcome>;

/** The numbers that the sandbox knows; every other number is declined. */
export const sandboxCards: { number: string; outcome: SandboxOutcome }[] = [
  { number: '4242424242424242', outcome: 'approve' },
  { number: '4000000000000002', outcome: 'decline' },
  { number: '4000002500003155', outcome: 'confirm' },
  { number: '4000000000009995', outcome: 'insufficient_funds' },
  { number: '4000000000000259', outcome: 'late' },
  { number: '4000000000005126', outcome: 'lost' },
  { number: '4000000000000341', outcome: 'once' },
];

/** The check digit that every card number ends in. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** A card as typed. Nothing of it is kept but the last four digits. */
export const Card = z.strictObject({
  number: z
    .string()
    .min(1)
    .max(40)
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .refine((text) => /^\d{12,19}$/.test(text) && passesLuhn(text), 'invalid'),
  /** `MM/YY`. */
  expiry: z
    .string()
    .trim()
    .regex(/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/),
  cvc: z.string().regex(/^\d{3,4}$/),
});
export type Card = z.infer<typeof Card>;

/** How one pays: with a card in the sandbox, or at a provider's own page. */
export const PaymentMeans = z.union([
  z.strictObject({ card: Card }),
  z.strictObject({ provider: z.enum(awayProviders) }),
]);
export type PaymentMeans = z.infer<typeof PaymentMeans>;

/**
 * What the provider's page hands to the buyer's browser on the way back (Redsys). It is signed, and
 * counts as the provider's own notice that may have been lost.
 */
export const CarriedNotice = z.strictObject({
  Ds_SignatureVersion: z.string().max(40),
  Ds_MerchantParameters: z.string().max(8000),
  Ds_Signature: z.string().max(200),
});
export type CarriedNotice = z.infer<typeof CarriedNotice>;

export const paymentStates = [
  'open',
  'confirming',
  'paid',
  'declined',
  'cancelled',
  'refunded',
] as const;
export const PaymentState = z.enum(paymentStates);
export type PaymentState = z.infer<typeof PaymentState>;

export const paymentFailures = [
  'card_declined',
  'insufficient_funds',
  'not_confirmed',
  'never_arrived',
] as const;
export const PaymentFailure = z.enum(paymentFailures);
export type PaymentFailure = z.infer<typeof PaymentFailure>;

/** The newest attempt to pay an order. */
export const PaymentAttempt = z.object({
  id: Id,
  provider: PaymentProvider,
  state: PaymentState,
  /** Empty until the provider tells it, which some never do. */
  lastFour: z.string(),
  failure: PaymentFailure.nullable(),
  /** Where the buyer goes on paying; null when there is nowhere to go. */
  place: PaymentPlace.nullable(),
  createdAt: Instant,
});
export type PaymentAttempt = z.infer<typeof PaymentAttempt>;

/**
 * What the buyer's screen does next. `pay`: show the ways of paying · `leave`: go to the provider's
 * page (`payment.place`), or choose another way · `sandbox_confirm`: show the bank's question (POST
 * …/payment/confirm) · `wait`: ask again after so many milliseconds ·
 * `done`: paid · `over`: nothing more to do (expired, failed, cancelled, refunded).
 */
export const NextStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pay') }),
  z.object({ kind: z.literal('leave') }),
  z.object({ kind: z.literal('sandbox_confirm') }),
  z.object({ kind: z.literal('wait'), pollAfterMs: z.number().int() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('over') }),
]);
export type NextStep = z.infer<typeof NextStep>;

/**
 * How one can pay here, the first way first; none when nobody takes this currency, or the keys of who
 * took the payments are gone. `sandbox` must be marked on every page that uses it.
 */
export const PaymentMethods = z.object({
  providers: z.array(PaymentProvider),
  sandbox: z.boolean(),
  cards: z.array(z.object({ number: z.string(), outcome: SandboxOutcome })),
});
export type PaymentMethods = z.infer<typeof PaymentMethods>;

export const InvoiceBrief = z.object({
  id: Id,
  /** As printed: `2026-KTRM-000041`, or `R2026-KTRM-000003` for one that rectifies another. */
  number: z.string(),
  kind: z.enum(['sale', 'rectifying']),
  issuedAt: Instant,
  currency: Currency,
  total: z.number().int(),
});
export type InvoiceBrief = z.infer<typeof InvoiceBrief>;

/**
 * A fact of the books that does not add up; there should never be one. `charge_undecided`: after an
 * hour we still do not know what the provider did with it.
 */
export const LedgerDifference = z.object({
  /** What it is about: an order, or a payment to an organizer. */
  orderId: Id.nullable(),
  payoutId: Id.nullable(),
  currency: Currency,
  what: z.enum([
    'unbalanced',
    'paid_without_posting',
    'refund_without_posting',
    'charge_undecided',
  ]),
  amount: z.number().int(),
});
export type LedgerDifference = z.infer<typeof LedgerDifference>;

/**
 * A record of a Spanish invoice that does not follow. `hash`: it is not that of what the record says ·
 * `link`: it does not continue the record before it · `invoice`: it says something else than its
 * invoice · `end`: the chain went on, but its last records are gone · `duplicate`: its number is also that of
 * an earlier record of the issuer (possible only before numbers had marks).
 */
export const InvoiceRecordFault = z.object({
  taxId: z.string(),
  position: z.number().int(),
  number: z.string(),
  orderId: Id.nullable(),
  what: z.enum(['hash', 'link', 'invoice', 'end', 'duplicate']),
});
export type InvoiceRecordFault = z.infer<typeof InvoiceRecordFault>;

export const RecordCheck = z.object({
  checkedAt: Instant,
  /** How many records were looked at. */
  records: z.number().int(),
  faults: z.array(InvoiceRecordFault),
});
export type RecordCheck = z.infer<typeof RecordCheck>;

export const RecordsQuery = z.object({
  /** Of one issuer, as registers write it. */
  taxId: Line(40).optional(),
  /** Days of issue, in Europe/Madrid, both included. */
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
});
export type RecordsQuery = z.infer<typeof RecordsQuery>;

export const paymentsContract = {
  getPaymentMethods: endpoint({
    method: 'GET',
    path: '/api/config/payments',
    who: 'public',
    summary: 'How one can pay here, and the card numbers of the sandbox while it is on',
    answer: z.object({ payments: PaymentMethods }),
  }),
  checkLedger: endpoint({
    method: 'GET',
    path: '/api/manage/payments/ledger-check',
    who: 'admin',
    summary: 'Every posting that does not add up, every charge undecided; empty is good news',
    answer: z.object({ checkedAt: Instant, differences: z.array(LedgerDifference) }),
  }),
  checkInvoiceRecords: endpoint({
    method: 'GET',
    path: '/api/manage/payments/record-check',
    who: 'admin',
    summary:
      'Every record of a Spanish invoice that does not follow, or says a number again; empty is good news',
    answer: RecordCheck,
    perMinute: 6,
  }),
  exportInvoiceRecords: endpoint({
    method: 'GET',
    path: '/api/manage/exports/invoice-records',
    who: 'admin',
    summary:
      'The records of Spanish invoices, chain after chain, under the names of the tax agency',
    query: RecordsQuery.extend(ExportChoice.shape),
    answer: z.unknown(),
    file: 'text/csv',
    errors: ['EXPORT_TOO_LONG', 'BUSY'],
    perMinute: 30,
  }),
};
