import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { ask, withDatabase } from './postgres.ts';

// Runs before the test file's imports: whatever they read of the environment is ready.
const adminUrl = inject('adminUrl');
const own = `story_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
const folder = join(tmpdir(), `platea-${own}`);

await ask(adminUrl, `create database ${own} template ${inject('template')}`);
mkdirSync(folder);
process.env.DATABASE_URL = withDatabase(adminUrl, own);
process.env.DATA_DIR = folder;

// Registered first, so it runs last: after the app and its pool have been closed.
afterAll(async () => {
  await ask(adminUrl, `drop database if exists ${own} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});
