import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { logIn, member } from '../people.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const words = (key: string, values = {}) => say('shells', key, values);
const field = (page: Page) => page.getByRole('combobox', { name: words('palette.label') });

async function openPalette(page: Page) {
  // The keys are there once the page is alive, which the kept place for the menu shows.
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

describe('quick access', () => {
  it('is no part of a page until somebody asks for it', async () => {
    const { page, context } = await aVisitor(browser, base);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((url) => /\/palette-[^/]*\.js/.test(url))).toEqual([]);
    await openPalette(page);
    expect(scripts.filter((url) => /\/palette-[^/]*\.js/.test(url))).toHaveLength(1);
    await context.close();
  });

  it('knows the desk of an organizer and their own products', async () => {
    const { page, context, faults } = await aVisitor(browser, base);
    await logIn(page, member('teatro'), '/account/sales');
    const own = (key: string) => say('shells', key, {}, 'es');
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: own('palette.label') });
    // It takes the focus as soon as it is there: whoever types goes on in it.
    await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('salom');
    const mine = page.getByRole('group', { name: own('palette.found.ownProducts') });
    await mine.getByRole('option', { name: /Salomé/ }).waitFor();
    expect(await page.getByRole('group', { name: own('palette.found.users') }).count()).toBe(0);
    await mine.getByRole('option', { name: /Salomé/ }).click();
    await page.waitForURL(/\/account\/channels\/.+\/products\//);
    expect(faults).toEqual([]);
    await context.close();
  });
});
