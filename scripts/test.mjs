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
  // The engine waits for its encoders more than it works, and shows pass in real time: the code is looked at and
  // proven beside both, and gives way to them.
  const engine = printTests(['engine']);
  const web = printChecks([{ sentence: 'The web can be built', faults: built }]);
  const whole = web.then(() => (hasBrowser ? printChecks([wholeDemo(demo)]) : noChecks));
  const code = web.then(withoutBrowser);
  const shows = Promise.allSettled([engine, whole]).then(() => journeys(demo, 'e2e-stage'));
  // On a product of their own, and not beside the code: they measure how light and still pages are.
  const looks = Promise.allSettled([whole, code]).then(() => journeys(demo, 'e2e'));
  const lacks = whole.then(() => journeysCanBeMade(hasBrowser ? demo.lacks() : [missing]));
  await together([engine, web, whole, code, shows, looks, lacks]);
}

const noChecks = Promise.resolve({ passed: 0, failed: 0 });

/** What breaks one of them is told when the others have had their say. */
async function together(beside) {
  const ended = await Promise.allSettled(beside);
  for (const { value } of ended) if (value) add(value);
  for (const { status, reason } of ended) if (status === 'rejected') throw reason;
}

/** What can be seen of the code without running it, then rules, shape and stories. */
async function withoutBrowser() {
  const seen = await printChecks(checks);
  const { passed, failed, skipped } = await printTests(['rules', 'architecture', 'stories'], {
    gives: true,
  });
  return { passed: seen.passed + passed, failed: seen.failed + failed, skipped };
}

/** Streamed once for all journeys. */
const wholeDemo = (demo) => ({ sentence: 'The demonstration can be made', faults: demo.make });

/** None without a whole demonstration, which is a fault of its own. */
const journeys = async (demo, project) =>
  demo.lacks().length > 0 ? noChecks : printTests([project], { more: { MADE_DEMO: demo.folder } });

const journeysCanBeMade = (lacks) =>
  lacks.length === 0
    ? noChecks
    : printChecks([{ sentence: 'Journeys can be made', faults: async () => lacks }]);

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
