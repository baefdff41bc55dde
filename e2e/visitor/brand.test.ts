import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startProduct } from '#test/running-product.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-'));
const logo = join(folder, 'aurora.svg');
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="32" fill="#0b1f4b"/></svg>';
let browser: Browser;
let product: Running;

beforeAll(async () => {
  writeFileSync(logo, drawing);
  const brand = { SITE_NAME: 'Aurora', SITE_ACCENT: '#0b1f4b', SITE_LOGO: logo };
  [browser, product] = await Promise.all([openBrowser(), startProduct(brand)]);
});

afterAll(async () => {
  await Promise.all([browser?.close(), product?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a site wears its own name, mark and colour (${colorScheme})`, async () => {
    const { page, context, faults } = await aVisitor(browser, product.url, { colorScheme });
    await context.addInitScript(`localStorage.setItem('platea.scheme', '"${colorScheme}"')`);
    for (const path of ['/', '/login', '/aviso-legal']) {
      await page.goto(path);
      expect(await page.title()).toMatch(/(^| · )Aurora( · |$)/);
      expect(await page.locator('body').textContent()).not.toContain('Platea');
      await expectAccessible(page);
    }
    await page.goto('/');
    const mark = page.locator('header img').first();
    await expect
      .poll(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth > 0))
      .toBe(true);
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    expect(await (await page.request.get(icon ?? '')).text()).toBe(drawing);
    const shade = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-accent-5'),
    );
    expect(shade).toBe('#0b1f4b');
    expect(faults).toEqual([]);
    await context.close();
  });
}
