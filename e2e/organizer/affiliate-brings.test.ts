import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { field, logIn, member, press } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const ask = askOf(base);
const like = 'fado-a-meia-luz';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  // The demo goes on after it opens its doors: this show comes later.
  await vi.waitFor(() => ask(`/api/products/${like}`), { timeout: 100_000, interval: 1000 });
});
afterAll(() => browser.close());

type OwnProduct = { slug: string; form: object; sessions: { startsLocal: string }[] };

/** The same show once more, of which nobody has a ticket. */
async function anotherShow(): Promise<string> {
  const { authToken } = await sessionOf(ask, 'sala');
  const { form, sessions } = await ask<OwnProduct>(`/api/desk/products/${like}`, authToken);
  const { slug } = await ask<OwnProduct>('/api/desk/products', authToken, {
    ...form,
    sessions: [{ startsAt: sessions[0]?.startsLocal, durationMinutes: 80, capacity: 5 }],
  });
  await ask(`/api/desk/products/${slug}/publication`, authToken, {});
  return slug;
}

async function makeLink(page: Page, slug: string, code: string): Promise<void> {
  const words = (key: string, given = {}) => say('affiliates', key, given, 'pt');
  await logIn(page, member('sala'), '/account/sales');
  await page.getByRole('link', { name: words('title') }).click();
  await page.getByText(words('outside', { site: 'Platea' })).waitFor();
  await press(page, words('add'));
  await field(page, words('name')).fill('Rádio do Bairro');
  await field(page, words('code')).fill(code.toLowerCase());
  const select = field(page, words('thing'));
  const option = select.locator(`option[value$="/${slug}"]`);
  await select.selectOption((await option.getAttribute('value')) ?? '');
  await field(page, words('commission')).fill('10');
  await expectAccessible(page);
  await press(page, words('make'));
  await page.getByRole('row').filter({ hasText: code }).waitFor();
  await expectAccessible(page);
}

async function pay(page: Page): Promise<void> {
  const words = (key: string) => say('sales', key);
  await field(page, words('card.number')).fill('4242 4242 4242 4242');
  await field(page, words('card.expiry')).fill('1240');
  await field(page, words('card.cvc')).fill('123');
  await page.getByRole('checkbox').last().check();
  await page.locator('form button[type=submit]').last().click();
  await page.getByRole('heading', { name: words('bought.title') }).waitFor();
}

const keptIn = (page: Page) => page.evaluate(() => localStorage.getItem('platea.ref') ?? '');

it('what somebody buys who came by a link counts for its affiliate, after log-in too', async () => {
  const slug = await anotherShow();
  const code = `RADIO-${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const desk = await aVisitor(browser, base);
  await makeLink(desk.page, slug, code);

  const { page, faults, context } = await aVisitor(browser, base);
  await page.goto(`/products/${slug}?ref=${code}`);
  await expect.poll(() => keptIn(page)).toContain(code);
  const canonical = page.locator('link[rel=canonical]');
  expect(await canonical.getAttribute('href')).not.toContain('ref');
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ value: code }));
  // On through the channel and log-in; nothing in the address says it any more
  await page.goto('/channels/sala-mare');
  await logIn(page, member('viewer'), `/products/${slug}/checkout`);
  await pay(page);
  expect(faults).toEqual([]);
  await context.close();

  await desk.page.reload();
  const row = desk.page.getByRole('row').filter({ hasText: code });
  await row.first().waitFor();
  const cells = await row.getByRole('cell').allTextContents();
  // One visit, one order
  expect(cells.filter((text) => text.trim() === '1')).toHaveLength(2);
  const inPortuguese = (key: string, values = {}) => say('affiliates', key, values, 'pt');
  await desk.page.goto('/account/sales');
  const filter = desk.page.getByLabel(inPortuguese('filter'));
  const option = filter.locator('option', { hasText: code });
  await filter.selectOption((await option.getAttribute('value')) ?? '');
  await desk.page
    .getByText(inPortuguese('by', { name: 'Rádio do Bairro' }))
    .first()
    .waitFor();
  const chosen = () => new URL(desk.page.url()).searchParams.get('affiliate');
  await expect.poll(chosen).not.toBeNull();
  await expectAccessible(desk.page);
  expect(desk.faults).toEqual([]);
  await desk.context.close();
});

it('a code that is none changes nothing and is kept nowhere', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/visits'));
  await page.goto(`/products/${like}?ref=NOBODY`);
  expect(await (await asked).json()).toEqual({ channel: null });
  expect(await keptIn(page)).toBe('');
  expect(faults).toEqual([]);
  await context.close();
});
