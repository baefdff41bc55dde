import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { forgetBy } from '../remembered.ts';
import { type Db, db as openDb } from './index.ts';

type Statement<Row> = Compilable<Row> | RawBuilder<Row>;
/** `places`: which value each parameter is; nothing for those that are always the same. */
type Built<Row> = { query: CompiledQuery<Row>; places: (string | undefined)[] };

/**
 * A statement that is asked so often that building its text costs more than sending it: `build` is called
 * once, with a stand-in for each value, and what it built serves from then on. So it must put each value
 * where the database reads one, and decide nothing by it: no lists for `in`, no `$if`.
 * What areas were tied to before is in the text: it is forgotten with those ties.
 */
export function builtOnce<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Statement<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let built: Built<Row> | null = null;
  forgetBy(() => {
    built = null;
  });
  return async (db, ...values) => {
    built ??= buildWith(
      Array.from(values, () => ({})),
      (standIns) => build(openDb(), ...(standIns as Values)),
    );
    return run(db, built, values);
  };
}

/** The same for a statement of many values: a row to be written, whose values have names. */
export function rowBuiltOnce<Values extends object, Row>(
  build: (db: Db, row: Values) => Statement<Row>,
): (db: Db, row: Values) => Promise<Row[]> {
  let built: Built<Row> | null = null;
  forgetBy(() => {
    built = null;
  });
  return async (db, row) => {
    built ??= buildWith(
      Object.fromEntries(Object.keys(row).map((name) => [name, {}])),
      (standIns) => build(openDb(), standIns as Values),
    );
    return run(db, built, row);
  };
}

async function run<Row>(db: Db, { query, places }: Built<Row>, values: object): Promise<Row[]> {
  const given = values as Record<string, unknown>;
  const parameters = query.parameters.map((known, at) => {
    const place = places[at];
    return place === undefined ? known : given[place];
  });
  return (await db.executeQuery<Row>({ ...query, parameters })).rows;
}

function buildWith<Row>(
  standIns: object,
  build: (standIns: unknown) => Statement<Row>,
): Built<Row> {
  const query = (build(standIns) as RawBuilder<Row>).compile(openDb());
  const names = new Map(Object.entries(standIns).map(([name, standIn]) => [standIn, name]));
  const places = query.parameters.map((one) => names.get(one));
  for (const name of names.values()) {
    if (!places.includes(name)) throw new Error(`the value ${name} of a statement is lost`);
  }
  return { query, places };
}
