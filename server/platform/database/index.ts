import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { config } from '../config.ts';
import { log } from '../log.ts';
import { countQuery } from './counting.ts';
import { isOutdated, PreparingClient } from './prepared.ts';
import type { DB } from './schema.ts';

export { sql } from 'kysely';
export type { DB } from './schema.ts';
/** The database, or the transaction under way: stores and queries take either. */
export type Db = Kysely<DB> | Transaction<DB>;

const { types } = pg;
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, (text) => text);
types.setTypeParser(types.builtins.DATE, (text) => text);
types.setTypeParser(types.builtins.TIMESTAMPTZ, instantFromText);

/** '2026-11-27 21:45:23.123456+00' → '2026-11-27T21:45:23.123Z'; sessions run in UTC. */
function instantFromText(text: string): string {
  const [head = '', fraction = ''] = text.slice(0, -3).replace(' ', 'T').split('.');
  return `${head}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

let open: { kysely: Kysely<DB>; pool: pg.Pool } | null = null;

/** The pool of this process, opened on first use from DATABASE_URL. */
export function db(): Kysely<DB> {
  open ??= openDatabase();
  return open.kysely;
}

function openDatabase() {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: config().DATABASE_URL,
    max: config().DATABASE_POOL,
    options: '-c TimeZone=UTC -c statement_timeout=30000 -c lock_timeout=10000',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection that the server cuts must not end the process; the next query reconnects.
  pool.on('error', ({ message }) => {
    if (open?.pool === pool) log().warn({ because: message }, 'a database connection was cut');
  });
  // Nor must one that is cut while somebody uses it: their statement fails, and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: countQuery }),
    pool,
  };
}

/** Closes the pool; the next `db()` opens a new one. */
export async function closeDatabase(): Promise<void> {
  const closing = open;
  open = null;
  await closing?.kysely.destroy();
}

/** Two met, or a migration came between: the same work done again comes out well. */
const canBeTriedAgain = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '') || isOutdated(error);
const afterCommits = new WeakMap<Db, (() => void)[]>();
const beforeCommits = new WeakMap<Db, Map<string, () => Promise<void>>>();

/**
 * Runs `work` in one transaction (read committed). Deadlocks, serialization failures and statements
 * that a migration has outdated are tried again up to three times, so `work` must do nothing outside
 * the database: what else must happen goes through `afterCommit` or a job. Each is said in the log: two
 * that wait for each other take their locks in different orders, which is to be put right.
 */
export async function inTransaction<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const after: (() => void)[] = [];
    try {
      const result = await db()
        .transaction()
        .execute(async (tx) => {
          const before = new Map<string, () => Promise<void>>();
          afterCommits.set(tx, after);
          beforeCommits.set(tx, before);
          const answer = await work(tx);
          await runAll(before);
          return answer;
        });
      for (const next of after) next();
      return result;
    } catch (error) {
      if (attempt === 3 || !canBeTriedAgain(error)) throw error;
      log().warn({ err: error }, 'a transaction is run again');
    }
  }
}

/** What is added meanwhile is done too. */
async function runAll(before: Map<string, () => Promise<void>>): Promise<void> {
  for (const [name, last] of before) {
    before.delete(name);
    await last();
  }
}

/**
 * Does `last` at the end of the transaction, still inside it (at once when `tx` is none): for what can
 * only be judged when all is written, such as whether a seat that was freed is still free. Under one
 * name it is done once.
 */
export async function beforeCommit(tx: Db, name: string, last: () => Promise<void>): Promise<void> {
  const waiting = beforeCommits.get(tx);
  if (waiting) waiting.set(name, last);
  else await last();
}

/**
 * Does `next` once the transaction has committed (at once when `tx` is none): for what only this
 * process needs to know, such as a cache to drop or a socket to tell. It is lost in a crash.
 */
export function afterCommit(tx: Db, next: () => void): void {
  const waiting = afterCommits.get(tx);
  if (waiting) waiting.push(next);
  else next();
}

/** Did the database refuse because of this unique constraint or index? */
export const brokeUnique = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === constraint;
