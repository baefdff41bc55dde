import { fork } from 'node:child_process';
import { freePort } from '#test/free-port.ts';
import { shows } from '#test/rows.ts';
import { ended, untilAnswers } from '#test/running-product.ts';
import { load, report } from './kit.ts';
import { setStage } from './stage.ts';

// A product's page rendered on the server. Uncached: each request asks for another copy. Twin: the
// very same page (the elements, attributes and texts that the product answers, read once) drawn by
// React alone on plain node:http: no database, no components, no router, nothing to hydrate.
let slug = '';
const stage = await setStage(async (pool) => {
  [slug = ''] = await shows(pool, { count: 20 });
});
const path = `/products/${slug}`;
const elementsOf = (html: string) => html.match(/<[a-z]/g)?.length ?? 0;
const pageAt = async (url: string) => (await fetch(url)).text();
const html = await pageAt(stage.product.url + path);
const elements = elementsOf(html);
const twinPort = await freePort();
const twin = fork('bench/twins/react-page.ts', {
  env: {
    ...process.env,
    PORT: String(twinPort),
    PAGE: stage.product.url + path,
    NODE_ENV: 'production',
  },
});
const twinUrl = `http://127.0.0.1:${twinPort}/`;
await untilAnswers(twinUrl, twin);
const twinHtml = await pageAt(twinUrl);
if (elementsOf(twinHtml) !== elements) throw new Error('the twin draws another page than we do');

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
const bare = await load(twinUrl);
const kilobytes = [html, twinHtml].map((text) => Math.round(text.length / 1024));
console.log(`page of ${elements} elements, ${kilobytes[0]} KB (twin ${kilobytes[1]} KB)`);
console.log(`uncached ${uncached.perSecond}/s p99 ${uncached.p99} ms, failed ${uncached.failed}`);
console.log(
  `cached ${cached.perSecond}/s p99 ${cached.p99} ms: ${(cached.perSecond / uncached.perSecond).toFixed(1)} times the uncached`,
);
console.log(`twin ${bare.perSecond}/s p99 ${bare.p99} ms`);
await ended(twin, 'SIGTERM');
await stage.close();
report({ name: 'product-page', value: uncached.perSecond, unit: 'pages/s', twin: bare.perSecond });
