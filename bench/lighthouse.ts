import { fork } from 'node:child_process';
import { freePort } from '#test/free-port.ts';
import { ended, startProduct, untilAnswers } from '#test/running-product.ts';
import { demoViewer } from './demo-viewer.ts';
import { report, untilQuiet } from './kit.ts';
import { categories, lookAgain, openObservatory, type Sight } from './observe.ts';

// The pages that people meet first, and the player, on a simulated phone (Lighthouse's own: four
// times slower than this machine, on a slow 4G). Twin: a page with one heading, which shows what
// this machine lets any page have.
const runs = 5;
const product = await startProduct({ DEMO: 'on' });
// Its own name for itself: what a page links to is then where it was found.
const site = product.url.replace('127.0.0.1', 'localhost');

const { session, findShow } = await demoViewer(product.url);
const show = await findShow();
const observatory = await openObservatory();

const views = [
  { name: 'home', url: `${site}/`, bar: 95 },
  { name: 'product', url: `${site}/products/${show.slug}`, bar: 95 },
  { name: 'channel', url: `${site}/channels/${show.channel.slug}`, bar: 95 },
  { name: 'search', url: `${site}/search-results?q=jazz`, bar: 95, hidden: true },
  { name: 'player', url: `${site}/player/${show.slug}`, bar: 90, hidden: true, member: true },
];

/** Whoever looks from here on is logged in. */
async function logIn(): Promise<void> {
  const page = await observatory.context.newPage();
  await page.goto(`${site}/aviso-legal`);
  await page.evaluate((kept) => {
    localStorage.setItem('platea.session', kept);
  }, JSON.stringify(session));
  await page.close();
}

const below = ({ scores }: Sight, bar: number) =>
  categories.filter((one) => !(scores[one] >= (one === 'performance' ? bar : 100)));

function print(name: string, { scores, lcp, cls, tbt, script, lost }: Sight): void {
  const points = categories.map((one) => `${one} ${scores[one]}`).join(', ');
  const figures = `LCP ${Math.round(lcp)} ms, CLS ${cls.toFixed(3)}, TBT ${Math.round(tbt)} ms`;
  console.log(`${name}: ${points}; ${figures}, scripts ${(script / 1024).toFixed(1)} KB`);
  if (lost.length > 0) console.log(`  loses points by: ${lost.join(', ')}`);
}

const twinPort = await freePort();
const twin = fork('bench/twins/bare-page.ts', {
  env: { ...process.env, PORT: String(twinPort) },
});
const twinUrl = `http://localhost:${twinPort}/`;
await untilAnswers(twinUrl, twin);
await untilQuiet();
const bare = await lookAgain(observatory.port, { url: twinUrl }, runs);
print('bare page', bare);
const failed: string[] = [];
const points: number[] = [];
for (const view of views) {
  if (view.member) await logIn();
  const seen = await lookAgain(observatory.port, view, runs);
  print(view.name, seen);
  points.push(seen.scores.performance);
  failed.push(...below(seen, view.bar).map((what) => `${view.name}: ${what} ${seen.scores[what]}`));
}
await observatory.close();
await ended(twin, 'SIGTERM');
await product.stop();
for (const one of failed) console.log(`below the bar: ${one}`);
if (failed.length > 0) process.exitCode = 1;
report({
  name: 'lighthouse',
  value: Math.min(...points),
  unit: 'points of the slowest page',
  twin: bare.scores.performance,
});
