import type { InvoiceForm } from './paper/paper.ts';

/** Spain wants simplified papers numbered apart from full ones, and corrections apart from both. */
export type InvoiceSeries = 'full' | 'simplified' | 'rectifying';

export const seriesOf = (invoice: {
  kind: 'sale' | 'rectifying';
  form: InvoiceForm;
}): InvoiceSeries => (invoice.kind === 'rectifying' ? 'rectifying' : invoice.form);

export type InvoiceNumber = {
  kind: 'sale' | 'rectifying';
  year: number;
  number: number;
  /** Whose it is, and of which series; null on those issued before there were marks. */
  mark: string | null;
  series: InvoiceSeries | null;
};

const letters = { full: '', simplified: 'S', rectifying: 'R' } as const;

/**
 * As printed: `2026-KTRM-000041`, simplified `S2026-KTRM-000007`, corrections `R2026-KTRM-000003`. Without
 * a mark as it was always printed: `2026-000041`, `R2026-000003`. Agencies take 60 signs of ASCII at most.
 */
export function printedNumber({ kind, year, number, mark, series }: InvoiceNumber): string {
  const letter = letters[series ?? seriesOf({ kind, form: 'full' })];
  return [`${letter}${year}`, mark, String(number).padStart(6, '0')].filter(Boolean).join('-');
}

/** Up to this total (EUR cents, tax inside) the short form may leave out the buyer. */
const simplifiedLimit = 40_000;

/**
 * The short form, unless the amount or the buyer's wish to deduct the tax demands the full one; also where
 * nobody knows what the amount is in euro (null).
 */
export const formOf = (sale: { euros: number | null; buyerTaxId: string }): InvoiceForm =>
  sale.buyerTaxId === '' && sale.euros !== null && Math.abs(sale.euros) <= simplifiedLimit
    ? 'simplified'
    : 'full';

export type TaxLine = { rate: number; net: number; tax: number; total: number };

/** Lines summed by rate, the highest rate first. Tax was computed per line and is only added here. */
export function taxesByRate(
  lines: readonly { taxRate: number; net: number; tax: number; total: number }[],
): TaxLine[] {
  const byRate = new Map<number, TaxLine>();
  for (const { taxRate: rate, net, tax, total } of lines) {
    const sum = byRate.get(rate) ?? { rate, net: 0, tax: 0, total: 0 };
    byRate.set(rate, {
      rate,
      net: sum.net + net,
      tax: sum.tax + tax,
      total: sum.total + total,
    });
  }
  return [...byRate.values()].sort((a, b) => b.rate - a.rate);
}
