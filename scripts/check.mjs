/**
 * `npm run check`: the only gate. First what can be seen without running the code, then rules,
 * architecture and stories. `npm run check -- --static` stops after the first part.
 */
import { checks } from './checks.mjs';
import { printChecks, printTests } from './report.mjs';
import { ensurePackages, SetupError } from './setup.mjs';

try {
  await ensurePackages();
  const seen = await printChecks(checks);
  const failed = process.argv.includes('--static')
    ? seen.failed
    : seen.failed + (await printTests(['rules', 'engine', 'architecture', 'stories'])).failed;
  process.exitCode = failed > 0 ? 1 : 0;
} catch (failure) {
  if (!(failure instanceof SetupError)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
