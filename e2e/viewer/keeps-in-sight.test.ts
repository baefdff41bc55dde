import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { aNewcomer } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

// What is said for a moment stands in nobody's way: on a phone, on a small screen, on a large one.
const base = inject('baseUrl');
const ask = askOf(base);
const words = (key: string) => say('ui', key);
const product = '/products/midnight-piano';
const channel = 'Northlight Sessions';

let browser: Browser;
let kept = '';
beforeAll(async () => {
  browser = await openBrowser();
  await vi.waitUntil(async () => (await fetch(`${base}/api${product}`)).ok, {
    ...{ timeout: 90_000, interval: 500 },
  });
  const admin = await sessionOf(ask, 'admin');
  kept = JSON.stringify(await aNewcomer(ask, admin.authToken, 'Irene'));
});
afterAll(() => browser.close());

type Box = { x: number; y: number; width: number; height: number };

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const boxesOf = async (found: Locator): Promise<Box[]> =>
  (await Promise.all((await found.all()).map((each) => each.boundingBox()))).filter(
    (box) => box !== null && box.width > 0,
  ) as Box[];

/** The notice is in sight, and covers neither the title, nor a way to another page, nor any of these. */
async function expectInNobodysWay(page: Page, more: Locator[]) {
  const region = page.getByRole('region', { name: words('notices'), exact: true });
  const notice = region.locator('> div').last();
  await notice.waitFor();
  const [shown] = await boxesOf(notice);
  if (!shown) throw new Error('no notice is in sight');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(shown.x).toBeGreaterThanOrEqual(0);
  expect(shown.x + shown.width).toBeLessThanOrEqual(width);
  expect(shown.y + shown.height).toBeLessThanOrEqual(height);
  const titles = page.getByRole('heading', { level: 1 });
  for (const part of [titles, page.getByRole('navigation'), page.getByRole('banner'), ...more]) {
    const boxes = await boxesOf(part);
    expect(boxes.filter((box) => meet(shown, box))).toEqual([]);
  }
}

/** The browser gives no clipboard: that is said. */
async function failToCopy(page: Page) {
  await page.getByRole('button', { name: words('share.open') }).click();
  await page.getByRole('button', { name: words('share.copy') }).click();
  await page.getByText(words('share.failed')).waitFor();
}

it.each([
  [390, 844],
  [1024, 768],
  [1600, 900],
])('a notice on a screen of %d pixels covers no title, price or way', async (width, height) => {
  const { page, context, faults } = await aVisitor(browser, base, {
    ...{ width, height, reducedMotion: 'reduce' },
  });
  await page.addInitScript((session) => {
    localStorage.setItem('platea.session', session);
    const writeText = () => Promise.reject(new Error('not allowed'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  }, kept);
  await page.goto(product);
  const panel = page.getByRole('region', { name: say('catalog', 'buy.panel') });
  await panel.waitFor();
  await failToCopy(page);
  const bar = page.getByRole('region', { name: say('catalog', 'buy.bar') });
  await expectInNobodysWay(page, [panel, bar]);
  // It goes along to the next page, and stands there where that has room.
  await page.getByRole('main').getByRole('link', { name: channel }).first().click();
  const offer = page.getByRole('region', { name: say('subscriptions', 'offer.label') });
  await page.getByRole('heading', { level: 1, name: channel }).waitFor();
  await expectInNobodysWay(page, [offer]);
  await page.goto(product);
  await page.getByRole('button', { name: say('catalog', 'buy.cart') }).click();
  const pays = page.getByRole('link', { name: say('sales', 'cart.pay') });
  await pays.waitFor();
  // What is taken out does not arrive: that is said, and all stays as it was.
  await page.route('**/api/me/cart/items/*', (route) => route.abort());
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  const lines = page.getByRole('main').getByRole('heading', { level: 2 });
  await expectInNobodysWay(page, [pays, page.getByTestId('total'), lines]);
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  await context.close();
});
