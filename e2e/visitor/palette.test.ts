import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
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
const options = (page: Page) => page.getByRole('option');

async function openPalette(page: Page) {
  // The keys are there once the page is alive, which the kept place for the menu shows.
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

/** What a screen reader says is chosen, while the focus stays in the field. */
const chosen = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute('aria-activedescendant') ?? '';
    const option = document.getElementById(id);
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null;
  });

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

  it('leads a stranger to pages and shows, and offers nothing of a desk', async () => {
    const { page, context, faults } = await aVisitor(browser, base);
    await page.goto('/');
    await openPalette(page);
    const names = await options(page).allInnerTexts();
    expect(names).toContain(words('login'));
    expect(names.join()).not.toContain(words('item.config'));
    expect(names.join()).not.toContain(words('palette.newProduct'));
    await expectAccessible(page);
    await page.keyboard.type('quijote');
    const show = page.getByRole('group', { name: words('palette.found.shows') });
    await show.getByRole('option', { name: /Quijote a dos voces/ }).waitFor();
    await expect.poll(() => chosen(page)).toContain('Quijote a dos voces');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/products\/quijote/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('goes through its list by arrows and around its ends, and gives the focus back', async () => {
    const { page, context } = await aVisitor(browser, base);
    await page.goto('/');
    const opener = page.getByRole('button', { name: words('palette.open') });
    await page.waitForLoadState('networkidle');
    await opener.press('Enter');
    await field(page).waitFor();
    const names = await options(page).allInnerTexts();
    expect(names.length).toBeGreaterThan(4);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen(page)).toBe(names.at(-1));
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page)).toBe(names[0]);
    await page.keyboard.type('zzzz');
    await page
      .getByRole('status')
      .filter({ hasText: words('palette.nothing') })
      .waitFor();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'hidden' });
    await expect
      .poll(() => opener.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await context.close();
  });

  it('knows the desk of an organizer, their own products, and where they were', async () => {
    const { page, context, faults } = await aVisitor(browser, base);
    await logIn(page, member('teatro'), '/account/sales');
    const own = (key: string) => say('shells', key, {}, 'es');
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: own('palette.label') });
    await input.waitFor();
    await page.keyboard.type('salom');
    const mine = page.getByRole('group', { name: own('palette.found.ownProducts') });
    await mine.getByRole('option', { name: /Salomé/ }).waitFor();
    expect(await page.getByRole('group', { name: own('palette.found.users') }).count()).toBe(0);
    await mine.getByRole('option', { name: /Salomé/ }).click();
    await page.waitForURL(/\/account\/channels\/.+\/products\//);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('finds people for administrators alone', async () => {
    const { page, context } = await aVisitor(browser, base);
    await logIn(page, member('admin'), '/manage/products');
    await openPalette(page);
    await page.keyboard.type('fabio');
    const users = page.getByRole('group', { name: words('palette.found.users') });
    await users.getByRole('option', { name: /fan@platea\.example/ }).click();
    await page.waitForURL(/\/manage\/manage-users\?q=/);
    await page.getByText('fan@platea.example').first().waitFor();
    await context.close();
  });
});
