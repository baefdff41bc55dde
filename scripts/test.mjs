/**
 * `npm test`: sets up the machine, then runs every check and every test. The last line is the sum
 * of all of them: `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { checks } from './checks.mjs';
import { folderForRun, printChecks, printTests } from './report.mjs';
import {
  compileCache,
  ensureBuild,
  ensureChromium,
  ensureFfmpeg,
  ensurePackages,
  node24,
  run,
  SetupError,
} from './setup.mjs';

const sum = { passed: 0, failed: 0, skipped: 0 };

function add(count) {
  for (const name of Object.keys(sum)) sum[name] += count[name] ?? 0;
}

async function testAll() {
  const [, ffmpeg, chromium] = await Promise.all([
    ensurePackages(),
    ensureFfmpeg(),
    ensureChromium(),
  ]);
  const folder = mkdtempSync(join(folderForRun(), 'platea-demo-'));
  const demo = demoIn(folder);
  const clear = () => rmSync(folder, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void breakOff(signal, demo, clear));
  try {
    await testWith(demo, ffmpeg && chromium);
  } finally {
    clear();
  }
}

/** In memory nobody clears up after us; whoever fills the folder has to be gone for that. */
async function breakOff(signal, demo, clear) {
  await demo.end();
  clear();
  process.exit(128 + constants.signals[signal]);
}

async function testWith(demo, hasBrowser) {
  const whole = hasBrowser && { sentence: 'The demonstration can be made', faults: demo.make };
  // The engine waits for its encoders more than it works: all that needs no browser is done meanwhile.
  await together([printTests(['engine']), withoutBrowser(whole)]);
  const lacks = hasBrowser ? demo.lacks() : [missing];
  if (lacks.length > 0)
    return add(
      await printChecks([{ sentence: 'Journeys can be made', faults: async () => lacks }]),
    );
  // Shows pass in real time: the other journeys are made beside them, on a product of their own.
  const more = { MADE_DEMO: demo.folder };
  await together([printTests(['e2e-stage'], { more }), printTests(['e2e'], { more })]);
}

/** What breaks one of them is told when the others have had their say. */
async function together(beside) {
  await Promise.allSettled(beside);
  for (const count of beside) add(await count);
}

/**
 * The demonstration is streamed while the code is looked at, once for all journeys: what is built comes
 * before it.
 */
async function withoutBrowser(whole) {
  add(await printChecks([{ sentence: 'The web can be built', faults: built }]));
  const besides = whole ? printChecks([whole]) : { passed: 0, failed: 0 };
  add(await printChecks(checks));
  const count = await printTests(['rules', 'architecture', 'stories'], { gives: true });
  add(await besides);
  return count;
}

const missing = 'chromium and ffmpeg are both needed for them; see above';

async function built() {
  try {
    await ensureBuild({ gives: true });
    return [];
  } catch (failure) {
    if (!(failure instanceof SetupError)) throw failure;
    return [failure.message];
  }
}

/** The demonstration that all journeys are made on copies of: half made, it would fail each of them. */
function demoIn(folder) {
  const given = new AbortController();
  let lacks = ['there is no whole demonstration to make them on; see above'];
  let making = Promise.resolve([]);
  const fill = async () => {
    const { code, output } = await run(node24, ['scripts/make-demo.ts', folder], {
      env: { ...process.env, ...compileCache() },
      gives: true,
      given: given.signal,
    });
    if (code !== 0) return output.trim().split('\n').slice(-12);
    lacks = [];
    return [];
  };
  const make = () => {
    making = fill();
    return making;
  };
  const end = async () => {
    given.abort();
    await making;
  };
  return { folder, make, end, lacks: () => lacks };
}

try {
  await testAll();
} catch (failure) {
  console.error(failure instanceof SetupError ? failure.message : failure);
  sum.failed += 1;
}
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
