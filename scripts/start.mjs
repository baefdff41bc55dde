/** `npm start`: whatever is missing is installed or built, then the product runs until stopped. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import {
  compileCache,
  ensureBuild,
  ensureFfmpeg,
  ensurePackages,
  node24,
  orEnd,
  root,
} from './setup.mjs';

await orEnd(async () => {
  await Promise.all([ensurePackages({ tools: false }).then(() => ensureBuild()), ensureFfmpeg()]);
});

// The channel tells the server when we are gone, by kill -9 too: it then stops in order.
const server = spawn(node24, ['server/main.ts'], {
  cwd: root,
  env: {
    ...process.env,
    ...compileCache(),
    NODE_ENV: 'production',
  },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
server.on('error', (failure) => {
  console.error(`The server could not be started: ${failure.message}`);
  process.exit(1);
});
server.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
