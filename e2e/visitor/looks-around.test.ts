import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const visitor = (options = {}) => aVisitor(browser, inject('baseUrl'), options);

describe('a visitor', () => {
  it.each([
    { path: '/', colorScheme: 'dark', width: 1280 },
    { path: '/', colorScheme: 'light', width: 390 },
    { path: '/search-results?q=show', colorScheme: 'dark', width: 1280 },
    { path: '/login', colorScheme: 'dark', width: 390 },
    { path: '/logup', colorScheme: 'light', width: 1280 },
    { path: '/aviso-legal', colorScheme: 'dark', width: 1280 },
  ])('can use $path in the $colorScheme at $width pixels', async ({ path, ...options }) => {
    const { page, faults, context } = await visitor(options);
    const answer = await page.goto(path);
    await page.waitForLoadState('load');
    expect(answer?.status()).toBe(200);
    expect(await page.locator('h1').count()).toBe(1);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is told kindly that a page does not exist', async () => {
    const { page, faults, context } = await visitor();
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    expect(await page.locator('h1').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });
});
