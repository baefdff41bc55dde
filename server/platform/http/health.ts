import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { db, sql } from '../database/index.ts';
import { queueIsReady } from '../jobs.ts';
import { storage } from '../storage/index.ts';
import { answerError } from './faults.ts';
import { measureRequests } from './metrics.ts';

const run = promisify(execFile);
let ffmpeg: Promise<string | null> | null = null;

/** The version of the ffmpeg on the path, or null; asked once and again while it is missing. */
export async function ffmpegVersion(): Promise<string | null> {
  ffmpeg ??= run('ffmpeg', ['-hide_banner', '-version'])
    .then(({ stdout }) => /version (\S+)/.exec(stdout)?.[1] ?? 'unknown')
    .catch(() => null);
  const version = await ffmpeg;
  if (!version) ffmpeg = null;
  return version;
}

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error('too slow')), ms).unref()),
  ]);

const checks: Record<string, () => Promise<boolean>> = {
  database: async () => Boolean(await sql`select 1`.execute(db())),
  queue: queueIsReady,
  storage: async () => {
    await storage().check();
    return true;
  },
  ffmpeg: async () => (await ffmpegVersion()) !== null,
};

/** `/api/health/live`: the process answers. `/api/health/ready`: what it stands on works too. */
export async function publishHealth(app: FastifyInstance): Promise<void> {
  const hidden = { schema: { hide: true } as object, config: { rateLimit: false } };
  app.get('/api/health/live', hidden, async () => ({ status: 'ok' }));
  app.get('/api/health/ready', hidden, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const well = await within(3000, check()).catch(() => false);
        return [name, well ? 'ok' : 'failed'] as const;
      }),
    );
    // Without ffmpeg everything but live works: said, but no reason to take the site away.
    const broken = results.some(([name, state]) => state === 'failed' && name !== 'ffmpeg');
    reply.status(broken ? 503 : 200).header('cache-control', 'no-store');
    return { status: broken ? 'failed' : 'ok', checks: Object.fromEntries(results) };
  });
}

/** Health and figures alone, for a process that serves no pages. Does not listen. */
export async function buildHealth(): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: 'idle' });
  app.setErrorHandler(answerError);
  measureRequests(app);
  await publishHealth(app);
  return app;
}
