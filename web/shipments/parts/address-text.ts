import type { PostalAddress } from '#contract/shipments.ts';
import { countryName } from '#web/ui/countries.ts';

/** An address line by line, as it is read and copied. */
export function addressLines(address: PostalAddress, language: string): string[] {
  const { name, street, second, city, postalCode, region, country, phone } = address;
  const town = [postalCode, city].filter(Boolean).join(' ');
  return [name, street, second, town, region, countryName(country, language), phone].filter(
    Boolean,
  );
}
