export type Catalogue = { [key: string]: string | Catalogue };
export type Values = Record<string, string | number>;
type Wanted = { key: string; values?: Values };

const pluralRules = new Map<string, Intl.PluralRules>();

function pluralOf(language: string, count: number): string {
  let rules = pluralRules.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    pluralRules.set(language, rules);
  }
  return rules.select(count);
}

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
    return new Intl.NumberFormat(language).format(value);
  });
}

function pluralAt(catalogue: Catalogue, language: string, { key, values }: Wanted) {
  if (typeof values?.count !== 'number') return undefined;
  const form = pluralOf(language, values.count);
  return textAt(catalogue, `${key}_${form}`) ?? textAt(catalogue, `${key}_other`);
}
