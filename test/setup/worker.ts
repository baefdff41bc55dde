import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, inject, vi } from 'vitest';
import { useClock } from '#server/platform/clock.ts';
import { closeDatabase } from '#server/platform/database/index.ts';
import { keepJobs } from '#server/platform/jobs.ts';
import { forgetInstallation } from '#server/platform/remembered.ts';
import { closeAll, closeAtEnd } from '../closing.ts';
import { ask, withDatabase } from './postgres.ts';

// Runs before each test file, and before its imports: whatever they read of the environment is ready.
const adminUrl = inject('adminUrl');
const own = `story_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
const folder = join(tmpdir(), `platea-${own}`);

// Copied as files, a third of the work of writing each of its pages anew.
const copied = `template ${inject('template')} strategy file_copy`;
await ask(adminUrl, `create database ${own} ${copied}`);
mkdirSync(folder);
process.env.DATABASE_URL = withDatabase(adminUrl, own);
process.env.DATA_DIR = folder;
// The process has served the files before: what it knows of theirs is nothing to this one.
forgetInstallation();

// Named first, so they come last: the next file must find neither our database open nor what was in it.
closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
closeAtEnd(() => ask(adminUrl, `drop database if exists ${own} with (force)`));
closeAtEnd(closeDatabase);

beforeEach(() => {
  keepJobs();
  useClock(null);
});

// Registered first, so it runs last.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await closeAll();
});
