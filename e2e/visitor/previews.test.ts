import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Running, startProduct } from '#test/running-product.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { say } from '../words.ts';

// The journeys' product shows the pages for whoever builds it; this one is run for others.
let browser: Browser;
let closed: Running;
beforeAll(async () => {
  [browser, closed] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(() => Promise.all([browser.close(), closed.stop()]));

const told = { on: say('previews', 'lead'), off: say('ui', 'notFound.title') };

describe('the pages for whoever builds the product', () => {
  it('are shown while the setting is on, and search engines leave them out', async () => {
    const answer = await fetch(`${inject('baseUrl')}/styleguide`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(told.on);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it('are addresses like any other that nobody knows while it is off', async () => {
    const [unknown, ...pages] = await Promise.all(
      ['/no/such/page', '/styleguide', '/letters', '/letters/order-paid'].map(async (path) => {
        const answer = await fetch(closed.url + path);
        const html = await answer.text();
        const title = /<title>(.*?)<\/title>/.exec(html)?.[1];
        return { status: answer.status, title, says: html.includes(told.off) };
      }),
    );
    expect(pages).toEqual([unknown, unknown, unknown]);
    expect(unknown).toEqual({ status: 404, title: `${told.off} · Platea`, says: true });
    const html = await (await fetch(`${closed.url}/styleguide`)).text();
    expect(html).not.toContain(told.on);
  });

  it('show every letter by day and by night, as text, and with its files', async () => {
    const { page, faults, context } = await aVisitor(browser, inject('baseUrl'));
    await page.goto('/letters/order-paid?language=es');
    const frames = page.locator('iframe');
    await expect.poll(() => frames.count()).toBe(4);
    const grounds = () =>
      Promise.all(
        [0, 1].map((at) =>
          frames
            .nth(at)
            .contentFrame()
            .locator('body')
            .evaluate((body) => getComputedStyle(body).backgroundColor),
        ),
      );
    await expect.poll(grounds).toEqual(['rgb(244, 242, 239)', 'rgb(20, 18, 22)']);
    const text = await page.locator('[data-part=text]').textContent();
    expect(text).toContain('Hola, Ana:');
    expect(await page.locator('pre').last().textContent()).toContain('BEGIN:VCALENDAR');
    await page.getByRole('link', { name: /^reminder-day/ }).click();
    await page.waitForURL((url) => url.pathname === '/letters/reminder-day');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('lead home who is not logged in while it is off', async () => {
    const { page, faults, context } = await aVisitor(browser, closed.url);
    await page.goto('/styleguide');
    await page.waitForURL((url) => url.pathname === '/');
    expect(faults).toEqual([]);
    await context.close();
  });
});
