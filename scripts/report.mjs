/** Runs checks and tests, says in one line each how they went, and counts. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache, node24, root, run } from './setup.mjs';

/** Twice of what a run takes on a slow machine: what hangs ends, what is slow arrives. */
const longestTestRun = 40 * 60 * 1000;
const longestAccount = 400;
const projectSentences = {
  rules: 'Rules hold',
  engine: 'The live engine streams',
  architecture: 'The code keeps its shape',
  stories: 'Stories of the business are true on a real database',
  e2e: 'Journeys in a browser arrive',
  'e2e-stage': 'Journeys of organizers and of whole shows arrive',
};

/** Runs the checks in order and prints each as a sentence. */
export async function printChecks(checks) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const { sentence, faults } of checks) {
    const began = performance.now();
    const found = await faults();
    const took = seconds(began);
    if (found.length === 0) {
      count.passed += 1;
      console.log(`ok    ${sentence} (${took})`);
    } else {
      count.failed += 1;
      console.log(`FAULT ${sentence}: no (${took})`);
      for (const fault of found) console.log(indent(fault));
    }
  }
  return count;
}

/** Far more than all databases, recordings and browsers of a run need together. */
const roomForAll = 8 * 1024 ** 3;

/**
 * Where a run keeps what it throws away at its end: in memory where there is a lot of it. A fresh
 * database for each file is a thousand files, and costs a tenth there of what it costs on a disk.
 */
export function folderForRun() {
  const inMemory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, freemem()) > roomForAll ? inMemory : tmpdir();
}

/**
 * Runs the vitest projects of these names; each failed test is printed with its reason. `gives`:
 * whatever else runs goes first. `more`: further variables of their environment.
 */
export async function printTests(projects, { gives = false, more = {} } = {}) {
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'platea-tests-'));
  const report = join(folder, 'report.json');
  const { FORCE_COLOR: _, ...env } = process.env;
  const { code, output } = await run(
    node24,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--passWithNoTests',
      `--reporter=${join(root, 'scripts', 'failing-tests.mjs')}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      env: { ...env, ...compileCache(), NO_COLOR: '1', TMPDIR: folderForRun(), ...more },
      timeoutMs: longestTestRun,
      gives,
    },
  );
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  rmSync(folder, { recursive: true, force: true });
  const count = countOf(result, code);
  printOutcome({ projects, count, broke: !result, output, took: seconds(began) });
  return count;
}

/** A run that broke off, or a file that could not be loaded, has failed though no test did. */
function countOf(result, code) {
  if (!result) return { passed: 0, failed: 1, skipped: 0 };
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  ).length;
  const failed = result.numFailedTests + broken;
  return {
    passed: result.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  };
}

const isFailed = (test) => test.status === 'failed';

function printOutcome({ projects, count, broke, output, took }) {
  const names = projects.map((name) => projectSentences[name] ?? name).join('; ');
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
  const numbers = `${count.passed} passed, ${count.failed} failed${skipped}`;
  console.log(`${count.failed === 0 ? 'ok   ' : 'FAULT'} ${names}: ${numbers} (${took})`);
  if (count.failed === 0) return;
  if (broke)
    console.log(
      indent(`It broke off, or had to be ended after ${longestTestRun / 60_000} minutes.`),
    );
  const lines = output.trim().split('\n');
  console.log(indent(lines.slice(0, longestAccount).join('\n')));
  if (lines.length > longestAccount)
    console.log(indent(`and ${lines.length - longestAccount} lines more`));
}

const indent = (text) => text.replaceAll(/^/gm, '      ');
const seconds = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
