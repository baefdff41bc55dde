import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const folder = new URL('../../migrations/', import.meta.url);
/** Any number will do, as long as every process of the product uses the same. */
const lockKey = 7_528_320;

type Migration = { name: string; sql: string; digest: string };

/** The numbered steps in `server/migrations`, in order. */
const listMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
    });

/**
 * Brings the database forward, one transaction a step, under an advisory lock so that several
 * processes may start at once. A step that was changed after it ran is an error. Returns the names
 * of the steps that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (name text primary key, digest text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from migrations',
    );
    const done = new Map(rows.map((row) => [row.name, row.digest]));
    const ran: string[] = [];
    for (const step of listMigrations()) {
      const digest = done.get(step.name);
      if (digest && digest !== step.digest)
        throw new Error(`migration ${step.name} was changed after it ran`);
      if (digest) continue;
      await runStep(client, step);
      ran.push(step.name);
    }
    return ran;
  } finally {
    await client.end();
  }
}

async function runStep(client: pg.Client, step: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query("set local lock_timeout = '5s'");
    await client.query(step.sql);
    await client.query('insert into migrations (name, digest) values ($1, $2)', [
      step.name,
      step.digest,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${step.name} failed: ${(error as Error).message}`);
  }
}
