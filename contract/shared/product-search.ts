/** What the catalogue and the search can be asked for. */
import { z } from 'zod';
import { Currency } from './currencies.ts';
import { Language } from './languages.ts';
import { PageQuery } from './page.ts';
import { ProductPlan, ProductType } from './product-kinds.ts';
import { Line } from './text.ts';

export const catalogueSorts = ['recent', 'soon', 'title', 'price'] as const;
export const CatalogueQuery = PageQuery.omit({ q: true }).extend({
  /** `upcoming`: with a showing that has not ended; `past`: all showings over; `ahead`: not past. */
  when: z.enum(['upcoming', 'ahead', 'past']).optional(),
  sort: z.enum(catalogueSorts).default('recent'),
  type: ProductType.optional(),
  plan: ProductPlan.optional(),
  language: Language.optional(),
});
export type CatalogueQuery = z.infer<typeof CatalogueQuery>;

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
export const searchLetters = 3;
export const searchWhens = ['live', 'week', 'upcoming', 'past'] as const;
export const searchSorts = ['near', 'soon', 'recent', 'price'] as const;
/** Without `q`: everything that everyone may see. `week` begins within seven days. */
export const SearchFilter = z.object({
  q: Line(100)
    .refine((text) => letters(text) >= searchLetters, 'too_short')
    .optional(),
  type: ProductType.optional(),
  plan: ProductPlan.optional(),
  language: Language.optional(),
  category: Line(40).min(1).optional(),
  when: z.enum(searchWhens).optional(),
  /** Sold in this currency: what costs nothing is sold in none. */
  currency: Currency.optional(),
});
export type SearchFilter = z.infer<typeof SearchFilter>;
/** Sorted by nearness to the words unless told; without words by what comes next. */
export const SearchQuery = SearchFilter.extend({
  sort: z.enum(searchSorts).optional(),
  page: PageQuery.shape.page,
  size: PageQuery.shape.size,
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** How many would be found with this value in place of the one that is chosen now. */
const Facet = z.array(z.object({ value: z.string(), count: z.number().int() }));
export const SearchFacets = z.object({
  when: Facet,
  plan: Facet,
  category: Facet,
  type: Facet,
  language: Facet,
});
export type SearchFacets = z.infer<typeof SearchFacets>;
