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

/** The page of a list that an address names; the first when it names none that can be. */
export function pageIn(address: string): number {
  const asked = Number(new URL(address).searchParams.get('page') ?? 1);
  return Number.isInteger(asked) && asked > 0 && asked <= 1000 ? asked : 1;
}
