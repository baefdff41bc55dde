import pg from 'pg';
import { config } from '../config.ts';

/** A name that one process has to itself. `lost` tells when the database has let go of it. */
export type Hold = { lost: AbortSignal; release: () => Promise<void> };

/**
 * Takes a name for as long as work needs that no transaction may span; null when another process, or
 * another work of this one, has it. It hangs on a connection of its own: when the process is killed
 * the database lets go at once, without anybody waiting for a time to pass.
 */
export async function tryHold(name: string): Promise<Hold | null> {
  const client = new pg.Client({
    connectionString: config().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    application_name: 'platea hold',
  });
  const lost = new AbortController();
  const letGo = () => lost.abort(new Error(`the hold on ${name} was lost`));
  client.on('error', letGo);
  client.on('end', letGo);
  const release = async () => {
    client.removeListener('end', letGo);
    await client.end().catch(() => undefined);
  };
  try {
    await client.connect();
    const { rows } = await client.query(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
      [`hold ${name}`],
    );
    if (rows[0]?.held) return { lost: lost.signal, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}
