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
  // The engine waits for its encoders more than it works: the rest is looked at meanwhile.
  const beside = [
    printTests(['engine']),
    printChecks([...checks, { sentence: 'The web can be built', faults: built }]),
  ];
  // What breaks one of them is told when the other has had its say.
  await Promise.allSettled(beside);
  for (const count of beside) add(await count);
  add(await printTests(['rules', 'architecture', 'stories']));
  if (ffmpeg && chromium) add(await printTests(['e2e']));
  else
    add(await printChecks([{ sentence: 'Journeys can be made', faults: async () => [missing] }]));
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
