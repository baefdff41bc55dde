import { divideHalfUp } from '#contract/shared/money.ts';
import type { Bearer, RefundShare } from '#contract/shared/refunds.ts';

export type LedgerAccount =
  | 'buyer'
  | 'organizer'
  | 'platform_fee'
  | 'platform_cost'
  | 'tax'
  | 'provider'
  | 'refunds'
  | 'disputes'
  | 'payout'
  | 'donation'
  | 'support'
  | 'platform';

/**
 * Where what is left of a line stands: sold, given to the organizer, given to the platform, sold by the
 * platform itself.
 */
export type Earner = Extract<LedgerAccount, 'organizer' | 'donation' | 'support' | 'platform'>;
/**
 * One side of a posting. What comes to an account is positive, what it owes or earned negative. `part`
 * says of which of the things bought it is, where that is known.
 */
export type LedgerEntry = { account: LedgerAccount; amount: number; part?: string };

export type SaleAmounts = { total: number; tax: number; fee: number };
type Earned = { to?: Earner };

const nonZero = (entries: LedgerEntry[]): LedgerEntry[] =>
  entries.filter(({ amount }) => amount !== 0);

/** The same entries, said to be of one of the things bought. */
export const ofPart = (part: string, entries: LedgerEntry[]): LedgerEntry[] =>
  entries.map((entry) => ({ ...entry, part }));

/**
 * A sale: the provider holds the whole; the tax, the platform's fee and the organizer's rest stand
 * against it. The organizer gets rest and tax (and owes the tax to the state).
 */
export const saleEntries = (
  { total, tax, fee }: SaleAmounts,
  { to = 'organizer' }: Earned = {},
): LedgerEntry[] =>
  nonZero([
    { account: 'provider', amount: total },
    { account: 'tax', amount: -tax },
    { account: 'platform_fee', amount: -fee },
    { account: to, amount: -(total - tax - fee) },
  ]);

/** What refunds of a sale have taken so far. */
export type RefundedBefore = { amount: number; tax: number; fee: number };

/** An odd sum is halved so that the larger part falls to the platform. */
export const largerHalfToPlatform = (amount: number): number => amount - Math.floor(amount / 2);

const borneByPlatform: Record<Bearer, (amount: number) => number> = {
  organizer: () => 0,
  platform: (amount) => amount,
  half: largerHalfToPlatform,
};

/**
 * How `amount` is taken after others were: the tax by cumulated shares, so that many small refunds
 * take as much as one whole, and the rest from whoever bears it. What the platform bears comes out of
 * its fee for this much of the sale first, by the same part; beyond that it is a cost. So the fee is
 * kept when the organizer bears the refund, and goes back when the platform does.
 */
export function refundShare(
  sale: SaleAmounts,
  refund: { amount: number; before: RefundedBefore; bearer: Bearer },
): RefundShare {
  const { amount, before, bearer } = refund;
  const upTo = (part: number, refunded: number) =>
    sale.total === 0 ? 0 : divideHalfUp(BigInt(part) * BigInt(refunded), BigInt(sale.total));
  const after = before.amount + amount;
  const tax = within(upTo(sale.tax, after) - before.tax, amount);
  const feeOfThis = upTo(sale.fee, after) - upTo(sale.fee, before.amount);
  const borne = borneByPlatform[bearer](amount - tax);
  const returned = Math.min(borneByPlatform[bearer](feeOfThis), sale.fee - before.fee);
  const fee = within(returned, borne);
  return { tax, fee, platform: borne - fee, organizer: amount - tax - borne };
}

const within = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** A refund: `from` pays, and each gives back their share. */
export const refundEntries = (
  { tax, fee, platform, organizer }: RefundShare,
  { from = 'provider', to = 'organizer' }: Earned & { from?: 'provider' | 'disputes' } = {},
): LedgerEntry[] =>
  nonZero([
    { account: from, amount: -(tax + fee + platform + organizer) },
    { account: 'tax', amount: tax },
    { account: 'platform_fee', amount: fee },
    { account: 'platform_cost', amount: platform },
    { account: to, amount: organizer },
  ]);

/** A refund came back from the buyer's bank: the provider holds it, and it is still the buyer's. */
export const bouncedEntries = (amount: number): LedgerEntry[] => strayEntries(amount);

/** A dispute: the provider has taken the money away, or given it back (below zero). */
export const disputedEntries = (amount: number): LedgerEntry[] =>
  nonZero([
    { account: 'provider', amount: -amount },
    { account: 'disputes', amount },
  ]);

/** What the provider takes for its trouble with a dispute: the platform's cost, whoever is right. */
export const disputeFeeEntries = (amount: number): LedgerEntry[] =>
  nonZero([
    { account: 'provider', amount: -amount },
    { account: 'platform_cost', amount },
  ]);

/** What a lost dispute takes beyond what was left of the sale. */
export const disputeExcessEntries = (amount: number): LedgerEntry[] =>
  nonZero([
    { account: 'disputes', amount: -amount },
    { account: 'platform_cost', amount },
  ]);

/** A dispute about money that never bought anything is lost: it was the buyer's anyhow. */
export const disputeStrayEntries = (amount: number): LedgerEntry[] => [
  { account: 'disputes', amount: -amount },
  { account: 'refunds', amount },
];

/** Money that buys nothing and goes back: it belongs to nobody but its buyer meanwhile. */
export const strayEntries = (amount: number): LedgerEntry[] => [
  { account: 'provider', amount },
  { account: 'refunds', amount: -amount },
];

/** The way back of stray money. */
export const strayReturnEntries = (amount: number): LedgerEntry[] => [
  { account: 'provider', amount: -amount },
  { account: 'refunds', amount },
];

/** What an organizer is paid: their own part, and the tax that they owe to the state. */
export type PayoutAmounts = { organizer: number; tax: number };

/** Money is set aside to be paid: it is owed no longer, and has not left yet. */
export const payoutEntries = ({ organizer, tax }: PayoutAmounts): LedgerEntry[] =>
  nonZero([
    { account: 'organizer', amount: organizer },
    { account: 'tax', amount: tax },
    { account: 'payout', amount: -(organizer + tax) },
  ]);

/** What was set aside is owed again. */
export const payoutReleaseEntries = ({ organizer, tax }: PayoutAmounts): LedgerEntry[] =>
  nonZero([
    { account: 'payout', amount: organizer + tax },
    { account: 'organizer', amount: -organizer },
    { account: 'tax', amount: -tax },
  ]);

/** What was set aside has left the house. */
export const payoutPaidEntries = (amount: number): LedgerEntry[] => [
  { account: 'payout', amount },
  { account: 'provider', amount: -amount },
];

/** The bank has sent it back: it is here, and owed again. */
export const payoutReturnedEntries = ({ organizer, tax }: PayoutAmounts): LedgerEntry[] =>
  nonZero([
    { account: 'provider', amount: organizer + tax },
    { account: 'organizer', amount: -organizer },
    { account: 'tax', amount: -tax },
  ]);
