import type { FastifyInstance } from 'fastify';
import { ensureAdministrator } from './accounts/index.ts';
import { buildApp } from './app.ts';
import { beginDemo, finishDemo } from './demo/index.ts';
import { startLiveEngine, stopLiveEngine } from './live/index.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { config, overrideConfig, prepareDataDir } from './platform/config.ts';
import { type Embedded, startEmbedded } from './platform/database/embedded.ts';
import { closeDatabase } from './platform/database/index.ts';
import { migrate } from './platform/database/migrate.ts';
import { joinProcesses, leaveProcesses } from './platform/database/processes.ts';
import { ffmpegVersion } from './platform/http/health.ts';
import { closeQueue, openQueue } from './platform/jobs.ts';
import { sayAddresses } from './welcome.ts';

type Running = { http: FastifyInstance; postgres: Embedded | null };

/** Everything in order; a step that fails for a reason outside us says so in one sentence. */
async function start(): Promise<Running> {
  prepareDataDir();
  const postgres = config().DATABASE_URL ? null : await startEmbedded(config().DATA_DIR);
  if (postgres) overrideConfig({ DATABASE_URL: postgres.url });
  try {
    return { postgres, http: await startOnDatabase() };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

async function startOnDatabase(): Promise<FastifyInstance> {
  await migrate(config().DATABASE_URL ?? '').catch(databaseOut);
  const { http } = await buildApp({
    pages: process.env.NODE_ENV === 'production' ? 'built' : 'dev',
  });
  await openQueue(config().ROLES);
  await ensureAdministrator();
  await joinProcesses();
  const seeded = config().DEMO ? await beginDemo(http) : false;
  await listen(http);
  if (config().ROLES.includes('media')) await startLiveEngine();
  sayAddresses({ seeded, ffmpeg: await ffmpegVersion() });
  if (seeded) finishDemo(http).catch((error: unknown) => http.log.error({ err: error }, 'demo'));
  return http;
}

function databaseOut(error: Error): never {
  if (/ECONNREFUSED|ENOTFOUND|password authentication|does not exist/.test(error.message)) {
    throw new CannotStart(`The database of DATABASE_URL cannot be used: ${error.message}.`);
  }
  throw error;
}

async function listen(http: FastifyInstance): Promise<void> {
  const { HOST, PORT } = config();
  try {
    const address = await http.listen({ host: HOST, port: PORT });
    const port = Number(new URL(address).port);
    if (!process.env.PUBLIC_URL)
      overrideConfig({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new CannotStart(
      `Port ${PORT} is in use by another program. Stop it, or choose another port with PORT=…`,
    );
  }
}

let stopping = false;

/** No request is cut, sockets are told to come back, jobs are handed back; 25 s at most. */
async function stop({ http, postgres }: Running): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), 25_000).unref();
  await stopLiveEngine();
  await http.close();
  await leaveProcesses();
  await closeQueue();
  await closeDatabase();
  await postgres?.stop();
  process.exit(0);
}

try {
  const running = await start();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(running));
  }
  // Whoever started us is gone without a word: do not live on unseen, holding the port.
  process.on('disconnect', () => void stop(running));
} catch (error) {
  const known = error instanceof CannotStart;
  console.error(known ? `Platea cannot start. ${error.message}` : error);
  process.exit(1);
}
