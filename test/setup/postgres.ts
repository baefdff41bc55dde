import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** May create databases. */
    adminUrl: string;
    /** Name of the migrated database that every test file's own is cloned from. */
    template: string;
  }
}

/**
 * One PostgreSQL for the whole run, in a temporary folder and careless about power cuts, unless
 * DATABASE_URL names one. In it, one migrated template.
 */
export default async function postgresForStories(project: TestProject) {
  const server = process.env.DATABASE_URL ? null : await startOwn();
  const adminUrl = server?.url ?? process.env.DATABASE_URL ?? '';
  const template = `template_${process.pid}`;
  await ask(adminUrl, `create database ${template}`);
  await migrate(withDatabase(adminUrl, template));
  project.provide('adminUrl', adminUrl);
  project.provide('template', template);
  return async () => {
    if (server) await server.end();
    else await ask(adminUrl, `drop database if exists ${template} with (force)`);
  };
}

async function startOwn() {
  const folder = await mkdtemp(join(tmpdir(), 'platea-stories-'));
  const { url, stop } = await startEmbedded(folder, {
    durable: false,
    settings: {
      shared_buffers: '256MB',
      max_wal_size: '4GB',
      wal_level: 'minimal',
      max_wal_senders: '0',
    },
  });
  const end = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, end };
}

/** Runs statements as the administrator of the test databases. */
export async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
