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

const regionOf = (page: Page) => page.getByRole('region', { name: words('notices'), exact: true });
const noticeOf = (page: Page) => regionOf(page).locator('> div').last();

/** The notice is in sight: all of it. */
async function expectOnScreen(page: Page): Promise<Box> {
  const notice = noticeOf(page);
  await notice.waitFor();
  const [shown] = await boxesOf(notice);
  if (!shown) throw new Error('no notice is in sight');
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(shown.x).toBeGreaterThanOrEqual(0);
  expect(shown.y).toBeGreaterThanOrEqual(0);
  expect(shown.x + shown.width).toBeLessThanOrEqual(width);
  expect(shown.y + shown.height).toBeLessThanOrEqual(height);
  return shown;
}

/** It covers neither the title, nor a way to another page, nor any of these. */
async function expectInNobodysWay(page: Page, more: Locator[]) {
  const shown = await expectOnScreen(page);
  const titles = page.getByRole('heading', { level: 1 });
  for (const part of [titles, page.getByRole('navigation'), page.getByRole('banner'), ...more]) {
    const boxes = await boxesOf(part);
    expect(boxes.filter((box) => meet(shown, box))).toEqual([]);
  }
}

const soon = { timeout: 45_000, interval: 50 };
/** The same, as soon as the notice has gone where it now belongs. */
const expectSoonInNobodysWay = (page: Page, more: Locator[]) =>
  vi.waitFor(() => expectInNobodysWay(page, more), soon);

/** The browser gives no clipboard: that is said. */
async function failToCopy(page: Page) {
  await page.getByRole('button', { name: words('share.open') }).click();
  await page.getByRole('button', { name: words('share.copy') }).click();
  await page.getByText(words('share.failed')).waitFor();
}

/** A page of somebody's whose browser has no clipboard. */
async function aPageOf(screen: { width: number; height: number; reducedMotion?: 'reduce' }) {
  const visit = await aVisitor(browser, base, screen);
  await visit.page.addInitScript((session) => {
    localStorage.setItem('platea.session', session);
    const writeText = () => Promise.reject(new Error('not allowed'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  }, kept);
  await visit.page.goto(product);
  const panel = visit.page.getByRole('region', { name: say('catalog', 'buy.panel') });
  await panel.waitFor();
  return {
    ...visit,
    panel,
    bar: visit.page.getByRole('region', { name: say('catalog', 'buy.bar'), exact: true }),
  };
}

it.each([
  [390, 844],
  [1024, 768],
  [1600, 900],
])('a notice on a screen of %d pixels covers no title, price or way', async (width, height) => {
  const reducedMotion = 'reduce';
  const { page, context, faults, panel, bar } = await aPageOf({ width, height, reducedMotion });
  await failToCopy(page);
  await expectSoonInNobodysWay(page, [panel, bar]);
  // It goes along to the next page, and stands there where that has room; pointed at, it stays until then.
  await noticeOf(page).hover();
  await page.getByRole('main').getByRole('link', { name: channel }).first().press('Enter');
  const offer = page.getByRole('region', { name: say('subscriptions', 'offer.label') });
  await page.getByRole('heading', { level: 1, name: channel }).waitFor();
  await expectSoonInNobodysWay(page, [offer]);
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
  await expectSoonInNobodysWay(page, [pays, page.getByTestId('total'), lines]);
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  await context.close();
});

/** The bar with the places of the site at the foot of a phone. */
const waysOf = (page: Page): Locator =>
  page.getByRole('navigation', { name: say('shells', 'nav.main'), exact: true }).last();

/** The screen has room for the form and, at its foot, for a notice, which stays while it has the focus. */
async function aNoticeAtTheFoot() {
  const visit = await aPageOf({ width: 390, height: 844 });
  const { page, panel } = visit;
  await failToCopy(page);
  await regionOf(page).getByRole('button').first().focus();
  // It slides in.
  const notice = await vi.waitFor(() => expectOnScreen(page), soon);
  await panel.evaluate((one) => window.scrollBy(0, one.getBoundingClientRect().top - 80));
  const [form] = await boxesOf(panel);
  const [ways] = await boxesOf(waysOf(page));
  const height = Math.ceil(80 + (form?.height ?? 0) + notice.height + (ways?.height ?? 0) + 30);
  await page.setViewportSize({ width: 390, height });
  await vi.waitFor(async () => {
    const shown = await expectOnScreen(page);
    expect(height - shown.y - shown.height).toBeLessThan(100);
  }, soon);
  return visit;
}

it('a notice stays on the screen when that is turned or made smaller', async () => {
  const { page, context, faults } = await aNoticeAtTheFoot();
  for (const screen of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
    { width: 390, height: 420 },
    { width: 1024, height: 600 },
  ]) {
    await page.setViewportSize(screen);
    await vi.waitFor(() => expectOnScreen(page), soon);
  }
  expect(faults).toEqual([]);
  await context.close();
});

it('a notice gives way to the bar that buys once the form has left the screen', async () => {
  const { page, context, faults, bar } = await aNoticeAtTheFoot();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await bar.waitFor();
  await vi.waitFor(async () => {
    const shown = await expectOnScreen(page);
    const parts = [...(await boxesOf(bar)), ...(await boxesOf(waysOf(page)))];
    expect(parts.map((box) => meet(shown, box))).toEqual([false, false]);
  }, soon);
  expect(faults).toEqual([]);
  await context.close();
});
