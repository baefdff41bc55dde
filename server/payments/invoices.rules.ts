import type { InvoiceForm } from './paper/paper.ts';

export type InvoiceNumber = { kind: 'sale' | 'rectifying'; year: number; number: number };

/** As printed: `2026-000041`; corrections have a series of their own, `R2026-000003`. */
export const printedNumber = ({ kind, year, number }: InvoiceNumber): string =>
  `${kind === 'rectifying' ? 'R' : ''}${year}-${String(number).padStart(6, '0')}`;

/** Up to this total (EUR cents, tax inside) the short form may leave out the buyer. */
const simplifiedLimit = 40_000;

/** The short form, unless the amount or the buyer's wish to deduct the tax demands the full one. */
export const formOf = (sale: {
  total: number;
  currency: string;
  buyerTaxId: string;
}): InvoiceForm =>
  sale.buyerTaxId === '' && sale.currency === 'EUR' && Math.abs(sale.total) <= simplifiedLimit
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
