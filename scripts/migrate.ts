/**
 * `npm run migrate` brings the database of DATABASE_URL (or the one in DATA_DIR) forward.
 * `npm run migrate -- --types` instead migrates a throw-away database and writes its types into
 * `server/platform/database/schema.ts`; with `--check` it only tells whether they still agree.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { config } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';

const schemaFile = new URL('../server/platform/database/schema.ts', import.meta.url);

/** Migrates the real database. */
async function bringForward(): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = config();
  const own = DATABASE_URL ? null : await startEmbedded(DATA_DIR);
  try {
    const ran = await migrate(DATABASE_URL ?? own?.url ?? '');
    console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The database is up to date.');
  } finally {
    await own?.stop();
  }
  return 0;
}

/** Types from the migrations alone, whatever any real database looks like. */
async function types(mode: 'write' | 'check'): Promise<number> {
  const generated = await typesOfMigrations();
  const kept = readFileSync(schemaFile, 'utf8');
  if (generated === kept) {
    console.log('The database types agree with the migrations.');
    return 0;
  }
  if (mode === 'check') {
    console.log('The database types differ from the migrations: npm run migrate -- --types');
    return 1;
  }
  writeFileSync(schemaFile, generated);
  console.log('Wrote server/platform/database/schema.ts.');
  return 0;
}

async function typesOfMigrations(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platea-types-'));
  const own = await startEmbedded(folder, { durable: false });
  try {
    await migrate(own.url);
    return generate(own.url, join(folder, 'schema.ts'));
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the drivers' parsers make of each type; see `server/platform/database/index.ts`. */
const typeMapping = {
  int8: 'number',
  timestamptz: 'string',
  date: 'string',
  numeric: 'string',
  json: 'unknown',
  jsonb: 'unknown',
};

function generate(url: string, outFile: string): string {
  const program = new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url);
  execFileSync(
    process.execPath,
    [
      program.pathname,
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${outFile}`,
      `--type-mapping=${JSON.stringify(typeMapping)}`,
      '--exclude-pattern=pgboss.*',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, TS_NODE: '' } },
  );
  return readFileSync(outFile, 'utf8');
}

const asked = new Set(process.argv.slice(2));
try {
  process.exitCode = asked.has('--types')
    ? await types(asked.has('--check') ? 'check' : 'write')
    : await bringForward();
} catch (failure) {
  console.error(failure instanceof CannotStart ? failure.message : failure);
  process.exitCode = 1;
}
