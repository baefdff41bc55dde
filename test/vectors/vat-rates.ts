import vectors from '#test/vectors/eu-vat-rates.json' with { type: 'json' };

type Exception = { name: string; postcode: string; standard: number };
type Country = { from: string; exceptions?: Exception[] } & Record<string, unknown>;

/** A rate of the vector; `percent` as it is written there, `from` as databases know days. */
export type VectorRate = {
  country: string;
  kind: string;
  region: string;
  postcodes: string | null;
  from: string;
  percent: number;
};

/** The vector `eu-vat-rates` as rows: each kind of each country, and what holds in its regions. */
export const vatRateVectors: VectorRate[] = Object.entries(
  vectors.rates as unknown as Record<string, Country>,
).flatMap(([country, { from: start, exceptions = [], ...kinds }]) => {
  const from = start === '0000-01-01' ? '1900-01-01' : start;
  const common = { country, from };
  return [
    ...Object.entries(kinds).map(([kind, percent]) => ({
      ...common,
      kind,
      region: '',
      postcodes: null,
      percent: percent as number,
    })),
    ...exceptions.map(({ name, postcode, standard }) => ({
      ...common,
      kind: 'standard',
      region: name,
      postcodes: postcode,
      percent: standard,
    })),
  ];
});
