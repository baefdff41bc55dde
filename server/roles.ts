import type { FastifyInstance } from 'fastify';
import { ensureAdministrator } from './accounts/index.ts';
import { buildApp } from './app.ts';
import { beginDemo, finishDemo, listCast } from './demo/index.ts';
import { startLiveEngine, stopLiveEngine } from './live/index.ts';
import { clearScratch, takeUpUploads } from './media/index.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { config, overrideConfig } from './platform/config.ts';
import { closeDatabase } from './platform/database/index.ts';
import { joinProcesses, leaveProcesses } from './platform/database/processes.ts';
import { buildHealth, ffmpegVersion } from './platform/http/health.ts';
import { closeQueue, openQueue } from './platform/jobs.ts';
import { log } from './platform/log.ts';
import './platform/storage/sweep-storage.ts';
import { sayAddresses, sayRoles } from './welcome.ts';

/** Throws when somebody has asked us to stop: called between two steps. */
type GoOn = () => void;

let running: FastifyInstance | null = null;
let isStopping = false;

/** Starts what `ROLES` names, on a database that is up and at the newest step. */
export async function startRoles(goOn: GoOn): Promise<void> {
  if (config().ROLES.includes('web')) await startSite(goOn);
  else await startBehind(goOn);
}

/** Ends it in order: no request is cut, sockets are told to come back, jobs are handed back. */
export async function stopRoles(): Promise<void> {
  isStopping = true;
  await stopLiveEngine();
  await running?.close();
  await leaveProcesses();
  await closeQueue();
  await closeDatabase();
}

/** The pages, the API and the sockets, for people to come. */
async function startSite(goOn: GoOn): Promise<void> {
  const { http } = await buildApp({
    pages: process.env.NODE_ENV === 'production' ? 'built' : 'dev',
  });
  running = http;
  await startWork(goOn);
  const seeded = config().DEMO ? await beginDemo(http) : false;
  goOn();
  await listen(http);
  void takeUpUploads();
  await startMedia(goOn);
  sayAddresses({ seeded, cast: await listCast(), ffmpeg: await ffmpegVersion() });
  if (seeded) finishDemo(http).catch(demoOut);
}

/**
 * Jobs or encoders without the site. Workers answer nobody but who asks whether they are well; a
 * process that takes encoders answers the others, which fetch from it what is on air.
 */
async function startBehind(goOn: GoOn): Promise<void> {
  const { http } = await buildApp({ pages: 'none' });
  const isNode = config().ROLES.includes('media');
  running = isNode ? http : await buildHealth();
  await startWork(goOn);
  if (isNode || process.env.PORT) await listen(running);
  await startMedia(goOn);
  sayRoles();
}

async function startWork(goOn: GoOn): Promise<void> {
  if (config().ROLES.includes('worker')) await clearScratch();
  await openQueue(config().ROLES);
  await ensureAdministrator();
  await joinProcesses();
  goOn();
}

/** What is missing of the demonstration stops nobody. */
function demoOut(error: unknown): void {
  if (!isStopping) log().error({ err: error }, 'the demonstration is not whole');
}

async function startMedia(goOn: GoOn): Promise<void> {
  goOn();
  if (config().ROLES.includes('media')) await startLiveEngine();
}

async function listen(http: FastifyInstance): Promise<void> {
  const { HOST, PORT } = config();
  try {
    const address = await http.listen({ host: HOST, port: PORT });
    const port = Number(new URL(address).port);
    const own = process.env.PUBLIC_URL ? {} : { PUBLIC_URL: `http://localhost:${port}` };
    overrideConfig({ PORT: port, ...own });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new CannotStart(
      `Port ${PORT} is in use by another program. Stop it, or choose another port with PORT=…`,
    );
  }
}
