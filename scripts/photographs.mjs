/** `npm run photographs`: sets up the machine, then photographs every screen (e2e/photographs). */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  ensureBuild,
  ensureChromium,
  ensureFfmpeg,
  ensurePackages,
  node24,
  root,
  SetupError,
} from './setup.mjs';

try {
  await Promise.all([ensurePackages(), ensureFfmpeg(), ensureChromium()]);
  await ensureBuild();
} catch (failure) {
  if (!(failure instanceof SetupError)) throw failure;
  console.error(failure.message);
  process.exit(1);
}

const camera = spawn(node24, [join(root, 'e2e/photographs/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => camera.kill(signal));
camera.on('exit', (code) => process.exit(code ?? 1));
