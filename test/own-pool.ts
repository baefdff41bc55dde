import pg from 'pg';

/**
 * Connections to a database that may go before them: one whose socket is still there when the database
 * goes is told so, which is no fault of whoever has it. At rest the pool hears it, in use the client.
 */
export function poolAt(connectionString: string, max = 10): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
