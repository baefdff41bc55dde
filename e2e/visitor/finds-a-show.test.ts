import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const words = (key: string, values = {}) => say('catalog', key, values);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  // The demo opens its doors before the shows to come are all made.
  const isThere = async () => (await fetch(`${base}/api/products/midnight-piano`)).ok;
  await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
});
afterAll(() => browser.close());

const chip = (page: Page, facet: string, word: string) =>
  page
    .getByRole('navigation', { name: words('filter.label') })
    .locator('div', { has: page.getByRole('heading', { name: words(`filter.${facet}`) }) })
    .getByRole('link', { name: new RegExp(`^${word}`) });

/** What was found; what comes next in the house stands in a section below. */
const cards = (page: Page) => page.locator('main article:not(section article)');
const countOf = async (page: Page, facet: string, word: string) =>
  Number((await chip(page, facet, word).textContent())?.replace(/\D/g, ''));

describe('a search', () => {
  it('is narrowed by links that say how many they find, also without script', async () => {
    const context = await browser.newContext({ baseURL: base, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/search-results');
    const free = words('filter.plan.free');
    const all = await cards(page).count();
    const promised = await countOf(page, 'plan', free);
    expect(promised).toBeGreaterThan(0);
    expect(promised).toBeLessThan(all);
    await chip(page, 'plan', free).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?price=free');
    await expect.poll(() => cards(page).count()).toBe(promised);
    expect(await chip(page, 'plan', free).getAttribute('aria-current')).toBe('true');
    // Chosen again it is given up.
    await chip(page, 'plan', free).click();
    await expect.poll(() => cards(page).count()).toBe(all);
    await context.close();
  });

  it('has one field on a wide screen and one on a phone', async () => {
    for (const width of [390, 1280]) {
      const { page, context, faults } = await aVisitor(browser, base, { width });
      await page.goto('/search-results?q=faro');
      const fields = page.locator('[role=search] input[type=search]:visible');
      expect(await fields.count()).toBe(1);
      await expectAccessible(page);
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  it('that finds nothing gives up its wishes in one step', async () => {
    const { page, context } = await aVisitor(browser, base);
    await page.goto('/search-results?q=faro&language=pt');
    await page.getByText(words('search.none')).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: words('filter.clear') })
      .first()
      .click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=faro');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    await context.close();
  });
});

describe('the page of a show', () => {
  it('leads up to its channel and on to what else it has', async () => {
    const { page, context, faults } = await aVisitor(browser, base);
    await page.goto('/products/la-luz-del-faro');
    const up = page.getByRole('navigation', { name: say('ui', 'crumbs') });
    expect(await up.getByRole('link').allTextContents()).toEqual([
      words('product.home'),
      'Teatro del Faro',
    ]);
    const more = page.getByRole('region', {
      name: words('product.more', { channel: 'Teatro del Faro' }),
    });
    const others = await more
      .locator('article a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(others.length).toBeGreaterThan(1);
    expect(others).not.toContain('/products/la-luz-del-faro');
    await expectAccessible(page);
    await more.locator('article a').first().click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(others[0]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps the way to a ticket within reach of a thumb, with the date that is chosen', async () => {
    const { page, context } = await aVisitor(browser, base, { width: 390, height: 700 });
    await page.goto('/products/la-luz-del-faro');
    const second = page.getByRole('radio').nth(1);
    await second.check();
    const wanted = await second.getAttribute('value');
    const bar = page.getByRole('region', { name: words('buy.bar'), exact: true });
    await page.locator('footer').scrollIntoViewIfNeeded();
    await bar.waitFor();
    await page.locator('form button[type=submit]').first().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, -200);
    await bar.waitFor({ state: 'detached' });
    await page.locator('footer').scrollIntoViewIfNeeded();
    await bar.getByRole('button').click();
    // A stranger logs in first, and comes back to the checkout with the date.
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`session=${wanted}`);
    await context.close();
  });
});

describe('a card', () => {
  /** The browser is asked once to turn one page into the next. */
  async function turnIntoPage(): Promise<void> {
    const { page, context } = await aVisitor(browser, base);
    await page.addInitScript(() => {
      Object.assign(window, { asked: 0 });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (...given) => {
        (window as never as { asked: number }).asked += 1;
        return start(...given);
      };
    });
    let data = 0;
    page.on('request', (request) => {
      if (/\.data\b/.test(request.url())) data += 1;
    });
    await page.goto('/search-results');
    await page.waitForLoadState('networkidle');
    const link = cards(page).first().getByRole('link');
    await link.hover();
    // Its data come while the pointer rests on it.
    await expect.poll(() => data).toBe(1);
    await link.click();
    await page.waitForURL(/\/products\//);
    // The address changes a moment before the page does.
    await expect
      .poll(() => page.evaluate(() => (window as never as { asked: number }).asked))
      .toBe(1);
    await context.close();
  }

  it('turns into its page', async () => {
    await turnIntoPage();
  });
});

describe('a slider', () => {
  it('has an arrow only towards what it hides, and slides by keys too', async () => {
    const { page, context } = await aVisitor(browser, base, { width: 1000 });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const rail = page.getByRole('region', { name: say('pages', 'home.recent') });
    const arrow = (key: string) => rail.getByRole('button', { name: say('ui', key) });
    await arrow('next').waitFor();
    expect(await arrow('previous').isVisible()).toBe(false);
    await arrow('next').click();
    await arrow('previous').waitFor();
    await rail.getByRole('link').last().focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
    await arrow('next').waitFor({ state: 'hidden' });
    await context.close();
  });
});
