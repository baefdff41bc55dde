/** `npm run dev`: the product with hot reload; a change on the server starts it again. */
import { spawn } from 'node:child_process';
import { ensureFfmpeg, ensurePackages, node24, orEnd, root } from './setup.mjs';

await orEnd(async () => {
  await Promise.all([ensurePackages(), ensureFfmpeg()]);
});

// The condition makes server and Vite load the same copy of React Router: two do not know each other.
const watched = ['server', 'contract'].map((folder) => `--watch-path=${folder}`);
const server = spawn(node24, ['--conditions=development', ...watched, 'server/main.ts'], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'development' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
