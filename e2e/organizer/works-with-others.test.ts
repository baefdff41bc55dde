import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { aReceiver, type Receiver } from '#test/receiver.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { field, logIn, member, press, tokenOf } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// What others build on us: an organizer's receiver of events, a key, and the buy button in a page of
// their own. Each step leans on the one before.
const base = inject('baseUrl');
const ask = askOf(base);
const words = (key: string, values = {}) => say('integrations', key, values);

let browser: Browser;
let desk: Visitor;
let receiver: Receiver;
let secret = '';
let product = { slug: '', title: '', channel: { title: '' } };
/** A page of somebody else's, on an origin of its own. */
let foreign: Server;
let foreignOrigin = '';

beforeAll(async () => {
  browser = await openBrowser();
  desk = await aVisitor(browser, base, { worker: 'none' });
  receiver = await aReceiver();
  foreign = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://foreign');
    const slug = searchParams.get('product') ?? '';
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><title>A page of the theatre</title><h1>Our season</h1>
       <script async src="${base}/widget.js" data-product="${slug}" data-title="${slug}" data-lang="en"></script>`,
    );
  });
  await new Promise<void>((done) => foreign.listen(0, done));
  foreignOrigin = `http://localhost:${(foreign.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  foreign?.close();
});

/** Of a page behind others: nothing there is observed, and it does not say that it is looked at. */
function openedBehind(): void {
  const seen = { state: 'hidden' };
  Object.defineProperty(document, 'visibilityState', { get: () => seen.state });
  Object.assign(window, {
    ResizeObserver: class {
      observe() {}
    },
    comeToTheFront: () => {
      seen.state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  });
  const tell = ({ target }: Event) =>
    target instanceof HTMLIFrameElement && document.body.setAttribute('data-frame', 'loaded');
  document.addEventListener('load', tell, true);
}

const step = stepsOfStory(async () => undefined);

step('an organizer adds a receiver, and sees its secret once', async () => {
  const { page } = desk;
  await logIn(page, member('teatro'), '/account/integrations');
  await page.evaluate(() => localStorage.setItem('platea.language', JSON.stringify('en')));
  await page.goto('/account/integrations');
  await page.getByRole('heading', { level: 1, name: words('title') }).waitFor();
  await press(page, words('webhook.add'));
  const dialog = page.getByRole('dialog');
  await field(page, words('webhook.url')).fill('https://169.254.169.254/latest');
  await dialog.getByRole('checkbox', { name: 'product.published' }).check();
  await dialog.getByRole('button', { name: words('webhook.add') }).click();
  await dialog
    .getByText(/private network/)
    .first()
    .waitFor();
  await field(page, words('webhook.url')).fill(receiver.url);
  await dialog.getByRole('button', { name: words('webhook.add') }).click();
  secret = await field(page, words('webhook.secret')).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await press(page, words('once.done'));
  await page.goto('/account/integrations');
  await page.getByRole('link', { name: new URL(receiver.url).host }).waitFor();
  expect(await page.content()).not.toContain(secret);
});

step('a test event arrives, signed, and the log shows it', async () => {
  const { page } = desk;
  await page.getByRole('link', { name: new URL(receiver.url).host }).click();
  await press(page, words('webhook.test'));
  await expect.poll(() => receiver.got.length).toBe(1);
  const [got] = receiver.got as [(typeof receiver.got)[0]];
  expect(new Verifier(secret).verify(got.body, got.headers)).toMatchObject({ type: 'test.sent' });
  const arrived = new RegExp(`test\\.sent.*${words('delivery.delivered')}`);
  await page.getByRole('row', { name: arrived }).first().waitFor();
  await page.getByRole('link', { name: 'test.sent' }).first().click();
  await page.getByText(got.headers['webhook-id'] ?? '').waitFor();
});

step('a key is made, opens what its scopes say, and nothing once it is revoked', async () => {
  const { page } = desk;
  await page.goto('/account/integrations?section=keys');
  await press(page, words('key.add'));
  const dialog = page.getByRole('dialog');
  await field(page, words('key.name')).fill('Our website');
  await dialog.getByRole('checkbox', { name: 'read:products' }).check();
  await dialog.getByRole('button', { name: words('key.add') }).click();
  const key = await field(page, words('key.one')).inputValue();
  const { items } = await ask<{ items: (typeof product & { status: string })[] }>(
    '/api/desk/products',
    key,
  );
  product = items.find(({ status }) => status === 'published') ?? product;
  expect(product.slug).not.toBe('');
  await expect(ask('/api/desk/sales', key)).rejects.toThrow(/403.*API_KEY_SCOPE/);
  await press(page, words('once.done'));
  await page.getByRole('button', { name: words('revoke.title', { name: 'Our website' }) }).click();
  const sure = page.getByRole('dialog');
  await sure.getByRole('button', { name: words('revoke.do') }).click();
  await page.getByText(words('keyState.revoked'), { exact: true }).first().waitFor();
  await expect(ask('/api/desk/products', key)).rejects.toThrow(/401/);
});

step('a page of others cannot frame a show while its domain is not allowed', async () => {
  const page = await desk.context.newPage();
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  );
  await page.goto(`${foreignOrigin}/?product=${product.slug}`);
  await refused;
  const frame = page.frameLocator('iframe');
  expect(await frame.getByRole('link').count()).toBe(0);
  // What stays is no hole, but a way to the show.
  const link = page.getByRole('link', { name: product.slug });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`${base}/products/${product.slug}`);
  await page.locator('iframe').waitFor({ state: 'detached' });
  await page.close();
});

