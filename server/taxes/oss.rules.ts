import type { TaxReason } from '#contract/shared/tax-places.ts';

/** A line that was sold, or given back: amounts above zero, in minor units. */
export type TaxedMove = {
  kind: 'sale' | 'refund';
  /** The day where the seller keeps the books. */
  day: string;
  country: string | null;
  taxRate: number;
  currency: string;
  net: number;
  tax: number;
  reason: TaxReason;
};

export type OssRow = {
  country: string;
  taxRate: number;
  currency: string;
  base: number;
  tax: number;
};

/** The first and last day of a quarter, 1 to 4. */
export function quarterDays({ year, quarter }: Quarter): { first: string; last: string } {
  const month = (number: number) => String(number).padStart(2, '0');
  const end = quarter * 3;
  return {
    first: `${year}-${month(end - 2)}-01`,
    last: `${year}-${month(end)}-${end === 3 || end === 12 ? 31 : 30}`,
  };
}
export type Quarter = { year: number; quarter: 1 | 2 | 3 | 4 };

/** What is declared in OSS: tax of the buyer's country that is not the seller's own. */
const isDeclared = ({ reason }: TaxedMove): boolean =>
  reason === 'buyer' || reason === 'unchecked_number';

/**
 * A quarter by country, rate and currency. What is given back counts in the quarter in which it is
 * given back, whenever it was sold, so a row can be below zero. What comes to nothing at all is left
 * out; other currencies than the euro are changed by whoever declares them.
 */
export function ossRows(moves: readonly TaxedMove[], wanted: Quarter & { home: string }): OssRow[] {
  const { first, last } = quarterDays(wanted);
  const rows = new Map<string, OssRow>();
  for (const move of moves) {
    const { country, taxRate, currency } = move;
    if (!isDeclared(move) || country === null || country === wanted.home) continue;
    if (move.day < first || move.day > last) continue;
    const name = `${country} ${String(taxRate).padStart(5, '0')} ${currency}`;
    const row = rows.get(name) ?? { country, taxRate, currency, base: 0, tax: 0 };
    const sign = move.kind === 'sale' ? 1 : -1;
    rows.set(name, { ...row, base: row.base + sign * move.net, tax: row.tax + sign * move.tax });
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
    .filter(({ base, tax }) => base !== 0 || tax !== 0);
}
