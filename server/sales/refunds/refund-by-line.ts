import { splitByWeights } from '#contract/shared/money.ts';
import type { Bearer, RefundShare } from '#contract/shared/refunds.ts';
import { type RefundedBefore, refundShare } from '#server/payments/index.ts';

/** A line that is sold and taxed by itself, and what of it was given back or asked for so far. */
export type OwedLine = {
  id: string;
  /** Of a part of a bundle: the line of the bundle. */
  bundleLineId: string | null;
  total: number;
  tax: number;
  fee: number;
  before: RefundedBefore;
};

/** What a refund gives back of one line, and who bears it. */
export type RefundedLine = { lineId: string; amount: number; share: RefundShare };

export const leftOf = (lines: readonly OwedLine[]): number =>
  lines.reduce((sum, { total, before }) => sum + total - before.amount, 0);

/** The lines that are meant: all, or those named, a bundle by its parts; null when one is not there. */
export function meantLines<L extends Pick<OwedLine, 'id' | 'bundleLineId'>>(
  lines: readonly L[],
  named: readonly string[] | undefined,
): L[] | null {
  if (!named) return [...lines];
  const isMeant = ({ id, bundleLineId }: L) =>
    named.includes(id) || (bundleLineId !== null && named.includes(bundleLineId));
  const meant = lines.filter(isMeant);
  const found = new Set(meant.flatMap(({ id, bundleLineId }) => [id, bundleLineId]));
  return named.every((id) => found.has(id)) ? meant : null;
}

/** An amount that goes back, spread over lines in proportion to what is left of each. */
export function refundByLine(
  lines: readonly OwedLine[],
  { amount, bearer }: { amount: number; bearer: Bearer },
): RefundedLine[] {
  const amounts = splitByWeights(
    amount,
    lines.map((line) => leftOf([line])),
  );
  return lines.flatMap((line, index) => {
    const { before } = line;
    const part = amounts[index] ?? 0;
    if (part === 0) return [];
    const share = refundShare(line, { amount: part, before, bearer });
    return [{ lineId: line.id, amount: part, share }];
  });
}

/** Who bears what of all of it. */
export const wholeShare = (parts: readonly RefundedLine[]): RefundShare =>
  parts.reduce(
    (sum, { share }) => ({
      tax: sum.tax + share.tax,
      fee: sum.fee + share.fee,
      platform: sum.platform + share.platform,
      organizer: sum.organizer + share.organizer,
    }),
    { tax: 0, fee: 0, platform: 0, organizer: 0 },
  );