step('behind other pages nothing is given up before somebody looks', async () => {
  // A clock that is told what to do is that of all pages that are opened together.
  const { page, context } = await aVisitor(browser, foreignOrigin, { worker: 'none' });
  await page.clock.install();
  await page.addInitScript(openedBehind);
  await page.goto(`${foreignOrigin}/?product=${product.slug}`);
  await page.locator('body[data-frame=loaded]').waitFor();
  await page.clock.runFor(10_000);
  expect(await page.locator('iframe').count()).toBe(1);
  await page.evaluate('comeToTheFront()');
  await page.clock.runFor(2000);
  await page.getByRole('link', { name: product.slug }).waitFor();
  await context.close();
});

step('the organizer allows the domain, and sees how it will look', async () => {
  const { page } = desk;
  await page.goto('/account/integrations?section=widget');
  const channel = product.channel.title;
  const panel = page.getByRole('region', { name: words('widget.domainsOf', { channel }) });
  await panel.getByLabel(words('widget.domains'), { exact: true }).first().fill(foreignOrigin);
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: say('ui', 'form.save') }).click();
  await page.getByText(words('widget.saved')).first().waitFor();
  const kept = await ask<{ items: { domains: string[] }[] }>(
    '/api/desk/widgets',
    await tokenOf(page),
  );
  expect(kept.items.flatMap((item) => item.domains)).toEqual([foreignOrigin]);
  const preview = page.frameLocator('iframe');
  await preview.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('pre').first().textContent()).toContain(`${base}/widget.js`);
  expect(desk.faults).toEqual([]);
});

step('the show is framed there, keeps nothing, and opens the checkout with us', async () => {
  const reader = await aVisitor(browser, foreignOrigin, { worker: 'none' });
  const { page, context } = reader;
  await page.goto(`/?product=${product.slug}`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: product.title }).waitFor();
  const box = page.locator('iframe');
  await expect
    .poll(async () => {
      const inside = await frame
        .locator('body')
        .evaluate((body) => body.getBoundingClientRect().height);
      return Math.abs(((await box.boundingBox())?.height ?? 0) - inside);
    })
    .toBeLessThanOrEqual(1);
  expect(await context.cookies()).toEqual([]);
  const opened = context.waitForEvent('page');
  await frame.getByRole('link').click();
  const ours = await opened;
  await ours.waitForURL((url) => url.origin === base);
  expect(decodeURIComponent(ours.url())).toContain(`/products/${product.slug}`);
  expect(await ours.evaluate(() => window.opener)).toBeNull();
  await reader.context.close();
});

step('there it says how high it is behind other pages too', async () => {
  const reader = await aVisitor(browser, foreignOrigin, { worker: 'none' });
  await reader.context.addInitScript(openedBehind);
  await reader.page.goto(`/?product=${product.slug}`);
  const title = reader.page.frameLocator('iframe').getByRole('heading', { name: product.title });
  await title.waitFor();
  await expect
    .poll(async () => (await reader.page.locator('iframe').boundingBox())?.height ?? 200)
    .not.toBe(200);
  await reader.context.close();
});

step('no other page of ours can be framed there', async () => {
  for (const path of ['/', `/products/${product.slug}`, '/login', '/account/integrations']) {
    const { headers } = await fetch(base + path);
    const policy = headers.get('content-security-policy') ?? '';
    expect([path, /frame-ancestors ([^;]*)/.exec(policy)?.[1]]).toEqual([path, "'none'"]);
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});

step('an administrator sees how the receiver is doing, and not what is in it', async () => {
  const admin = await aVisitor(browser, base, { worker: 'none' });
  await logIn(admin.page, member('admin'), '/manage/integrations');
  await admin.page.getByText(new URL(receiver.url).host).first().waitFor();
  const { authToken } = await sessionOf(ask, 'admin');
  const health = await ask<{ items: object[] }>('/api/manage/webhook-health', authToken);
  expect(JSON.stringify(health)).not.toContain('/hook');
  expect(await tokenOf(admin.page)).not.toBe('');
  await admin.context.close();
});
