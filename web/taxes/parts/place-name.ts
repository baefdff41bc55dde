import { useTranslation } from '#web/platform/words.ts';
import { countryName } from '#web/ui/countries.ts';

type Place = { country: string; region: string };

/** A country, or a part of it with rates of its own: Portugal, Portugal · Madeira. */
export function usePlaceName(): (place: Place) => string {
  const { language } = useTranslation('taxes');
  return ({ country, region }) => {
    const name = countryName(country, language);
    return region ? `${name} · ${region}` : name;
  };
}
