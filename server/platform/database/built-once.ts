import type { Compilable, CompiledQuery } from 'kysely';
import { type Db, db as openDb } from './index.ts';

/**
 * A statement that is asked so often that building its text costs more than sending it: `build` is called
 * once, with a stand-in for each value, and what it built serves from then on. So it must put each value
 * where the database reads one, and decide nothing by it: no lists for `in`, no `$if`.
 */
export function builtOnce<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let built: { query: CompiledQuery<Row>; places: number[] } | null = null;
  return async (db, ...values) => {
    built ??= buildWith(build, values.length);
    const { query, places } = built;
    const parameters = query.parameters.map((known, at) => {
      const place = places[at] ?? -1;
      return place < 0 ? known : values[place];
    });
    const asked: CompiledQuery<Row> = { ...query, parameters };
    return (await db.executeQuery<Row>(asked)).rows;
  };
}

function buildWith<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
  count: number,
) {
  const standIns = Array.from({ length: count }, () => ({}));
  const query = build(openDb(), ...(standIns as unknown as Values)).compile();
  const places = query.parameters.map((one) => standIns.indexOf(one as object));
  for (const index of standIns.keys()) {
    if (!places.includes(index)) throw new Error(`value ${index + 1} of a statement is lost`);
  }
  return { query, places };
}
