import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { misplacedOn } from '../layout.ts';
import { logIn, member } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const ask = askOf(base);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Of 39 letters, as people have them. */
const email = 'maximiliana.fernandez-robledo@correo.es';
type Sold = { items: { customer: { email: string }; product: { slug: string; title: string } }[] };
type Listed = { items: object[] };

/** The demonstration's sales, bought by somebody with a long address. */
const withLongAddresses = (page: Page) =>
  page.route(/\/api\/(desk|manage)\/sales(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const sold = (await answer.json()) as Sold;
    const items = sold.items.map((sale) => ({ ...sale, customer: { ...sale.customer, email } }));
    await route.fulfill({ json: { ...sold, items } });
  });

/** An answer that is being put together when its page goes would fail, and nobody waits for it. */
const noMoreAnswers = (page: Page) => page.unrouteAll({ behavior: 'wait' });

/** The sums of which something lies outside of their box, or under something else. */
const hiddenSums = (page: Page) =>
  page.evaluate(() => {
    const sums = [...document.querySelectorAll('main tbody td[data-align] .figures')];
    const hidden = sums.filter((sum) => {
      sum.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { left, right, top, bottom } = sum.getBoundingClientRect();
      const y = (top + bottom) / 2;
      return [left + 1, right - 1].some((x) => !sum.contains(document.elementFromPoint(x, y)));
    });
    const box = document.querySelector('main [data-room]');
    return { sums: sums.length, hidden: hidden.length, scrolled: box?.scrollLeft ?? 0 };
  });

async function thereAreSome(key: 'teatro' | 'admin', path: string): Promise<void> {
  const { authToken } = await sessionOf(ask, key);
  await vi.waitFor(
    async () => expect((await ask<Listed>(path, authToken)).items.length).toBeGreaterThan(3),
    { timeout: 100_000, interval: 1000 },
  );
}

it.each([
  ['teatro', '/account/sales', '/api/desk/sales'],
  ['admin', '/manage/sales', '/api/manage/sales'],
] as const)('%s sees what every sale came to, however long the addresses', async (key, at, api) => {
  await thereAreSome(key, api);
  const { page, faults, context } = await aVisitor(browser, base);
  await withLongAddresses(page);
  await logIn(page, member(key), at);
  await page.getByText(email).first().waitFor();
  for (const width of [1024, 1280, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await misplacedOn(page), String(width)).toEqual([]);
    // As cards they stand across from the titles.
    if (width >= 1280) {
      await expect.poll(async () => (await hiddenSums(page)).sums).toBeGreaterThan(3);
    }
    const lost = async () => {
      const { hidden, scrolled } = await hiddenSums(page);
      return [width, hidden, scrolled];
    };
    await expect.poll(lost).toEqual([width, 0, 0]);
  }
  await page.setViewportSize({ width: 1024, height: 900 });
  await page
    .getByRole('list', { name: say('sales', 'sale.mine', {}, key === 'teatro' ? 'es' : 'en') })
    .waitFor();
  expect(faults).toEqual([]);
  await noMoreAnswers(page);
  await context.close();
});

it('an organizer narrows the sales to one show and to days, and takes it back', async () => {
  await thereAreSome('teatro', '/api/desk/sales');
  const { authToken } = await sessionOf(ask, 'teatro');
  const { items } = await ask<Sold>('/api/desk/sales', authToken);
  const { slug, title } = items.find(({ product }) => product.slug)?.product ?? {
    slug: '',
    title: '',
  };
  const { page, faults, context } = await aVisitor(browser, base);
  const words = (key: string) => say('sales', key, {}, 'es');
  await logIn(page, member('teatro'), '/account/sales');
  const product = page.getByRole('combobox', { name: words('order.product') });
  await product.fill(title.slice(0, 8));
  await page.getByRole('option', { name: title }).first().click();
  await page.waitForURL((address) => address.searchParams.get('product') === slug);
  const shown = page.getByRole('rowheader');
  await expect
    .poll(async () => {
      const texts = await shown.allTextContents();
      return [...new Set(texts.map((text) => text.includes(title)))];
    })
    .toEqual([true]);
  await expect.poll(() => product.inputValue()).toBe(title);
  await page.getByLabel(words('sale.from')).fill('2099-01-01');
  await page.getByLabel(words('sale.to')).focus();
  await page.getByText(say('ui', 'table.nothing', {}, 'es')).waitFor();
  await page.getByRole('button', { name: say('ui', 'table.clear', {}, 'es') }).click();
  await page.waitForURL(({ search }) => search === '');
  await shown.first().waitFor();
  // The whole of one, by its number.
  await page.locator('tbody a[href^="/account/sales/"]').first().click();
  await page.getByRole('heading', { name: words('sold.history') }).waitFor();
  expect(await misplacedOn(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

it('the subject of a letter has its room beside a long address', async () => {
  await thereAreSome('admin', '/api/manage/mails');
  const { page, faults, context } = await aVisitor(browser, base);
  const subject = 'Tu entrada para La luz del faro, de Compañía del Norte';
  await page.route(/\/api\/manage\/mails(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const { items, ...rest } = (await answer.json()) as { items: object[] };
    const long = items.map((mail) => ({ ...mail, recipient: email, subject }));
    await route.fulfill({ json: { ...rest, items: long } });
  });
  await logIn(page, member('admin'), '/manage/track-emails');
  const cell = page.getByRole('cell', { name: subject }).first();
  await cell.waitFor();
  for (const [width, most] of [
    [1280, 3],
    [1440, 2],
    [1600, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await misplacedOn(page), String(width)).toEqual([]);
    const lines = () =>
      cell.evaluate((element) => {
        const range = document.createRange();
        // Its words alone: the box around them is no line.
        range.selectNodeContents(element.firstElementChild ?? element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    await expect.poll(lines, { message: `${width} wide` }).toBeLessThanOrEqual(most);
  }
  expect(faults).toEqual([]);
  await noMoreAnswers(page);
  await context.close();
});
