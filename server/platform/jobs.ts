import { fromKysely, type Job, PgBoss } from 'pg-boss';
import { config } from './config.ts';
import { type Db, db } from './database/index.ts';
import { log } from './log.ts';
import { forgetBy } from './remembered.ts';

export type JobOptions = {
  /** Seconds from now before it may run. */
  startAfter?: number;
  retryLimit?: number;
};

type Definition = {
  name: string;
  run: (payload: never, stopping: AbortSignal) => Promise<void>;
  retryLimit: number;
  /** Five fields of cron, in UTC, for work that repeats. */
  cron?: string;
  /** Jobs of this kind run at the same time in one process. */
  concurrency: number;
  /** Hours that a run may take, where that is more than some minutes; one more waits at most. */
  hours?: number;
  role: JobRole;
};

/** Which processes run it: workers, or the site, for what lies on its own disk. */
type JobRole = 'worker' | 'web';

const definitions = new Map<string, Definition>();
let boss: PgBoss | null = null;
/** Ends when the queue is closed: what takes long comes to an end by then. */
let stopping = new AbortController();
/** In tests: while no queue is open, jobs are kept here and run when the test says so. */
let kept: { name: string; payload: unknown }[] | null = null;
forgetBy(() => {
  kept = null;
  stopping = new AbortController();
});

/** The name of a kind of job; the type says what it carries (ids, never whole rows). */
export type JobKind<T> = { readonly name: string; readonly carries?: T };

/**
 * Names a kind of job and says what one line of work it does. Names: lower case and hyphens. A run
 * that takes long ends when `stopping` does. Of a job of `hours` one waits at most, so it must find
 * out by itself what there is to do. It is run by workers unless it names another `role`.
 */
export function defineJob<T extends object>(
  name: string,
  run: (payload: T, stopping: AbortSignal) => Promise<void>,
  options: Partial<Omit<Definition, 'name' | 'run'>> = {},
): JobKind<T> {
  definitions.set(name, {
    name,
    run: run as Definition['run'],
    retryLimit: options.retryLimit ?? 5,
    concurrency: options.concurrency ?? 1,
    role: options.role ?? 'worker',
    ...(options.cron ? { cron: options.cron } : {}),
    ...(options.hours ? { hours: options.hours } : {}),
  });
  return { name };
}

/** Adds a job in the caller's transaction: it exists if and only if the transaction commits. */
export async function enqueue<T extends object>(
  tx: Db,
  kind: JobKind<T>,
  payload: T,
  options: JobOptions = {},
): Promise<void> {
  if (kept) {
    kept.push({ name: kind.name, payload });
    return;
  }
  await openedFor(kind).send(kind.name, payload, { ...options, db: fromKysely(tx as never) });
}

/** Adds jobs of one kind in the caller's transaction, in one statement. */
export async function enqueueMany<T extends object>(
  tx: Db,
  kind: JobKind<T>,
  payloads: readonly T[],
): Promise<void> {
  if (payloads.length === 0) return;
  if (kept) {
    kept.push(...payloads.map((payload) => ({ name: kind.name, payload })));
    return;
  }
  const jobs = payloads.map((data) => ({ data }));
  await openedFor(kind).insert(kind.name, jobs, { db: fromKysely(tx as never) });
}

const soonMs = 200;
const calledFor = new Set<string>();

/**
 * Calls for a job that finds out by itself what there is to do: one for all who call within a fifth
 * of a second. A call is lost when the process ends first, so the job must come by the clock too.
 */
export function enqueueSoon(kind: JobKind<object>): void {
  if (kept?.some(({ name }) => name === kind.name) || calledFor.has(kind.name)) return;
  if (kept) {
    kept.push({ name: kind.name, payload: {} });
    return;
  }
  calledFor.add(kind.name);
  setTimeout(() => {
    calledFor.delete(kind.name);
    if (!boss) return;
    enqueueNow(kind, {}).catch((error: unknown) =>
      log().warn({ err: error, job: kind.name }, 'a job was not called for'),
    );
  }, soonMs).unref();
}

