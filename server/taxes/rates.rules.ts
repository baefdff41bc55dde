import type { RateKind } from '#contract/shared/tax-places.ts';

/** A rate of a country, or of a region of it, from a day on; `rate` in hundredths of a percent. */
export type DatedRate = {
  country: string;
  kind: RateKind;
  /** '' is the country. */
  region: string;
  /** Of a region: the postcodes that lie in it, as a regular expression of the whole. */
  postcodes: string | null;
  from: string;
  rate: number;
};

/** A postcode as it is compared: capitals and digits alone. */
export const plainPostcode = (postcode: string): string =>
  postcode.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const isIn = (postcodes: string | null, postcode: string): boolean =>
  postcodes !== null && new RegExp(`^(?:${postcodes})$`).test(postcode);

/** The region that a postcode lies in, '' when it is none that has rates of its own. */
export function regionOf(
  rates: readonly DatedRate[],
  { country, postcode }: { country: string; postcode: string },
): string {
  const plain = plainPostcode(postcode);
  const found = rates.find((row) => row.country === country && isIn(row.postcodes, plain));
  return found?.region ?? '';
}

type Wanted = { country: string; postcode: string; kind: RateKind; day: string };

/**
 * The rate that holds on a day: of those that have begun the one that began last, and of two that
 * begin on the same day the one entered later (rows come in the order in which they were entered).
 * A region has the rates that are its own and no other; null where there is none.
 */
export function rateOn(rates: readonly DatedRate[], wanted: Wanted): number | null {
  const region = regionOf(rates, wanted);
  let best: DatedRate | null = null;
  for (const row of rates) {
    const fits =
      row.country === wanted.country &&
      row.kind === wanted.kind &&
      row.region === region &&
      row.from <= wanted.day;
    if (fits && (best === null || row.from >= best.from)) best = row;
  }
  return best?.rate ?? null;
}
