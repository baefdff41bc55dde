import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Currency } from './shared/currencies.ts';
import { Id } from './shared/ids.ts';
import { PageQuery, pageOf } from './shared/page.ts';
import { Instant } from './shared/time.ts';

export const PaymentProvider = z.enum(['sandbox']);
export type PaymentProvider = z.infer<typeof PaymentProvider>;

/**
 * What the sandbox bank does with a card number: `approve` at once, `decline`, `confirm` asks the
 * buyer a question first (3-D Secure), `insufficient_funds`, `late` approves after about 10 s,
 * `lost` charges but its notice never comes (the reconciler finds the money within 2 minutes).
 */
export const sandboxOutcomes = [
  'approve',
  'decline',
  'confirm',
  'insufficient_funds',
  'late',
  'lost',
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
  lastFour: z.string(),
  failure: PaymentFailure.nullable(),
  createdAt: Instant,
});
export type PaymentAttempt = z.infer<typeof PaymentAttempt>;

/** How one can pay here. `sandbox` must be marked on every page that uses it. */
export const PaymentMethods = z.object({
  provider: PaymentProvider,
  sandbox: z.boolean(),
  cards: z.array(z.object({ number: z.string(), outcome: SandboxOutcome })),
});
export type PaymentMethods = z.infer<typeof PaymentMethods>;

export const InvoiceBrief = z.object({
  id: Id,
  /** As printed: `2026-000041`, or `R2026-000003` for one that rectifies another. */
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
  orderId: Id,
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

export const ProviderEventRow = z.object({
  provider: z.string(),
  eventId: z.string(),
  type: z.string(),
  orderId: Id.nullable(),
  outcome: z.string(),
  receivedAt: Instant,
});

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
  listProviderEvents: endpoint({
    method: 'GET',
    path: '/api/manage/payments/events',
    who: 'admin',
    summary: 'What the providers told us, newest first; `q` is an order id or event id',
    query: PageQuery,
    answer: pageOf(ProviderEventRow),
  }),
};
