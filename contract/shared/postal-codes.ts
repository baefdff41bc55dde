/** How postal codes look where a simple rule says it, and how they are written there. */
const shapes: Record<string, RegExp> = {
  ES: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
  PT: /^[1-9]\d{3}-\d{3}$/,
  BR: /^\d{5}-\d{3}$/,
  FR: /^(?:0[1-9]|[1-8]\d|9[0-8])\d{3}$/,
  DE: /^(?:0[1-9]|[1-9]\d)\d{3}$/,
  IT: /^\d{5}$/,
  US: /^\d{5}(?:-\d{4})?$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/,
};

/** Where nobody sends anything without a postal code that can exist. */
export const countriesWithPostalCodes: readonly string[] = Object.keys(shapes);

const split = (code: string, at: number, mark: string): string =>
  `${code.slice(0, at)}${mark}${code.slice(at)}`;

/** A postal code as its country writes it: `1000205` of Portugal is `1000-205`. */
export function postalCodeAsWritten(country: string, typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[\s.-]+/g, '');
  if (country === 'PT' && code.length === 7) return split(code, 4, '-');
  if (country === 'BR' && code.length === 8) return split(code, 5, '-');
  if (country === 'US' && code.length === 9) return split(code, 5, '-');
  if (country === 'GB' && code.length > 4) return split(code, -3, ' ');
  return country in shapes ? code : typed;
}

/** Can this code exist there? Of countries without a simple rule everything is believed. */
export const postalCodeCanExist = (country: string, typed: string): boolean =>
  shapes[country]?.test(postalCodeAsWritten(country, typed)) ?? true;
