import { CannotStart } from './platform/cannot-start.ts';
import { config, overrideConfig, prepareDataDir } from './platform/config.ts';
import { type Embedded, startEmbedded } from './platform/database/embedded.ts';
import { migrate } from './platform/database/migrate.ts';
import { countMediaWithHeap } from './platform/media-memory.ts';
import { proveStorage } from './platform/storage/prove-storage.ts';

countMediaWithHeap();

let postgres: Embedded | null = null;
let stopAsked = false;

/** Somebody wants us to stop before everything is there. */
class Stopped extends Error {}

/** Between two steps of the start: whoever asks us to stop does not wait for the rest. */
function goOn(): void {
  if (stopAsked) throw new Stopped();
}

/** What the roles do is read while the database gets up: each takes about as long as the other. */
const roles = () => import('./roles.ts');

/** Everything in order; a step that fails for a reason outside us says so in one sentence. */
async function start(): Promise<void> {
  prepareDataDir();
  const reading = roles();
  // Heard below, after the database, which must be known to us before we may fail.
  reading.catch(() => undefined);
  await startDatabase();
  await proveStorage();
  const { startRoles } = await reading;
  goOn();
  await startRoles(goOn);
}

async function startDatabase(): Promise<void> {
  if (!config().DATABASE_URL) {
    postgres = await startEmbedded(config().DATA_DIR, { lost: databaseLost });
    overrideConfig({ DATABASE_URL: postgres.url });
  }
  goOn();
  await migrate(config().DATABASE_URL ?? '').catch(databaseOut);
}

/** A site without its database helps nobody: whoever watches over us may start us again. */
function databaseLost(): void {
  console.error(
    'Platea stops: its database ended and could not be started again. ' +
      `What it said last is in ${config().DATA_DIR}/postgres.log.`,
  );
  process.exitCode = 1;
  void askToStop();
}

function databaseOut(error: Error): never {
  if (/ECONNREFUSED|ENOENT|ENOTFOUND|password authentication|does not exist/.test(error.message)) {
    throw new CannotStart(`The database of DATABASE_URL cannot be used: ${error.message}.`);
  }
  throw error;
}

/** Nobody waits for our end any longer than this. */
const limitStop = () => setTimeout(() => process.exit(1), 25_000).unref();

/** No request is cut, sockets are told to come back, jobs are handed back; 25 s at most. */
async function stop(): Promise<void> {
  limitStop();
  try {
    await (await roles()).stopRoles();
  } finally {
    await postgres?.stop();
  }
}

let isStarted = false;

/** The first word counts: a starter and a terminal may both say it. While we start, the start ends. */
async function askToStop(): Promise<void> {
  if (stopAsked) return;
  stopAsked = true;
  limitStop();
  if (!isStarted) return;
  await stop();
  process.exit();
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
  if (!wanted) process.exitCode = 1;
  await stop();
  process.exit();
}
