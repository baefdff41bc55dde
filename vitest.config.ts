import { defineConfig } from 'vitest/config';

/**
 * rules         pure functions: no database, microseconds
 * engine        the live engine and encoding: real sockets and ffmpeg, still without a database
 * architecture  the shape of the code itself
 * stories       endpoints and actions on real PostgreSQL, a fresh database for each file
 * e2e           journeys in a browser against the built product
 * e2e-stage     those of organizers, of whole shows and of faults, against a product of their own
 */
const rules = [
  'contract/**/*.test.ts',
  'server/**/*.rules.test.ts',
  'web/**/*.test.{ts,tsx}',
  'scripts/**/*.test.{ts,mjs}',
];
const engine = ['server/live/engine/**/*.test.ts', 'server/media/encoding/**/*.test.ts'];
const stage = ['organizer', 'story', 'faults'].map((folder) => `e2e/${folder}/**/*.test.ts`);
const architecture = ['test/architecture/**/*.test.ts'];

const quiet = { NODE_ENV: 'test', LOG_LEVEL: 'silent', TZ: 'UTC', DEMO: 'off', RATE_LIMIT: '0' };
const seconds = 1000;

/** What is waited for comes when the machine comes to it; how fast we are is measured alone. */
const patience = { poll: { timeout: 15 * seconds } };

/** By Node itself, as the server runs: nothing of theirs is translated, or looked at when it is read. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const journeys = {
  globalSetup: 'test/setup/product.ts',
  setupFiles: 'e2e/shown-when-broken.ts',
  maxWorkers: 1,
  testTimeout: 240 * seconds,
  // A page may take its time on a busy machine; what is looked for comes, or the test fails.
  expect: { poll: { timeout: 45 * seconds } },
  hookTimeout: 120 * seconds,
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    env: quiet,
    expect: { requireAssertions: true },
    projects: [
      // Nothing of theirs is kept: they share what they import.
      { extends: true, test: { name: 'rules', include: rules, exclude: engine, isolate: false } },
      {
        extends: true,
        test: {
          ...native,
          name: 'engine',
          include: engine,
          expect: patience,
          testTimeout: 90 * seconds,
          hookTimeout: 60 * seconds,
        },
      },
      {
        extends: true,
        test: { name: 'architecture', include: architecture, testTimeout: 60 * seconds },
      },
      {
        extends: true,
        test: {
          ...native,
          name: 'stories',
          // The server is read once by each process. What it knows is forgotten between two files.
          isolate: false,
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...rules, ...engine, ...architecture],
          globalSetup: 'test/setup/postgres.ts',
          setupFiles: 'test/setup/worker.ts',
          expect: patience,
          testTimeout: 30 * seconds,
          hookTimeout: 60 * seconds,
        },
      },
      {
        extends: true,
        test: { ...journeys, name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: stage },
      },
      { extends: true, test: { ...journeys, name: 'e2e-stage', include: stage } },
    ],
  },
});