function openedFor(kind: { name: string }): PgBoss {
  if (!boss) throw new Error(`job ${kind.name} enqueued before the queue was opened`);
  return boss;
}

/** Opens the queue: every role may add jobs, and runs those that are for it. */
export async function openQueue(roles: string[]): Promise<void> {
  // A new job wakes its worker by NOTIFY; polling is for delayed ones and for lost notices.
  const queue = new PgBoss({
    connectionString: config().DATABASE_URL ?? '',
    max: 5,
    useListenNotify: true,
  });
  // It goes on by itself, but whoever runs the site must hear that it stumbled.
  queue.on('error', (error) => log().error({ err: error }, 'the queue has a fault'));
  await queue.start();
  boss = queue;
  kept = null;
  stopping = new AbortController();
  const kinds = [...definitions.values()];
  await Promise.all(kinds.map((kind) => queue.createQueue(kind.name, queueOf(kind))));
  await startWorkers(
    queue,
    kinds.filter(({ role }) => roles.includes(role)),
  );
}

const queueOf = ({ retryLimit, hours }: Definition) => ({
  ...(hours ? { policy: 'short' as const, expireInSeconds: hours * 3600 } : {}),
  retryLimit,
  retryBackoff: true,
  retryDelay: 2,
  notify: true,
});

async function startWorkers(queue: PgBoss, kinds: Definition[]): Promise<void> {
  const workers = kinds.flatMap((kind) => Array.from({ length: kind.concurrency }, () => kind));
  await Promise.all(workers.map((kind) => startWorker(queue, kind)));
  await Promise.all(
    kinds.map(({ name, cron }) => cron && queue.schedule(name, cron, {}, { tz: 'UTC' })),
  );
}

/**
 * A worker that has found work looks for more at once. Left alone it would wait for the next notice
 * or the next look, and what came meanwhile would be done at one job every five seconds.
 */
async function startWorker(queue: PgBoss, definition: Definition): Promise<void> {
  let worker = '';
  worker = await queue.work(
    definition.name,
    {
      batchSize: 1,
      pollingIntervalSeconds: 5,
      // Delayed jobs and retries are announced by nobody: left alone it looks every 30 s.
      notifyPollingIntervalSeconds: 5,
    },
    async ([job]: Job<object>[]) => {
      queue.notifyWorker(worker);
      if (job) await runLogged(definition, job.data, job.id);
    },
  );
}

/** Every run that fails is said in the log; the queue decides on the next. */
async function runLogged(
  { name, run }: Definition,
  payload: object,
  jobId?: string,
): Promise<void> {
  try {
    await run(payload as never, stopping.signal);
  } catch (error) {
    log().error({ err: error, job: name, jobId, ...idsOf(payload) }, 'job failed');
    throw error;
  }
}

/** What a job is about; addresses and texts that it may carry stay out of the log. */
const idsOf = (payload: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => /Id$/.test(name)));

/** Stops taking jobs, waits for those under way, hands back the rest. */
export async function closeQueue(): Promise<void> {
  const closing = boss;
  boss = null;
  stopping.abort(new Error('the queue is being closed'));
  await closing?.stop({ graceful: true, timeout: 10_000 });
}

/** Is the queue able to take jobs? */
export async function queueIsReady(): Promise<boolean> {
  return boss !== null && (await boss.isInstalled());
}

/** Tests: keeps jobs in memory until the queue is opened, and forgets those kept before. */
export function keepJobs(): void {
  if (!boss) kept = [];
}

/** Tests: the jobs kept so far, oldest first. */
export const keptJobs = (): readonly { name: string; payload: unknown }[] => kept ?? [];

/** Tests: runs the kept jobs, and those which they add, until none is left. Errors are thrown. */
export async function runKeptJobs(): Promise<void> {
  while (kept && kept.length > 0) {
    const job = kept.shift();
    const definition = job && definitions.get(job.name);
    if (!definition) throw new Error(`no job named ${job?.name}`);
    await runLogged(definition, job.payload as object);
  }
}

/** Adds a job outside any transaction. */
export const enqueueNow = <T extends object>(kind: JobKind<T>, payload: T, options?: JobOptions) =>
  enqueue(db(), kind, payload, options);
