import { type RateKind, rateKinds } from '#contract/shared/tax-places.ts';
import type { RateState, UsualTaxRate } from '#contract/taxes.ts';

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

/**
 * Every rate of a place on a day, each height once, the highest first. Not 0: a place outside the VAT
 * area has that, and taxes of its own.
 */
export function usualRates(
  rates: readonly DatedRate[],
  place: Omit<Wanted, 'kind'>,
): UsualTaxRate[] {
  const byHeight = new Map<number, RateKind[]>();
  for (const kind of rateKinds) {
    const rate = rateOn(rates, { ...place, kind });
    if (rate) byHeight.set(rate, [...(byHeight.get(rate) ?? []), kind]);
  }
  return [...byHeight].map(([rate, kinds]) => ({ rate, kinds })).sort((a, b) => b.rate - a.rate);
}

type Place = Pick<DatedRate, 'country' | 'region'>;

/** The field of a rate to be added that cannot be, if any: its country or region is none of ours. */
export function faultOfRate(known: readonly Place[], rate: Place): 'country' | 'region' | null {
  const ofCountry = known.filter(({ country }) => country === rate.country);
  if (ofCountry.length === 0) return 'country';
  return ofCountry.some(({ region }) => region === rate.region) ? null : 'region';
}

const nameOf = ({ country, kind, region }: DatedRate): string => `${country} ${region} ${kind}`;

/** How each rate stands on a day, by country, region and kind, the one that begins last first. */
export function standing<Rate extends DatedRate>(
  rates: readonly Rate[],
  day: string,
): (Rate & { state: RateState })[] {
  const holding = new Map<string, Rate>();
  for (const rate of rates) {
    const before = holding.get(nameOf(rate));
    if (rate.from <= day && (!before || rate.from >= before.from)) holding.set(nameOf(rate), rate);
  }
  const stateOf = (rate: Rate): RateState => {
    if (rate.from > day) return 'coming';
    return holding.get(nameOf(rate)) === rate ? 'now' : 'past';
  };
  return rates
    .map((rate) => ({ ...rate, state: stateOf(rate) }))
    .reverse()
    .sort(
      (a, b) => byText(placeOf(a), placeOf(b)) || orderOf(a) - orderOf(b) || byText(b.from, a.from),
    );
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const placeOf = ({ country, region }: DatedRate): string => `${country} ${region}`;
const orderOf = ({ kind }: DatedRate): number => rateKinds.indexOf(kind);
