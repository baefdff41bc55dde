import type { SearchFacets, SearchFilter } from '#contract/catalog.ts';

export type Facet = keyof SearchFacets;

/** The wishes by the names that they have in the address, in the order in which they are offered. */
export const wishNames: Record<Facet, string> = {
  when: 'when',
  plan: 'price',
  category: 'category',
  type: 'type',
  language: 'language',
};
export const facets = Object.keys(wishNames) as Facet[];

export const sorts = ['near', 'soon', 'recent', 'price'] as const;
export type Sort = (typeof sorts)[number];

export type Wishes = Partial<Record<Facet, string>>;
/** `currency`: only what is sold in it. No wish among others: the bar chooses it, a chip gives it up. */
export type Asked = { q: string; wishes: Wishes; currency?: string; sort?: Sort };

const isSort = (value: string | null): value is Sort => sorts.some((sort) => sort === value);

/** What an address asks for. A wish that nobody can have is the server's to refuse. */
export function askedBy(address: string): Asked {
  const search = new URL(address).searchParams;
  const q = (search.get('q') ?? '').trim().slice(0, 100);
  const wishes: Wishes = {};
  for (const facet of facets) {
    const value = search.get(wishNames[facet])?.slice(0, 40);
    if (value) wishes[facet] = value;
  }
  const sort = search.get('sort');
  const currency = search.get('currency')?.slice(0, 40);
  return { q, wishes, ...(currency ? { currency } : {}), ...(isSort(sort) ? { sort } : {}) };
}

/** The address of a search; the first page unless told. */
export function addressOf({ q, wishes, currency, sort }: Asked, page = 1): string {
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  for (const facet of facets) {
    const value = wishes[facet];
    if (value) search.set(wishNames[facet], value);
  }
  if (currency) search.set('currency', currency);
  if (sort) search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  const text = search.toString();
  return text ? `/search-results?${text}` : '/search-results';
}

/** The same search with one wish more; a wish that is there already is given up. */
export function withWish(asked: Asked, facet: Facet, value: string): Asked {
  const { [facet]: was, ...others } = asked.wishes;
  return { ...asked, wishes: was === value ? others : { ...others, [facet]: value } };
}

export const filterOf = ({ q, wishes, currency }: Asked) =>
  ({
    ...wishes,
    ...(currency ? { currency } : {}),
    ...(q ? { q } : {}),
  }) as Partial<SearchFilter>;
