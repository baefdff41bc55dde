import { countryCodes } from '#contract/shared/countries.ts';
import type { CurrencyCode } from '#contract/shared/currencies.ts';
import type { FieldFault } from '#contract/shared/errors.ts';
import { type Price, priceFromTotal } from '#contract/shared/money.ts';
import type { ShippingFault, ShippingForm, ShippingZone, ZoneKind } from '#contract/shipping.ts';

/** The members of the European Union, by ISO 3166 alpha-2. */
const union =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** What is looked at first: the narrower before the wider. */
const order: readonly ZoneKind[] = ['list', 'home', 'eu', 'world'];

/** The zones as they are looked through. */
export const inOrder = (zones: readonly ShippingZone[]): ShippingZone[] =>
  zones.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));

const isIn: Record<
  ZoneKind,
  (zone: ShippingZone, at: { country: string; home: string }) => boolean
> = {
  list: ({ countries }, { country }) => countries.includes(country),
  home: (_, { country, home }) => country === home,
  eu: (_, { country }) => union.includes(country),
  world: () => true,
};

type Table = Pick<ShippingForm, 'zones' | 'home'>;

/** The zone that decides for a country: the narrowest that has it; null when none has. */
export function zoneFor({ zones, home }: Table, country: string): ShippingZone | null {
  const at = { country, home };
  return inOrder(zones).find((zone) => isIn[zone.kind](zone, at)) ?? null;
}

/** The countries that something is sent to. */
export const countriesOf = (table: Table): string[] =>
  countryCodes.filter((country) => zoneFor(table, country)?.sends);

/** Things to be sent: how many, and what they cost together, in minor units. */
export type Parcel = { items: number; total: number; currency: CurrencyCode };

export type Quote = Price & { taxRate: number; fault: ShippingFault | null };

const nothing = { net: 0, tax: 0, total: 0, taxRate: 0 };
const refused = (fault: ShippingFault): Quote => ({ ...nothing, fault });

/** What a zone takes for so many things. */
export const zonePrice = (
  { perOrder, perItem, freeFrom }: Pick<ShippingZone, 'perOrder' | 'perItem' | 'freeFrom'>,
  { items, total }: Pick<Parcel, 'items' | 'total'>,
): number =>
  freeFrom !== null && total >= freeFrom ? 0 : perOrder + perItem * Math.max(0, items - 1);

/** What sending costs, tax inside, or why it is not done. `country` null: it is picked up for nothing. */
export function quoteFor(
  table: ShippingForm | null,
  parcel: Parcel,
  country: string | null,
): Quote {
  if (!table) return refused('not_said');
  if (country === null) {
    return table.pickup === '' ? refused('not_there') : { ...nothing, fault: null };
  }
  if (table.currency !== parcel.currency) return refused('other_currency');
  const zone = zoneFor(table, country);
  if (!zone?.sends) return refused('not_there');
  const { taxRate } = table;
  return { ...priceFromTotal(zonePrice(zone, parcel), taxRate), taxRate, fault: null };
}

/** What is wrong with a table that somebody wants to keep, by field. */
export function faultsOf({ zones }: ShippingForm): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {};
  const seen = new Set<string>();
  for (const [at, { kind, name, countries }] of zones.entries()) {
    if (kind !== 'list') {
      if (seen.has(kind)) faults[`zones.${at}.kind`] = 'invalid';
      seen.add(kind);
      continue;
    }
    if (name === '') faults[`zones.${at}.name`] = 'required';
    if (countries.length === 0) faults[`zones.${at}.countries`] = 'required';
    if (countries.some((country) => seen.has(country))) faults[`zones.${at}.countries`] = 'invalid';
    for (const country of countries) seen.add(country);
  }
  return faults;
}

/** What the form of a channel begins with that has not said anything yet: it sends nowhere. */
export const blankShipping = (home: string): ShippingForm => ({
  currency: 'EUR',
  home: countryCodes.includes(home) ? home : 'ES',
  taxRate: 2100,
  zones: [],
  pickup: '',
});
