type Addressable = { path: string };
type Values = { params?: unknown; query?: unknown };

const entriesOf = (values: unknown): [string, unknown][] =>
  values && typeof values === 'object' ? Object.entries(values) : [];

/** The path of an endpoint with its parameters filled in and its query appended. */
export function addressOf(endpoint: Addressable, { params, query }: Values = {}): string {
  const filled = new Map(entriesOf(params).map(([name, value]) => [name, String(value)]));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(filled.get(name) ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const tail = search.toString();
  return tail ? `${path}?${tail}` : path;
}
