import pg from 'pg';

/**
 * Connections to a database that its journey starts and ends itself: one whose socket is still there when the
 * database goes is told so, which is no fault of the journey.
 */
export function poolAt(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
