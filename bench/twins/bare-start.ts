/** The twin of the start: an embedded PostgreSQL, one query, one line of HTML from Fastify. */
import Fastify from 'fastify';
import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded.ts';

const postgres = await startEmbedded(process.env.DATA_DIR ?? '');
const pool = new pg.Pool({ connectionString: postgres.url });
// A connection that is cut at the end is no news.
pool.on('error', () => undefined);
const app = Fastify();

app.get('/', async (_request, reply) => {
  const { rows } = await pool.query<{ now: Date }>('select now() as now');
  return reply.type('text/html').send(`<!doctype html><h1>${rows[0]?.now}</h1>`);
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });

process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
  await postgres.stop();
  process.exit(0);
});
