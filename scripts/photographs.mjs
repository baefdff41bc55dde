/** `npm run photographs`: sets up the machine, then photographs every screen (e2e/photographs). */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  ensureBuild,
  ensureChromium,
  ensureFfmpeg,
  ensurePackages,
  node24,
  orEnd,
  root,
} from './setup.mjs';

await orEnd(async () => {
  await Promise.all([ensurePackages(), ensureFfmpeg(), ensureChromium()]);
  await ensureBuild();
});

const camera = spawn(node24, [join(root, 'e2e/photographs/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => camera.kill(signal));
camera.on('exit', (code) => process.exit(code ?? 1));
