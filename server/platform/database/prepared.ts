import pg from 'pg';
import { remembered } from '../remembered.ts';
import { PreparedQuery, type Shape } from './prepared-query.ts';

/** Statements that a process keeps prepared on each connection; further ones are sent whole. */
const most = 1000;
/** Those with more values write many rows: each number of rows is a text of its own, seldom asked again. */
const mostValues = 60;
const names = remembered(new Map<string, string>());
let named = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= most) return known;
  named += 1;
  const name = `s${named}`;
  names.set(text, name);
  return name;
}

const isPlain = (given: unknown[]): given is [string, unknown[]] =>
  given.length === 2 && typeof given[0] === 'string' && Array.isArray(given[1]);

/**
 * A table was changed under a prepared statement that answers all its columns, as a migration does
 * while an older process runs. It did nothing, and never will again under this name.
 */
export const isOutdated = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' &&
  (error as { message?: string }).message === 'cached plan must not change result type';

/**
 * A connection that prepares what it is asked with values: PostgreSQL reads and plans a statement
 * once instead of every time, which is half the work of a small one. Statements without values
 * (`begin`, `commit`) go as they are. What has become outdated is prepared anew; inside a
 * transaction, which it has spoiled, whoever runs that must begin again.
 */
export class PreparingClient extends pg.Client {
  readonly #shapes = new Map<string, Shape>();

  // The signatures are pg's own; the assignment below keeps all of them.
  override query = ((...given: unknown[]) => {
    const send = super.query.bind(this) as (...all: unknown[]) => Promise<unknown>;
    if (!isPlain(given) || given[1].length === 0) return send(...given);
    const [text, values] = given;
    const name = values.length > mostValues ? undefined : nameOf(text);
    if (!name) return send({ text, values });
    const query = super.query(new PreparedQuery(name, text, { values, shapes: this.#shapes }));
    return query.answer.catch((error: unknown) => {
      // The trace leads to whoever asked, not to the socket that the answer came by.
      Error.captureStackTrace(error as Error);
      if (!isOutdated(error)) throw error;
      if (names.get(text) === name) names.delete(text);
      if (this.getTransactionStatus() !== 'I') throw error;
      return send({ text, values });
    });
  }) as pg.Client['query'];
}
