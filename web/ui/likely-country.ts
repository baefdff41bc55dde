import { countryCodes } from '#contract/shared/countries.ts';

type Place = { zone: string; language: string };
/** The types of this target do not know it yet; where it is missing the language decides. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

const zonesOf = (code: string): string[] =>
  (new Intl.Locale('und', { region: code }) as WithZones).getTimeZones?.() ?? [];

/** The country in which a browser of this zone and language most likely is; empty when unknown. */
export function countryAt({ zone, language }: Place): string {
  // Some browsers name languages that `Intl.Locale` refuses, such as "en-US@posix".
  const region = /-([A-Z]{2})(?![A-Za-z\d])/.exec(language)?.[1] ?? '';
  const spoken = countryCodes.includes(region) ? region : '';
  // Most speak as where they are: then two hundred others need not be asked.
  const all = spoken ? [spoken, ...countryCodes] : countryCodes;
  return all.find((code) => zonesOf(code).includes(zone)) ?? spoken;
}

/** A first answer for whoever is asked for their country: a field that is right needs no hand. */
export const likelyCountry = (): string =>
  countryAt({
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
  });
