import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, vi } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { misplacedOn } from '../layout.ts';
import { field, press } from '../people.ts';
import { aMember, askOf, sessionOf } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const ask = askOf(base);
const shells = (key: string) => say('shells', key);
const inEuro = 'la-luz-del-faro';
const mostShift = 0.02;

let browser: Browser;
let admin: Visitor & { token: string };
let visitor: Visitor;
/** A show in dollars, of its own title: the demonstration sells in euro alone. */
let inDollars = '';

const change = (method: 'PUT' | 'PATCH', path: string, token: string, body: object) =>
  fetch(base + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => expect([path, answer.status]).toEqual([path, 200]));

async function sellInDollars(): Promise<string> {
  const { authToken } = await sessionOf(ask, 'sala');
  const desk = '/api/desk/products';
  const copy = await ask<{ slug: string }>(`${desk}/midnight-piano/copy`, authToken, {});
  await change('PATCH', `${desk}/${copy.slug}`, authToken, {
    title: 'Dollar serenade',
    currency: 'USD',
    plan: 'paid',
    price: { by: 'total', amount: 2000, taxRate: 0 },
    salesStartsAt: null,
    salesEndsAt: null,
  });
  const [made] = (
    await ask<{ items: { slug: string }[] }>(`${desk}?q=Dollar%20serenade`, authToken)
  ).items;
  const { slug } = made ?? copy;
  const at = { startsAt: '2040-06-01T20:00', durationMinutes: 60 };
  await ask(`${desk}/${slug}/sessions`, authToken, at);
  return (await ask<{ slug: string }>(`${desk}/${slug}/publication`, authToken, {})).slug;
}

beforeAll(async () => {
  browser = await openBrowser();
  const isThere = async () => (await fetch(`${base}/api/products/midnight-piano`)).ok;
  await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
  admin = await aMember(browser, base, 'admin');
  visitor = await aVisitor(browser, base);
});

afterAll(async () => {
  const config = await ask<Record<string, boolean>>('/api/config');
  await change('PUT', '/api/config', admin.token, { ...config, currencies: false });
  const { authToken } = await sessionOf(ask, 'sala');
  // Nothing of it is left in the lists of other journeys.
  await ask(`/api/desk/products/${inDollars}/privacy`, authToken, {});
  await browser.close();
});

const picker = (page: Page) => page.locator('header').getByLabel(shells('currency'));
const cards = (page: Page) => page.locator('main article:not(section article)');
const panel = (page: Page) => page.getByRole('region', { name: say('catalog', 'buy.panel') });

async function choose(page: Page, code: string): Promise<void> {
  await picker(page).focus();
  await picker(page).selectOption(code);
}

