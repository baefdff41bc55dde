import { fork } from 'node:child_process';
import { shows } from '#test/rows.ts';
import { ended, freePort, untilAnswers } from '#test/running-product.ts';
import { load, report } from './kit.ts';
import { setStage } from './stage.ts';

// A product's page rendered on the server. Uncached: each request asks for another copy. Twin:
// React alone renders a page of the same number of elements from memory.
let slug = '';
const stage = await setStage(async (pool) => {
  [slug = ''] = await shows(pool, { count: 20 });
});
const path = `/products/${slug}`;
const html = await (await fetch(stage.product.url + path)).text();
const elements = html.match(/<[a-z]/g)?.length ?? 0;
const twinPort = await freePort();
const twin = fork('bench/twins/react-page.ts', {
  env: {
    ...process.env,
    PORT: String(twinPort),
    ELEMENTS: String(elements),
    NODE_ENV: 'production',
  },
});
await untilAnswers(`http://127.0.0.1:${twinPort}/`, twin);

let copy = 0;
const uncached = await load(stage.product.url, {
  requests: [
    {
      method: 'GET',
      setupRequest: (request) => {
        copy += 1;
        return { ...request, path: `${path}?date=${copy}` };
      },
    },
  ],
});
const cached = await load(stage.product.url + path);
const bare = await load(`http://127.0.0.1:${twinPort}/`);
console.log(`page of ${elements} elements, ${Math.round(html.length / 1024)} KB`);
console.log(`uncached ${uncached.perSecond}/s p99 ${uncached.p99} ms, failed ${uncached.failed}`);
console.log(
  `cached ${cached.perSecond}/s p99 ${cached.p99} ms: ${(cached.perSecond / uncached.perSecond).toFixed(1)} times the uncached`,
);
console.log(`twin ${bare.perSecond}/s p99 ${bare.p99} ms`);
await ended(twin, 'SIGTERM');
await stage.close();
report({ name: 'product-page', value: uncached.perSecond, unit: 'pages/s', twin: bare.perSecond });
