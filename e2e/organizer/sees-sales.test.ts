import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { logIn, member } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const ask = askOf(base);
const slug = 'choro-para-criancas';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

type Sale = { sessions: { id: string; tickets: number }[] };

/** A free ticket of the show for somebody of the demo, taken elsewhere. */
async function takeTicket(key: 'viewer' | 'fan'): Promise<void> {
  const { authToken } = await sessionOf(ask, key);
  const { sessions } = await ask<Sale>(`/api/products/${slug}/checkout`, authToken);
  const item = { kind: 'ticket', productSlug: slug, sessionId: sessions[0]?.id, expectedTotal: 0 };
  await ask('/api/orders', authToken, { items: [item], expectedTotal: 0, acceptTerms: true });
}

it('an organizer sees what is sold while their desk is open, and loses nothing typed', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  // The demo goes on after it opens its doors: this show comes later.
  const found = () => ask(`/api/products/${slug}`);
  await vi.waitFor(found, { timeout: 100_000, interval: 1000 });
  await logIn(page, member('sala'), `/account/channels/sala-mare/products/${slug}`);
  const sold = (count: number) => {
    // None are many here, as in Brazil.
    const form = count === 1 ? 'one' : 'other';
    return page.getByText(say('catalog', `session.taken_${form}`, { shown: count }, 'pt'));
  };
  // Others may have taken some before.
  const { authToken } = await sessionOf(ask, 'sala');
  const { sessions } = await ask<Sale>(`/api/desk/products/${slug}`, authToken);
  const before = sessions[0]?.tickets ?? 0;
  await sold(before).waitFor();
  const note = page.getByLabel(say('catalog', 'field.priceNote', {}, 'pt'));
  await note.fill('Para toda a família');
  await takeTicket('viewer');
  await sold(before + 1).waitFor();
  expect(await note.inputValue()).toBe('Para toda a família');
  await takeTicket('fan');
  await sold(before + 2).waitFor();
  expect(await note.inputValue()).toBe('Para toda a família');
  expect(faults).toEqual([]);
  await context.close();
});

it('an organizer opens an order and reads what became of its letter, and who did what', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  const { authToken } = await sessionOf(ask, 'sala');
  type Sold = { id: string; number: string; letters: object[] };
  const { items } = await ask<{ items: Sold[] }>(`/api/desk/sales?product=${slug}`, authToken);
  const written = async () => {
    const order = await ask<Sold>(`/api/desk/orders/${items[0]?.id}`, authToken);
    expect(order.letters).not.toEqual([]);
    return order.number;
  };
  const number = await vi.waitFor(written, { timeout: 100_000, interval: 500 });
  await logIn(page, member('sala'), `/account/sales?product=${slug}`);
  const word = (key: string) => say('sales', key, {}, 'pt');
  await page.getByRole('link', { name: say('sales', 'order.number', { number }, 'pt') }).click();
  const part = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const letters = part(word('sold.letters'));
  await letters.getByText(say('notices', 'mailKind.order-paid', {}, 'pt')).waitFor();
  const told = part(word('sold.history')).getByRole('listitem');
  await told
    .filter({ hasText: word('sold.event.ordered') })
    .filter({ hasText: word('sold.by.buyer') })
    .waitFor();
  await told.filter({ hasText: word('sold.event.letterKept') }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
