/**
 * Making a formatter costs more than a hundred uses of it, so that each is made once. There are only
 * so many: our languages by the few forms in which we write things, and by the zones of those who read.
 */
function madeOnce<Options, Formatter>(make: (locale: string, options?: Options) => Formatter) {
  const known = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = options ? locale + JSON.stringify(options) : locale;
    let formatter = known.get(key);
    if (!formatter) {
      formatter = make(locale, options);
      known.set(key, formatter);
    }
    return formatter;
  };
}

export const numbersIn = madeOnce(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const datesIn = madeOnce(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const listsIn = madeOnce(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
export const pluralsIn = madeOnce((locale) => new Intl.PluralRules(locale));
/** What languages and countries are called. */
export const namesIn = madeOnce(
  (locale, options: Intl.DisplayNamesOptions = { type: 'language' }) =>
    new Intl.DisplayNames(locale, options),
);
