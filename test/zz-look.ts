import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { aac, h264, makeMedia, moving, tone } from '#test/made-media.ts';
import { aVisitor, openBrowser } from '../e2e/browser.ts';
import { castList } from '#server/demo/cast.ts';
const base = 'http://localhost:4555';
const out = '/tmp/vodshots'; mkdirSync(out, { recursive: true });
const browser = await openBrowser();
const who = castList.find((one) => one.key === 'teatro')!;
async function logIn(page: any, next: string) {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.locator('input[type=email]').first().fill(who.email);
  await page.locator('input[type=password]').first().fill(who.password);
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL((url: URL) => url.pathname !== '/login');
}
const film = await makeMedia('/dev/shm/Noche-de-tango.mkv', ...[moving('1280x720'), tone(), ['-t', '40'], h264(), aac(), ['-b:v', '4M']]);
const { page, faults } = await aVisitor(browser, base, { locale: 'es-ES', width: 1440 });
await logIn(page, '/account/products/new?type=vod');
await page.waitForTimeout(1500);
await page.screenshot({ path: join(out, '1-new-1440.png'), fullPage: true });
await page.locator('input[name=title]').first().fill('Noche de tango ' + Math.random().toString(36).slice(2, 6));
// slow line
const cdp = await page.context().newCDPSession(page);
await cdp.send('Network.enable');
await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: 700_000 });
await page.locator('#film input[type=file]').first().setInputFiles(film);
await page.waitForTimeout(6000);
await page.locator('#film').scrollIntoViewIfNeeded();
await page.screenshot({ path: join(out, '2-sending-1440.png') });
page.on('dialog', (d: any) => void d.accept());
await page.reload();
await page.waitForTimeout(2500);
await page.locator('#film').scrollIntoViewIfNeeded();
await page.screenshot({ path: join(out, '3-broken-1440.png') });
console.log('url', page.url());
await page.locator('#film input[type=file]').first().setInputFiles(film);
await page.waitForTimeout(3500);
await page.screenshot({ path: join(out, '4-again-1440.png') });
await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
for (let i = 0; i < 60; i++) {
  await page.waitForTimeout(1000);
  const text = await page.locator('#film').innerText();
  if (i % 3 === 0) console.log(text.replaceAll('\n', ' | ').slice(0, 200));
  if (/Preparando|Dibujando/.test(text)) { await page.screenshot({ path: join(out, '5-making-1440.png') }); }
  if (/Listo para verse/.test(text)) break;
}
await page.screenshot({ path: join(out, '6-ready-1440.png'), fullPage: true });
console.log(page.url(), faults);
await page.context().storageState({ path: '/tmp/vodstate.json' });
await browser.close();
