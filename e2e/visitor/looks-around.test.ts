import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { say } from '../words.ts';

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

  it('is led home from an address that does not exist, and robots are told so', async () => {
    const { page, faults, context } = await visitor();
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    expect(await answer?.text()).toContain(say('ui', 'notFound.title'));
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('heading', { name: say('ui', 'notFound.title') }).waitFor({
      state: 'detached',
    });
    await expect.poll(() => page.locator('h1').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(['/mystuff/products', '/account/channels?page=2', '/manage/config-admin'])(
    'is asked to log in at %s, and would come back to it',
    async (path) => {
      const { page, context } = await visitor();
      await page.goto(path);
      await page.waitForURL((url) => url.pathname === '/login');
      expect(new URL(page.url()).searchParams.get('next')).toBe(path);
      await context.close();
    },
  );

  it('finds every time zone in the bar as soon as they come near, and sees the hours of the chosen one', async () => {
    const { page, faults, context } = await visitor();
    await page.goto('/');
    const zones = page.getByRole('combobox', { name: say('shells', 'zone') }).first();
    const options = zones.getByRole('option');
    expect(await options.count()).toBe(1);
    await zones.focus();
    await expect.poll(() => options.count()).toBeGreaterThan(300);
    await zones.selectOption('America/New_York');
    const theirs = page.locator('main time', { hasText: /GMT-[45]/ }).first();
    await theirs.waitFor();
    await page.reload();
    await theirs.waitFor();
    await expect.poll(() => zones.inputValue()).toBe('America/New_York');
    expect(faults).toEqual([]);
    await context.close();
  });
});
