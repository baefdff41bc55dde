import pg from 'pg';

/** Statements that a process keeps prepared on each connection; further ones are sent whole. */
const most = 1000;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= most) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

const isPlain = (given: unknown[]): given is [string, unknown[]] =>
  given.length === 2 && typeof given[0] === 'string' && Array.isArray(given[1]);

/**
 * A connection that prepares what it is asked with values: PostgreSQL reads and plans a statement
 * once instead of every time, which is half the work of a small one. Statements without values
 * (`begin`, `commit`) go as they are.
 */
export class PreparingClient extends pg.Client {
  // The signatures are pg's own; the assignment below keeps all of them.
  override query = ((...given: unknown[]) => {
    const send = super.query.bind(this) as (...all: unknown[]) => unknown;
    if (!isPlain(given) || given[1].length === 0) return send(...given);
    const [text, values] = given;
    const name = nameOf(text);
    return send(name ? { name, text, values } : { text, values });
  }) as pg.Client['query'];
}
