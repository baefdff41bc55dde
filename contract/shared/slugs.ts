/** The longest that a name made from a title may be; leaves room for `-2`, `-3` … in an address. */
const longest = 100;

/**
 * The name that a title gets in an address: lower-case ASCII words joined by hyphens.
 * Accents go, `&` and the rest become hyphens; `fallback` when no letter or digit is left.
 */
export function slugFrom(title: string, fallback: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const short = words.replace(/^-+/, '').slice(0, longest);
  return short.replace(/-+$/, '') || fallback;
}

/** The first of `base`, `base-2`, `base-3` … that nobody has. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
