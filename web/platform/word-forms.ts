import { numbersIn, pluralsIn } from '#contract/shared/formatters.ts';

export type Catalogue = { [key: string]: string | Catalogue };
export type Values = Record<string, string | number>;
type Wanted = { key: string; values?: Values };

/** A key may be flat (`"a.b": …`) or nested, as i18next allows. */
function textAt(catalogue: Catalogue, key: string): string | undefined {
  const flat = catalogue[key];
  if (typeof flat === 'string') return flat;
  let place: string | Catalogue | undefined = catalogue;
  for (const step of key.split('.')) place = typeof place === 'object' ? place[step] : undefined;
  return typeof place === 'string' ? place : undefined;
}

/** The sentence for a key, in the plural that `values.count` asks for; the key itself if missing. */
export function wordIn(catalogue: Catalogue, language: string, { key, values }: Wanted): string {
  const text = pluralAt(catalogue, language, { key, values }) ?? textAt(catalogue, key) ?? key;
  if (!values) return text;
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (typeof value !== 'number') return value ?? whole;
    return numbersIn(language).format(value);
  });
}

function pluralAt(catalogue: Catalogue, language: string, { key, values }: Wanted) {
  if (typeof values?.count !== 'number') return undefined;
  // For Intl, Portuguese zero is one: “0 dia”. People in Brazil say “0 dias”.
  const form = values.count === 0 ? 'zero' : pluralsIn(language).select(values.count);
  return textAt(catalogue, `${key}_${form}`) ?? textAt(catalogue, `${key}_other`);
}
