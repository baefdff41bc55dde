import { createRequire } from 'node:module';
import pg from 'pg';

/** What the driver itself writes values with; it brings no types of its own insides. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};

/** The columns of what a statement answers: a connection is told them once, for they cannot change. */
export type Shape = { names: string[]; parsers: ((text: string) => unknown)[] };
type Field = { name: string; dataTypeID: number };
type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] };

/** What the driver offers those who bring queries of their own, and its types leave out. */
type Wire = {
  stream: { cork: () => void; uncork: () => void };
  parsedStatements: Record<string, string>;
  parse: (statement: { name: string; text: string }) => void;
  bind: (to: {
    statement: string;
    values: unknown[];
    valueMapper: (value: unknown) => unknown;
  }) => void;
  describe: (what: { type: 'P' }) => void;
  execute: (how: object) => void;
  sync: () => void;
};

/**
 * One run of a prepared statement. The driver's own asks each time what the columns are, and builds
 * its rows by that: of a small statement that is a fifth of the work, on both sides.
 */
export class PreparedQuery implements pg.Submittable {
  readonly answer: Promise<Answer>;
  readonly name: string;
  readonly text: string;
  readonly #values: unknown[];
  readonly #shapes: Map<string, Shape>;
  readonly #rows: Answer['rows'] = [];
  #shape: Shape | undefined;
  #command = '';
  #fault: unknown = null;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  /** `shapes`: what its connection knows, by the names of statements. */
  constructor(
    name: string,
    text: string,
    given: { values: unknown[]; shapes: Map<string, Shape> },
  ) {
    this.name = name;
    this.text = text;
    this.#values = given.values;
    this.#shapes = given.shapes;
    this.#shape = given.shapes.get(name);
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire;
    const { name, text } = this;
    wire.stream.cork();
    try {
      if (wire.parsedStatements[name] === undefined) wire.parse({ name, text });
      wire.bind({ statement: name, values: this.#values, valueMapper: prepareValue });
      if (!this.#shape) wire.describe({ type: 'P' });
      wire.execute({});
      wire.sync();
      return null;
    } catch (error) {
      // A value that cannot be written: nothing was bound, so the server has only this to answer.
      this.#fault = error;
      wire.sync();
      return null;
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    };
    this.#shapes.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#shape, fields));
    } catch (error) {
      this.#fault ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#command = text;
    if (!this.#shape) this.#shapes.set(this.name, { names: [], parsers: [] });
  }

  // Nothing that is asked here is answered so; the driver calls them without asking.
  handleEmptyQuery(): void {
    this.#fault = new Error('an empty statement was sent');
  }

  handlePortalSuspended(): void {
    this.#fault = new Error('a statement was answered in part');
  }

  handleCopyData(): void {
    this.#fault = new Error('a statement answered with a copy');
  }

  handleCopyInResponse(connection: { sendCopyFail: (why: string) => void }): void {
    connection.sendCopyFail('nothing is copied in');
  }

  handleError(error: unknown): void {
    this.#reject(this.#fault ?? error);
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.#reject(this.#fault);
    else this.#resolve(answered(this.#command, this.#rows));
  }
}

/** `INSERT 0 1`, `UPDATE 1`, `SET` */
function answered(tag: string, rows: Answer['rows']): Answer {
  const [command = '', ...numbers] = tag.split(' ');
  return { command, rowCount: numbers.length > 0 ? Number(numbers.at(-1)) : null, rows };
}

function rowOf(shape: Shape | undefined, fields: (string | null)[]): Record<string, unknown> {
  if (!shape) throw new Error('a row came whose columns nobody has told');
  const { names, parsers } = shape;
  const row: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at += 1) {
    const text = fields[at] ?? null;
    row[names[at] ?? ''] = text === null ? null : parsers[at]?.(text);
  }
  return row;
}
