import { divideHalfUp } from '#contract/shared/money.ts';

export type LedgerAccount =
  | 'buyer'
  | 'organizer'
  | 'platform_fee'
  | 'tax'
  | 'provider'
  | 'refunds'
  | 'payout';
/**
 * One side of a posting. What comes to an account is positive, what it owes or earned negative. `part`
 * says of which of the things bought it is, where that is known.
 */
export type LedgerEntry = { account: LedgerAccount; amount: number; part?: string };

export type SaleAmounts = { total: number; tax: number; fee: number };

const nonZero = (entries: LedgerEntry[]): LedgerEntry[] =>
  entries.filter(({ amount }) => amount !== 0);

/** The same entries, said to be of one of the things bought. */
export const ofPart = (part: string, entries: LedgerEntry[]): LedgerEntry[] =>
  entries.map((entry) => ({ ...entry, part }));

/**
 * A sale: the provider holds the whole; the tax, the platform's fee and the organizer's rest stand
 * against it. The organizer gets rest and tax (and owes the tax to the state).
 */
export const saleEntries = ({ total, tax, fee }: SaleAmounts): LedgerEntry[] =>
  nonZero([
    { account: 'provider', amount: total },
    { account: 'tax', amount: -tax },
    { account: 'platform_fee', amount: -fee },
    { account: 'organizer', amount: -(total - tax - fee) },
  ]);

/** What a refund takes from whom; the three are zero or more and add up to the amount. */
export type RefundShare = { tax: number; fee: number; organizer: number };

/**
 * How `amount` is shared after `before` was given back: by cumulated shares, so that many small
 * refunds take as much as one whole. The fee is given back only when `returnFee`.
 */
export function refundShare(
  sale: SaleAmounts,
  refund: { amount: number; before: number; returnFee: boolean; feeReturned: number },
): RefundShare {
  const upTo = (part: number, refunded: number) =>
    sale.total === 0 ? 0 : divideHalfUp(BigInt(part) * BigInt(refunded), BigInt(sale.total));
  const after = refund.before + refund.amount;
  const tax = upTo(sale.tax, after) - upTo(sale.tax, refund.before);
  const owed = upTo(sale.fee, after) - refund.feeReturned;
  const fee = refund.returnFee ? Math.max(0, Math.min(owed, refund.amount - tax)) : 0;
  return { tax, fee, organizer: refund.amount - tax - fee };
}

/** A refund: the provider pays, and each gives back its share. */
export const refundEntries = ({ tax, fee, organizer }: RefundShare): LedgerEntry[] =>
  nonZero([
    { account: 'provider', amount: -(tax + fee + organizer) },
    { account: 'tax', amount: tax },
    { account: 'platform_fee', amount: fee },
    { account: 'organizer', amount: organizer },
  ]);

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
