import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';

export const baseUrl = inject('baseUrl');

let browser: Promise<Browser> | null = null;
const open: Page[] = [];

afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});

afterAll(async () => {
  await (await browser)?.close();
  browser = null;
});

/** A page of a browser of its own: no cookies, no log-in. Addresses are relative to the product. */
export async function aPage(given: BrowserContextOptions = {}): Promise<Page> {
  browser ??= chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
  });
  const context = await (await browser).newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    reducedMotion: 'reduce',
    ...given,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  open.push(page);
  return page;
}

/** What the browser complained about while a page was used: errors of scripts, refused content. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** Logs in by the form, as a person does, and waits until the page has changed. */
export async function logIn(page: Page, person: { email: string; password: string }) {
  await page.goto('/login');
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('form:has(input[name="password"]) button[type="submit"]').click();
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** Nothing on this page keeps out people who cannot see, point or hear (WCAG 2.2 AA by axe). */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join(', ')})`,
  );
  expect(told).toEqual([]);
}

function findChromium(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not there: look on.
    }
  }
  throw new Error('no chromium on this machine (on Debian: apt-get install chromium)');
}
