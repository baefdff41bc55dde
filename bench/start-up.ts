import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { percentile, report } from './kit.ts';

// From the command to the first served page, on a folder that has been used before. Twin: the same
// embedded PostgreSQL, one query, and one line of HTML from Fastify.
const folder = mkdtempSync(join(tmpdir(), 'platea-start-'));
const rtmpPort = String(await freePort());
const rounds = 5;

/** Milliseconds from the spawn to the first good answer of `/`. */
async function timeOf(script: string, dataDir: string): Promise<number> {
  const port = String(await freePort());
  const began = performance.now();
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      RTMP_PORT: rtmpPort,
      DATABASE_URL: '',
      DATA_DIR: join(folder, dataDir),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilAnswers(`http://127.0.0.1:${port}/`, child, 120);
  const took = performance.now() - began;
  await ended(child, 'SIGTERM');
  return Math.round(took);
}

const product = () => timeOf('scripts/start.mjs', 'product');
const twin = () => timeOf('bench/twins/bare-start.ts', 'twin');

console.log(`first start, with an empty folder: ${await product()} ms`);
await twin();
const ours: number[] = [];
const bare: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await product());
  bare.push(await twin());
}
rmSync(folder, { recursive: true, force: true });
console.log(`later starts ${ours.join(' ')} ms, bare ${bare.join(' ')} ms`);
report({
  name: 'start-up',
  value: percentile(ours, 0.5),
  unit: 'ms to the first page (less is better)',
  twin: percentile(bare, 0.5),
});
