import type { FastifyInstance } from 'fastify';
import { ensureAdministrator } from './accounts/index.ts';
import { buildApp } from './app.ts';
import { beginDemo, finishDemo, listCast } from './demo/index.ts';
import { startLiveEngine, stopLiveEngine } from './live/index.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { config, overrideConfig, prepareDataDir } from './platform/config.ts';
import { type Embedded, startEmbedded } from './platform/database/embedded.ts';
import { closeDatabase } from './platform/database/index.ts';
import { migrate } from './platform/database/migrate.ts';
import { joinProcesses, leaveProcesses } from './platform/database/processes.ts';
import { buildHealth, ffmpegVersion } from './platform/http/health.ts';
import { closeQueue, openQueue } from './platform/jobs.ts';
import { log } from './platform/log.ts';
import { sayAddresses, sayRoles } from './welcome.ts';

/** What is there to be stopped; it grows while we start. */
const running: { http: FastifyInstance | null; postgres: Embedded | null } = {
  http: null,
  postgres: null,
};
let stopAsked = false;

/** Somebody wants us to stop before everything is there. */
class Stopped extends Error {}

/** Between two steps of the start: whoever asks us to stop does not wait for the rest. */
function goOn(): void {
  if (stopAsked) throw new Stopped();
}

/** Everything in order; a step that fails for a reason outside us says so in one sentence. */
async function start(): Promise<void> {
  prepareDataDir();
  if (!config().DATABASE_URL) {
    running.postgres = await startEmbedded(config().DATA_DIR);
    overrideConfig({ DATABASE_URL: running.postgres.url });
  }
  goOn();
  await migrate(config().DATABASE_URL ?? '').catch(databaseOut);
  goOn();
  if (config().ROLES.includes('web')) await startSite();
  else await startBehind();
}

/** The pages, the API and the sockets, for people to come. */
async function startSite(): Promise<void> {
  const { http } = await buildApp({
    pages: process.env.NODE_ENV === 'production' ? 'built' : 'dev',
  });
  running.http = http;
  await startWork();
  const seeded = config().DEMO ? await beginDemo(http) : false;
  goOn();
  await listen(http);
  await startMedia();
  sayAddresses({ seeded, cast: await listCast(), ffmpeg: await ffmpegVersion() });
  if (seeded) finishDemo(http).catch(demoOut);
}

/** Jobs or encoders without the site: nobody is answered, except who asks whether we are well. */
async function startBehind(): Promise<void> {
  await buildApp({ pages: 'none' });
  running.http = await buildHealth();
  await startWork();
  if (process.env.PORT) await listen(running.http);
  await startMedia();
  sayRoles();
}

async function startWork(): Promise<void> {
  await openQueue(config().ROLES);
  await ensureAdministrator();
  await joinProcesses();
  goOn();
}

/** What is missing of the demonstration stops nobody. */
function demoOut(error: unknown): void {
  if (!stopAsked) log().error({ err: error }, 'the demonstration is not whole');
}

async function startMedia(): Promise<void> {
  goOn();
  if (config().ROLES.includes('media')) await startLiveEngine();
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

/** Nobody waits for our end any longer than this. */
const limitStop = () => setTimeout(() => process.exit(1), 25_000).unref();

/** No request is cut, sockets are told to come back, jobs are handed back; 25 s at most. */
async function stop(): Promise<void> {
  limitStop();
  await stopLiveEngine();
  await running.http?.close();
  await leaveProcesses();
  await closeQueue();
  await closeDatabase();
  await running.postgres?.stop();
}

let isStarted = false;

/** The first word counts: a starter and a terminal may both say it. While we start, the start ends. */
async function askToStop(): Promise<void> {
  if (stopAsked) return;
  stopAsked = true;
  limitStop();
  if (!isStarted) return;
  await stop();
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void askToStop());
// Whoever started us is gone without a word: do not live on unseen, holding the port.
process.on('disconnect', () => void askToStop());

try {
  await start();
  goOn();
  isStarted = true;
} catch (error) {
  const wanted = error instanceof Stopped;
  if (error instanceof CannotStart) console.error(`Platea cannot start. ${error.message}`);
  else if (!wanted) console.error(error);
  await stop();
  process.exit(wanted ? 0 : 1);
}
