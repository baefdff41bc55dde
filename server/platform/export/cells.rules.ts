import { Temporal } from 'temporal-polyfill';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import { writeAmount } from '#contract/shared/money.ts';

/** A cell as every kind of file can write it; null is an empty one. */
export type ExportCell =
  | { kind: 'text'; text: string }
  /** Exact, as decimal text: "1210.50". */
  | { kind: 'number'; text: string }
  /** The clock on the wall of some zone: "2026-11-28T20:30". */
  | { kind: 'moment'; local: string }
  | null;

export const textCell = (text: string | null): ExportCell =>
  text === null || text === '' ? null : { kind: 'text', text };

export const countCell = (count: number): ExportCell => ({ kind: 'number', text: String(count) });

/** An amount in minor units as a decimal number; its currency stands in a column of its own. */
export const amountCell = (amount: number, currency: CurrencyCode): ExportCell => ({
  kind: 'number',
  text: writeAmount(amount, currency),
});

/** How many digits stand behind the point of this number. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

const quarter = 15 * 60_000;

/**
 * Writes instants as the clock of a zone shows them. Clocks are only ever turned at a quarter of an
 * hour, so each quarter is asked for once: Temporal takes too long for every cell of a long list.
 */
export function clockOf(zone: string): (instant: string | null) => ExportCell {
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const begun = Math.floor(at / quarter) * quarter;
    let offset = offsets.get(begun);
    if (offset === undefined) {
      const there = Temporal.Instant.fromEpochMilliseconds(begun).toZonedDateTimeISO(zone);
      offset = there.offsetNanoseconds / 1e6;
      offsets.set(begun, offset);
    }
    return offset;
  };
  return (instant) => {
    if (instant === null) return null;
    const at = Date.parse(instant);
    const local = new Date(at + offsetAt(at)).toISOString().slice(0, 16);
    return { kind: 'moment', local };
  };
}
