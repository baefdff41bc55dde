import type { FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '#server/platform/config.ts';
import { closeDatabase, db, inTransaction } from '#server/platform/database/index.ts';
import { buildHttp } from './app.ts';

const kept: pg.Client[] = [];
const another = async () => {
  const client = new pg.Client({ connectionString: config().DATABASE_URL });
  client.on('error', () => undefined);
  await client.connect();
  kept.push(client);
  return client;
};

/** Each way in which the database is behind or away, as it really happens. */
const troubles: Record<string, () => Promise<unknown>> = {
  'a row that somebody holds': async () => {
    const holder = await another();
    await holder.query('begin; select from site_config for update');
    await inTransaction(async (tx) => {
      await sql`set local lock_timeout = '20ms'`.execute(tx);
      await sql`select from site_config for update`.execute(tx);
    }).finally(() => holder.query('rollback'));
  },
  'a statement that takes too long': () =>
    inTransaction(async (tx) => {
      await sql`set local statement_timeout = '20ms'`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    }),
  'a pool without a free connection': async () => {
    const pool = new pg.Pool({
      connectionString: config().DATABASE_URL,
      max: 1,
      connectionTimeoutMillis: 20,
    });
    const only = await pool.connect();
    const full = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
    await sql`select 1`.execute(full).finally(async () => {
      only.release();
      await pool.end();
    });
  },
  'a connection that is cut': () =>
    inTransaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      // Together: the cut can be felt before whoever asked for it has its answer.
      await Promise.all([
        sql`select pg_sleep(5)`.execute(tx),
        sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db()),
      ]);
    }),
  'a connection that is cut while nobody asks it anything': () =>
    inTransaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const other = await another();
      await other.query('select pg_terminate_backend($1, 2000)', [rows[0]?.pid]);
      await sql`select 1`.execute(tx);
    }),
  'a server that is not there': async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1 });
    await client.connect();
  },
  'a server whose socket is gone': async () => {
    const client = new pg.Client({ host: '/nowhere', port: 1 });
    await client.connect();
  },
};

let http: FastifyInstance;
beforeAll(async () => {
  http = await buildHttp({
    areas: [],
    identify: async () => null,
    plugins: [
      async (app) => {
        app.get<{ Querystring: { of: string } }>('/trouble', async ({ query }) =>
          troubles[query.of]?.(),
        );
        app.get('/fault', async () => sql`select nothing from nowhere`.execute(db()));
      },
    ],
  });
});
afterAll(async () => {
  await http.close();
  await Promise.all(kept.map((client) => client.end().catch(() => undefined)));
  await closeDatabase();
});

describe('whoever comes while the database is behind', () => {
  it.each(Object.keys(troubles))('is asked to come again: %s', async (of) => {
    const answer = await http.inject({ url: '/trouble', query: { of } });
    expect(answer.json()).toMatchObject({
      code: 'BUSY',
      message: 'The server is busy. Try again in a moment.',
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  });

  it('is not told so of what is our own fault', async () => {
    const answer = await http.inject({ url: '/fault' });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'SERVER_ERROR']);
  });
});
