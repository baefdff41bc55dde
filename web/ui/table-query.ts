/** What a table's address asks for, to hand to the endpoint: page, size, sort, q and the filters. */
export function tableQuery(request: Request, filters: string[] = []): Record<string, string> {
  const params = new URL(request.url).searchParams;
  const known = ['page', 'size', 'sort', 'q', ...filters];
  return Object.fromEntries(
    known.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The page of a list that an address names, as `page` unless told; the first when none can be. */
export function pageIn(address: string, place = 'page'): number {
  const asked = Number(new URL(address).searchParams.get(place) ?? 1);
  return Number.isInteger(asked) && asked > 0 && asked <= 1000 ? asked : 1;
}

type Page = { page: number; size: number; total: number };

/** The number of the last page of a list; an empty list has one, too. */
export const lastPageOf = ({ size, total }: Pick<Page, 'size' | 'total'>): number =>
  Math.max(1, Math.ceil(total / size));

/** An address names a page behind the last one: rows went meanwhile, or it was typed. */
export const isPastLast = (page: Page): boolean => page.total > 0 && page.page > lastPageOf(page);
