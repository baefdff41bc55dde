import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { exponentOf } from '#contract/shared/currency-table.ts';
import { millionth } from '#contract/shared/exchange.ts';
import { divideHalfUp } from '#contract/shared/money.ts';
import type { TaxLine } from './invoices.rules.ts';

/** What one euro is, in millionths, and the day of which that is. */
export type EuroRate = { millionths: number; day: string };

/** An invoice of another currency in euro, by the rate that is kept with it. */
export type InEuro = EuroRate & { net: number; tax: number; total: number; taxes: TaxLine[] };

/** A paper of before, with what it said in euro. */
type Said = { taxes: readonly TaxLine[]; euro: Pick<InEuro, 'taxes'> };

/**
 * An amount in euro cents, rounded once, half away from zero: what is taken back is what was given, with
 * the other sign. Less than half a cent is nothing.
 */
export function toEuro(amount: number, currency: CurrencyCode, { millionths }: EuroRate): number {
  const euros = BigInt(amount) * BigInt(millionth) * 100n;
  const converted = divideHalfUp(euros, BigInt(millionths) * 10n ** BigInt(exponentOf(currency)));
  return converted === 0 ? 0 : converted;
}

const sumAt = (papers: readonly (readonly TaxLine[])[], rate: number, of: 'tax' | 'total') =>
  papers
    .flat()
    .filter((line) => line.rate === rate)
    .reduce((sum, line) => sum + line[of], 0);

/**
 * The taxes of a paper in euro, by rate: tax and total are converted, the base is what lies between. `before`:
 * earlier corrections of the same invoice. All of them together are converted and theirs taken off, so that parts
 * given back one by one come to what the whole was, to the cent.
 */
export function inEuro(
  taxes: readonly TaxLine[],
  {
    currency,
    rate,
    before = [],
  }: { currency: CurrencyCode; rate: EuroRate; before?: readonly Said[] },
): InEuro {
  const [foreign, euros] = [before.map((one) => one.taxes), before.map((one) => one.euro.taxes)];
  const lines = taxes.map((line): TaxLine => {
    const [tax = 0, total = 0] = (['tax', 'total'] as const).map(
      (of) =>
        toEuro(line[of] + sumAt(foreign, line.rate, of), currency, rate) -
        sumAt(euros, line.rate, of),
    );
    return { rate: line.rate, net: total - tax, tax, total };
  });
  const sum = (of: 'net' | 'tax' | 'total') => lines.reduce((all, line) => all + line[of], 0);
  const { millionths, day } = rate;
  return { millionths, day, net: sum('net'), tax: sum('tax'), total: sum('total'), taxes: lines };
}
