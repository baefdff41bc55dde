import { z } from 'zod';
import { Currency } from './currencies.ts';
import { Id } from './ids.ts';
import { Instant } from './time.ts';

/** Why money goes back; by it a rule says who bears it. */
export const refundReasons = [
  'show_cancelled',
  'broadcast_error',
  'complaint',
  'platform_fault',
  'viewer_connection',
  'goodwill',
  'duplicate',
  'fraud',
] as const;
export const RefundReason = z.enum(refundReasons);
export type RefundReason = z.infer<typeof RefundReason>;

/** Who bears a refund: whoever sold, the platform with its fee, or each the half. */
export const bearers = ['organizer', 'platform', 'half'] as const;
export const Bearer = z.enum(bearers);
export type Bearer = z.infer<typeof Bearer>;

/** What a refund takes from whom, in minor units; the four add up to it. */
export const RefundShare = z.object({
  /** The organizer owes it to the state no longer. */
  tax: z.number().int(),
  /** Of the platform's fee. */
  fee: z.number().int(),
  /** What the platform adds beyond its fee. */
  platform: z.number().int(),
  organizer: z.number().int(),
});
export type RefundShare = z.infer<typeof RefundShare>;

/**
 * `failed`: the provider did not do it within three days; what is left can be asked for anew.
 * `bounced`: it was done, and the buyer's bank has sent it back.
 */
export const Refund = z.object({
  id: Id,
  amount: z.number().int(),
  state: z.enum(['requested', 'done', 'failed', 'bounced']),
  /** Who began it: a person here, a rule, somebody at the provider's desk, a lost dispute. */
  origin: z.enum(['person', 'rule', 'provider', 'dispute']),
  reason: z.string(),
  /** The seller's business alone; null for money that never bought anything. */
  reasonCode: RefundReason.nullable(),
  bearer: Bearer.nullable(),
  requestedAt: Instant,
  doneAt: Instant.nullable(),
  /** When an administrator said that the money was returned in another way; null: they never did. */
  returnedAt: Instant.nullable(),
  can: z.object({
    /** May have the provider asked for it anew. */
    askAgain: z.boolean(),
    /** May say that its money was returned in another way. */
    returnOtherwise: z.boolean(),
  }),
});
export type Refund = z.infer<typeof Refund>;

export const disputeStates = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const;
export const DisputeState = z.enum(disputeStates);
export type DisputeState = z.infer<typeof DisputeState>;

/** The buyer's bank takes a payment back, or asks whether it should (`warning_…`). */
export const Dispute = z.object({
  id: Id,
  state: DisputeState,
  amount: z.number().int(),
  currency: Currency,
  /** In the provider's words, such as `product_not_received`. */
  reason: z.string(),
  /** Until then the platform can answer the bank. */
  respondBy: Instant.nullable(),
  openedAt: Instant,
});
export type Dispute = z.infer<typeof Dispute>;

/** A buyer asks for their money back. */
export const RefundRequest = z.object({
  id: Id,
  state: z.enum(['asked', 'granted', 'refused']),
  reason: z.string(),
  askedAt: Instant,
  /** The organizer wants administrators to grant it. */
  recommended: z.boolean(),
  decidedAt: Instant.nullable(),
  /** What was said when it was refused. */
  answer: z.string(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;
