/**
 * `npm test`: sets up the machine, then runs every check and every test. The last line is the sum
 * of all of them: `N passed, N failed`.
 */
import { checks } from './checks.mjs';
import { printChecks, printTests } from './report.mjs';
import { ensureBuild, ensureChromium, ensureFfmpeg, ensurePackages, SetupError } from './setup.mjs';

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
  // The engine waits for its encoders more than it works: all that needs no browser is done meanwhile.
  await together([printTests(['engine']), withoutBrowser()]);
  // Shows pass in real time: the other journeys are made beside them, on a product of their own.
  if (ffmpeg && chromium) await together([printTests(['e2e-stage']), printTests(['e2e'])]);
  else
    add(await printChecks([{ sentence: 'Journeys can be made', faults: async () => [missing] }]));
}

/** What breaks one of them is told when the others have had their say. */
async function together(beside) {
  await Promise.allSettled(beside);
  for (const count of beside) add(await count);
}

async function withoutBrowser() {
  const first = await printChecks([...checks, { sentence: 'The web can be built', faults: built }]);
  add(first);
  return printTests(['rules', 'architecture', 'stories'], { gives: true });
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

try {
  await testAll();
} catch (failure) {
  console.error(failure instanceof SetupError ? failure.message : failure);
  sum.failed += 1;
}
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
