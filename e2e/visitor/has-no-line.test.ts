import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { logIn, member } from '../people.ts';
import { say } from '../words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const visitor = (options = {}) => aVisitor(browser, inject('baseUrl'), options);
/** The worker is there and sees what the page asks for. */
const untilWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Every address that the worker keeps. */
const keptBy = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return all.flat().map((url) => new URL(url).pathname);
  });

describe('the site as an app', () => {
  it('can be installed', async () => {
    // Whether it can is the browser's own verdict.
    const whole = await openBrowser('whole');
    const { page, context } = await aVisitor(whole, inject('baseUrl'));
    await page.goto('/');
    await untilWorker(page);
    const session = await context.newCDPSession(page);
    const faults = async () => {
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      return installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
    };
    await expect.poll(faults).toEqual([]);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}').lang).toBe('en');
    await whole.close();
  });

  it('says that there is no line, and opens the page by itself when it is back', async () => {
    const { page, context, faults } = await visitor({ locale: 'es-ES', width: 390 });
    await page.goto('/');
    await untilWorker(page);
    await context.setOffline(true);
    await page.goto('/login?next=%2Fmystuff%2Fproducts');
    await page.getByRole('heading', { name: 'No tienes conexión' }).waitFor();
    expect(await page.locator('main:visible').count()).toBe(1);
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: /sesión/i }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/mystuff/products');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows public pages that were opened before, and keeps nothing personal', async () => {
    const { page, context } = await visitor();
    const { email, password } = member('viewer');
    await logIn(page, { email, password }, '/mystuff/products');
    await untilWorker(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto('/');
    const title = await page.title();
    await page.goto('/mystuff/orders');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // A page is kept once it has been answered.
    await expect.poll(() => keptBy(page)).toContain('/');
    const kept = await keptBy(page);
    expect(kept.filter((path) => /^\/(api|mystuff|login|media|graphql|images)/.test(path))).toEqual(
      [],
    );
    await context.setOffline(true);
    await page.goto('/');
    expect(await page.title()).toBe(title);
    await page.goto('/mystuff/products');
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await context.close();
  });

  it('lets the picture and sound of shows pass as if it were not there', async () => {
    const { page, context } = await visitor();
    await page.goto('/');
    await untilWorker(page);
    const products = await (await fetch(`${inject('baseUrl')}/api/products`)).json();
    const { id, widths } = products.items[0].picture;
    const paths = ['/media/none/of/ours.m4s', '/api/time', `/images/${id}/${widths[0]}.jpg`];
    const statuses = await page.evaluate(
      (wanted) => Promise.all(wanted.map(async (path) => (await fetch(path)).status)),
      paths,
    );
    expect(statuses).toEqual([404, 200, 200]);
    expect((await keptBy(page)).filter((path) => /^\/(api|media|images)/.test(path))).toEqual([]);
    await context.close();
  });

  it('asks nobody for anything when a page opens', async () => {
    const { page, context } = await visitor();
    await page.addInitScript(() => {
      Notification.requestPermission = () => {
        document.documentElement.dataset.asked = 'yes';
        return Promise.resolve('denied' as const);
      };
    });
    await page.goto('/');
    await untilWorker(page);
    expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined();
    await context.close();
  });
});

describe('a piece of a page that does not come', () => {
  it('leaves the page as it is', async () => {
    const { page, context, faults } = await visitor({ worker: 'none' });
    await page.route('**/assets/system-messages-*', (route) => route.abort());
    // Other calls may be given up beside it.
    const missed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/system-messages-'),
    );
    await page.goto('/');
    expect((await missed).failure()?.errorText).toContain('ERR_FAILED');
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    expect(await page.locator('h1').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is asked for again when it is wanted again, such as quick access', async () => {
    const { page, context, faults } = await visitor({ worker: 'none' });
    await page.goto('/');
    await page.route('**/assets/palette-*.js', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByText(say('platform', 'error.missed')).waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    await page.unroute('**/assets/palette-*.js');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a link into the house', () => {
  it.each(['/mystuff/orders?page=1', '/player/unknown-show?t=90'])(
    '%s is where one lands after log-in',
    async (path) => {
      const { page, context } = await visitor();
      await page.goto(path);
      await page.waitForURL((url) => url.pathname === '/login');
      const next = new URL(page.url()).searchParams.get('next') ?? '';
      expect(next).toBe(path);
      const { email, password } = member('viewer');
      await logIn(page, { email, password }, next);
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe(path);
      await context.close();
    },
  );
});
