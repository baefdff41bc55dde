import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { haltingLine } from '../halting-line.ts';
import { logIn, member } from '../people.ts';

// What the public waits for is weighed, and what has been drawn stays where it is.
const base = inject('baseUrl');
const mostScript = 150 * 1024;
const mostShift = 0.02;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  // The demo opens its doors before the shows to come are all made.
  const isThere = async () => (await fetch(`${base}/api/products/midnight-piano`)).ok;
  await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
});
afterAll(() => browser.close());

const publicPages = [
  '/',
  '/products/la-luz-del-faro',
  '/channels/teatro-del-faro',
  '/search-results',
  '/search-results?q=faro',
  '/aviso-legal',
];

/** Bytes of the script that the browser asks for, as sent to browsers that know gzip alone. */
async function scriptOf(page: Page, path: string): Promise<number> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.add(request.url());
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(
    [...asked].map(async (url) => {
      const { headers } = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
      return Number(headers.get('content-length'));
    }),
  );
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.every((size) => size > 0)).toBe(true);
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the script of a public page', () => {
  it.each(publicPages)('%s is 150 KB at most', async (path) => {
    const { page, context } = await aVisitor(browser, base);
    const bytes = await scriptOf(page, path);
    console.log(`${path}: ${bytes} bytes of script (gzip)`);
    expect(bytes).toBeLessThanOrEqual(mostScript);
    await context.close();
  });
});

/** Adds up from the first moment of each page what has moved without having been asked to. */
async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { sum: 0, moved: [] as string[] };
    Object.assign(window, { shifts: seen });
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element }[];
    };
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (shift.hadRecentInput) continue;
        seen.sum += shift.value;
        const who = shift.sources.map(({ node }) => node?.className ?? node?.nodeName ?? '?');
        seen.moved.push(`${shift.value.toFixed(4)} ${who.join(' ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

type Shifts = { sum: number; moved: string[] };

async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.locator('main h1').first().waitFor();
  // A page of several parts has as many that stand in for them.
  const waits = page.locator('main [role=status]:has([data-skeleton])');
  await waits.first().waitFor({ state: 'detached' });
  const { sum, moved } = await page.evaluate(() => {
    // Two frames later whatever was about to move has moved.
    return new Promise<Shifts>((done) => {
      const answer = () => done((window as never as { shifts: Shifts }).shifts);
      requestAnimationFrame(() => requestAnimationFrame(answer));
    });
  });
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(mostShift);
}

describe.each([390, 1280])('on a screen %i wide', (width) => {
  it.each(publicPages)('%s stands still while it comes', async (path) => {
    const { page, context } = await aVisitor(browser, base, { width });
    await watchShifts(context);
    await expectStill(page, path);
    await context.close();
  });

  it('the pages of a member stand still too', async () => {
    const { page, context } = await aVisitor(browser, base, { width });
    await logIn(page, member('viewer'));
    await watchShifts(context);
    for (const path of ['/mystuff/products', '/account/my-data']) await expectStill(page, path);
    await context.close();
  });
});

describe('on a slow machine, which draws a page while it is still arriving', () => {
  it.each(['/', '/search-results'])('the cards of %s keep their places', async (path) => {
    const { page, context } = await aVisitor(browser, base, { worker: 'none' });
    await watchShifts(context);
    const hands = await context.newCDPSession(page);
    await hands.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    await expectStill(page, path);
    const { moved } = await page.evaluate(() => (window as never as { shifts: Shifts }).shifts);
    expect(moved.filter((what) => what.includes('_card_'))).toEqual([]);
    await context.close();
  });
});

/** Its styles and letters are there: what is drawn now has its size. */
const isDressed = () => {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  return sheets.every(({ sheet }) => sheet !== null) && document.fonts.status === 'loaded';
};

describe('a page of which the first part has arrived', () => {
  it('shows a phone the words of its first show where they stay when the rest comes', async () => {
    const line = await haltingLine(base, /id="hero-title".*?<\/h2>/s);
    const { page, context } = await aVisitor(browser, line.url, { width: 390, worker: 'none' });
    await page.goto('/', { waitUntil: 'commit' });
    const title = page.locator('#hero-title');
    await title.waitFor();
    await page.waitForFunction(isDressed);
    const before = await title.boundingBox();
    line.goesOn();
    await page.waitForLoadState('load');
    await page.waitForFunction(isDressed);
    const after = await title.boundingBox();
    expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
    await context.close();
    line.close();
  });
});

/** What the scheme of the page became from the moment on at which there was something to see. */
async function watchScheme(context: BrowserContext, kept: string | null): Promise<void> {
  await context.addInitScript((scheme) => {
    if (scheme) localStorage.setItem('platea.scheme', JSON.stringify(scheme));
    const attribute = 'data-mantine-color-scheme';
    const became: (string | null)[] = [];
    Object.assign(window, { became });
    new MutationObserver(() => {
      if (document.body) became.push(document.documentElement.getAttribute(attribute));
    }).observe(document, { subtree: true, attributeFilter: [attribute] });
  }, kept);
}

const schemesOf = async (page: Page): Promise<string[]> => {
  const became = await page.evaluate(() => (window as never as { became: string[] }).became);
  return [...new Set(became)];
};

describe('the scheme of a page', () => {
  it.each([
    { kept: null, shown: 'dark' },
    { kept: 'light', shown: 'light' },
  ])('is $shown from the first moment on when $kept was chosen', async ({ kept, shown }) => {
    const { page, context } = await aVisitor(browser, base);
    await watchScheme(context, kept);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(shown);
    expect((await schemesOf(page)).filter((one) => one !== shown)).toEqual([]);
    await context.close();
  });

  it('is that of the place for whoever has chosen none: the desk is light, the stage dark', async () => {
    const { page, context } = await aVisitor(browser, base);
    const shown = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await logIn(page, member('teatro'), '/account/channels');
    await expect.poll(shown).toBe('light');
    await watchScheme(context, null);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await shown()).toBe('dark');
    expect((await schemesOf(page)).filter((one) => one !== 'dark')).toEqual([]);
    await context.close();
  });
});