/** What has moved on a page without having been asked to, from its first moment on. */
async function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        new PerformanceObserver((list) => {
          for (const one of list.getEntries() as Shift[]) if (!one.hadRecentInput) sum += one.value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
}

const step = stepsOfStory();

describe('a currency', () => {
  step('is no choice while the switch is off', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByLabel(shells('zone')).first().waitFor();
    expect(await picker(page).count()).toBe(0);
  });

  step('is offered once an administrator has switched it on and entered a rate', async () => {
    const { page } = admin;
    await page.goto('/manage/config-admin');
    await page.getByRole('switch', { name: say('site', 'switch.currencies.label') }).check();
    await press(page, say('ui', 'form.save'));
    await page.getByText(say('site', 'ADMIN.PAGE.SAVE_SUCCESS')).waitFor();
    await page.getByRole('link', { name: say('site', 'rates.link') }).click();
    await page.getByText(say('site', 'rates.none')).waitFor();
    await field(page, say('site', 'rates.currency')).selectOption('USD');
    await field(page, say('site', 'rates.field')).fill('1.0842');
    await press(page, say('site', 'rates.save'));
    await page.getByText(say('site', 'rates.saved')).waitFor();
    await page.getByRole('cell', { name: '1.0842' }).waitFor();
    // Whoever invoices from Spain sells in another currency from now on, and not before.
    inDollars = await sellInDollars();
    await expectAccessible(page);
    expect(await misplacedOn(page)).toEqual([]);
  });

  step(
    'chosen on the bar shows about what prices are in it, and is kept by the browser',
    async () => {
      const { page } = visitor;
      await page.goto('/');
      await choose(page, 'USD');
      await page.getByText(/^≈ \$/).first().waitFor();
      const kept = () =>
        page.evaluate(() => JSON.parse(localStorage.getItem('platea.currency') ?? 'null'));
      await expect.poll(kept).toEqual({ currencyCode: 'USD', currencySymbol: '$' });
      expect(await misplacedOn(page)).toEqual([]);
      await page.reload();
      await page.getByText(/^≈ \$/).first().waitFor();
      await expect.poll(() => picker(page).inputValue()).toBe('USD');
    },
  );

  step('moves nothing when it comes, and stands in no page that the server made', async () => {
    const { page } = visitor;
    for (const path of [
      '/',
      `/products/${inEuro}`,
      '/channels/teatro-del-faro',
      '/search-results',
    ]) {
      await page.goto(path);
      await page.getByText(/^≈ \$/).first().waitFor();
      expect(await shiftsOf(page), path).toBeLessThanOrEqual(mostShift);
      const made = await (await fetch(base + path)).text();
      // The words of the page have the pattern of it, and nothing that fills it.
      expect([path, made.includes('≈ {{amount}}'), /≈ (?!\{)/.test(made)]).toEqual([
        path,
        true,
        false,
      ]);
    }
  });

  step('is explained beside the price that one pays, by mouse and by keys', async () => {
    const { page } = visitor;
    await page.goto(`/products/${inEuro}`);
    const near = panel(page).getByRole('button', { name: /^≈ \$/ });
    const why = panel(page).getByRole('tooltip');
    expect(await why.isVisible()).toBe(false);
    await near.focus();
    await why.waitFor();
    expect(await why.textContent()).toMatch(/1 EUR = 1\.0842 USD .* You pay in EUR\.$/);
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'hidden' });
    await near.hover();
    await why.waitFor();
    expect(await panel(page).locator('strong').first().textContent()).toMatch(/^€/);
    await expectAccessible(page);
    await page.goto(`/products/${inDollars}`);
    await panel(page).getByText('$20.00').waitFor();
    expect(await panel(page).getByText(/≈/).count()).toBe(0);
  });

  step('leads a search to what is sold in it, until one wants to see all', async () => {
    const { page } = visitor;
    await page.goto('/');
    const search = page.locator('header').getByRole('searchbox');
    await search.fill('serenade');
    await search.press('Enter');
    await page.waitForURL(/q=serenade&currency=USD/);
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.goto('/search-results?currency=USD');
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.getByText(say('catalog', 'filter.soldIn', { currency: 'USD' })).waitFor();
    await expectAccessible(page);
    expect(await misplacedOn(page)).toEqual([]);
    await page.getByRole('link', { name: say('catalog', 'filter.soldInAny') }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => cards(page).count()).toBeGreaterThan(1);
    expect(visitor.faults).toEqual([]);
  });

  step('is never what one orders in: the checkout says the real sum first', async () => {
    const kept = JSON.stringify({ currencyCode: 'USD', currencySymbol: '$' });
    const { page, context } = await aMember(browser, base, 'fan');
    await context.addInitScript((text) => localStorage.setItem('platea.currency', text), kept);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postData() ?? '');
    });
    const { items } = await ask<{ items: { slug: string; price: { total: number } }[] }>(
      '/api/products?plan=paid&when=upcoming&sort=soon&size=50',
    );
    const tickets = await ask<{ items: { product: { slug: string } }[] }>(
      '/api/me/tickets',
      (await sessionOf(ask, 'fan')).authToken,
    );
    const owned = tickets.items.map(({ product }) => product.slug);
    const other = items.find(({ slug }) => !owned.includes(slug) && slug !== inDollars);
    await page.goto(`/products/${other?.slug}`);
    await panel(page).locator('form button[type=submit]').first().click();
    await page.waitForURL(/\/checkout/);
    expect(page.url()).not.toContain('currency');
    const total = page.getByTestId('total');
    await total.waitFor();
    expect(await total.textContent()).toMatch(/^(€|R\$)/);
    await page.getByRole('button', { name: /^≈ \$/ }).waitFor();
    expect(sent.filter((body) => body.includes('USD'))).toEqual([]);
    await context.close();
  });

  step('is gone with the switch', async () => {
    const config = await ask<Record<string, boolean>>('/api/config');
    await change('PUT', '/api/config', admin.token, { ...config, currencies: false });
    const { page } = visitor;
    await page.goto('/');
    await page.getByLabel(shells('zone')).first().waitFor();
    expect(await picker(page).count()).toBe(0);
    expect(await page.getByText(/≈/).count()).toBe(0);
  });
});
