import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { aNewcomer, field } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// Two shows of one channel: chosen one by one, paid with one press.
const base = inject('baseUrl');
const ask = askOf(base);
const words = (key: string, values = {}) => say('sales', key, values);
const shows = [
  { slug: 'four-strings-one-room', title: 'Four Strings, One Room' },
  { slug: 'midnight-piano', title: 'Midnight Piano' },
];

const step = stepsOfStory();
let browser: Browser;
let seat: Visitor;
let token = '';
beforeAll(async () => {
  browser = await openBrowser();
  seat = await aVisitor(browser, base, { reducedMotion: 'reduce' });
  for (const { slug } of shows) {
    const isThere = async () => (await fetch(`${base}/api/products/${slug}`)).ok;
    await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
  }
  const admin = await sessionOf(ask, 'admin');
  const session = await aNewcomer(ask, admin.authToken, 'Cora');
  token = session.authToken;
  await seat.context.addInitScript((kept) => {
    localStorage.setItem('platea.session', kept);
  }, JSON.stringify(session));
});
afterAll(() => browser.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

step('a viewer puts two shows into the cart', async () => {
  const { page } = seat;
  await page.goto('/shop');
  await heading(page, words('cart.empty')).waitFor();
  await page.getByText(words('cart.emptyText')).waitFor();
  await expectAccessible(page);
  for (const [index, { slug, title }] of shows.entries()) {
    await page.goto(`/products/${slug}`);
    await page.getByRole('button', { name: say('catalog', 'buy.cart') }).click();
    await heading(page, words('cart.title')).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.locator('main').getByRole('heading', { name: title }).waitFor();
    const count = words(index === 0 ? 'cart.count_one' : 'cart.count_other', { count: index + 1 });
    await page.getByRole('banner').getByRole('link', { name: count }).waitFor();
  }
  await expectAccessible(page);
  expect(await page.getByTestId('total').textContent()).toBe('€18.00');
});

step('and pays them with one press', async () => {
  const { page } = seat;
  await page.getByRole('link', { name: words('cart.pay') }).click();
  await heading(page, words('checkout.titleCart')).waitFor();
  for (const { title } of shows) {
    await page.locator('main').getByRole('heading', { name: title }).waitFor();
  }
  await expectAccessible(page);
  await field(page, words('card.number')).fill('4242 4242 4242 4242');
  await field(page, words('card.expiry')).fill('1240');
  await field(page, words('card.cvc')).fill('123');
  await page.getByRole('checkbox').last().check();
  await page
    .getByRole('button', { name: words('checkout.payAmount', { amount: '€18.00' }) })
    .click();
  await heading(page, words('bought.titleMany')).waitFor();
  await expectAccessible(page);
});

step('has both in My space, one order, and one invoice of two lines', async () => {
  const { page, faults } = seat;
  await page.getByRole('link', { name: words('bought.mine') }).click();
  // Both are named on the page before, too.
  await heading(page, words('mine.title')).waitFor();
  for (const { title } of shows) {
    await page.locator('main').getByText(title).first().waitFor();
  }
  await page.goto('/mystuff/orders');
  const row = page.getByRole('row').filter({ hasText: shows[0]?.title ?? '' });
  await row.waitFor();
  expect(await row.textContent()).toContain(shows[1]?.title);
  type Mine = { items: { id: string }[] };
  const { items } = await ask<Mine>('/api/me/orders', token);
  expect(items).toHaveLength(1);
  type Whole = { invoices: { total: number }[]; lines: unknown[] };
  const order = await ask<Whole>(`/api/orders/${items[0]?.id}`, token);
  expect(order.invoices).toMatchObject([{ total: 1800 }]);
  expect(order.lines).toHaveLength(2);
  await page.goto('/shop');
  await heading(page, words('cart.empty')).waitFor();
  expect(faults).toEqual([]);
});
