import { fork } from 'node:child_process';
import { freePort } from '#test/free-port.ts';
import { shows } from '#test/rows.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { load, report } from './kit.ts';
import { setStage } from './stage.ts';

// The list behind home and search: 20 cards out of 200 shows. Twin: plain Fastify that sends the
// same facts from one hand-written statement, without schemas, limits, identity or headers.
const stage = await setStage(async (pool) => {
  for (let channel = 0; channel < 5; channel += 1) await shows(pool, { count: 40 });
});
const twinPort = await freePort();
const twin = fork('bench/twins/catalogue.ts', {
  env: {
    ...process.env,
    PORT: String(twinPort),
    DATABASE_URL: stage.databaseUrl,
    NODE_ENV: 'production',
  },
});
await untilAnswers(`http://127.0.0.1:${twinPort}/products`, twin);

const ours = await load(`${stage.product.url}/api/products?size=20`);
const bare = await load(`http://127.0.0.1:${twinPort}/products`);
console.log(`ours ${ours.perSecond}/s p99 ${ours.p99} ms, failed ${ours.failed}`);
console.log(`twin ${bare.perSecond}/s p99 ${bare.p99} ms, failed ${bare.failed}`);
await ended(twin, 'SIGTERM');
await stage.close();
report({ name: 'catalogue-api', value: ours.perSecond, unit: 'req/s', twin: bare.perSecond });
