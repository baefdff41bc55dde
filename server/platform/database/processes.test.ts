import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { config } from '../config.ts';
import { closeDatabase, db, sql } from './index.ts';
import { hearOthers, joinProcesses, leaveProcesses, tellOthers } from './processes.ts';

const run = promisify(execFile);

/** Another process of the product says something, and ends. */
async function anotherProcessTells(topic: string, message: unknown): Promise<void> {
  const code = `
    import { joinProcesses, leaveProcesses, tellOthers } from '#server/platform/database/processes.ts';
    await joinProcesses();
    tellOthers(${JSON.stringify(topic)}, ${JSON.stringify(message)});
    await leaveProcesses();`;
  const env = { ...process.env, DATABASE_URL: config().DATABASE_URL };
  await run(process.execPath, ['--input-type=module', '--eval', code], { env });
}

/** The next word on a topic; `missed` ends the waiting too. */
const nextOf = (topic: string) =>
  new Promise((resolve) => hearOthers(topic, resolve, () => resolve('missed')));

beforeAll(joinProcesses);
afterAll(async () => {
  await leaveProcesses();
  await closeDatabase();
});

test('a process hears what another says of the topic, and only of that', async () => {
  const other: unknown[] = [];
  hearOthers('other', (message) => other.push(message));
  const heard = nextOf('pages');
  await anotherProcessTells('pages', { changed: ['é', 1] });
  expect(await heard).toEqual({ changed: ['é', 1] });
  expect(other).toEqual([]);
});

test('a process never hears itself', async () => {
  const heard: unknown[] = [];
  hearOthers('pages', (message) => heard.push(message));
  tellOthers('pages', 'mine');
  await anotherProcessTells('pages', 'theirs');
  // The connection keeps the order: what was said first would have been heard first.
  await expect.poll(() => heard).toEqual(['theirs']);
});

test('a process whose connection was cut learns that it may have missed something', async () => {
  const heard = nextOf('pages');
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'platea processes' and datname = current_database()`.execute(db());
  expect(await heard).toBe('missed');
  const again = nextOf('pages');
  await anotherProcessTells('pages', 'back');
  expect(await again).toBe('back');
});
