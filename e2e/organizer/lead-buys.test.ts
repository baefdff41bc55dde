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

type OwnProduct = { slug: string; form: object; sessions: { id: string; startsLocal: string }[] };
type Checkout = { price: { total: number }; sessions: { id: string }[] };

/** The same show in a room with one seat. */
async function oneSeat(): Promise<string> {
  const { authToken } = await sessionOf(ask, 'sala');
  const { form, sessions } = await ask<OwnProduct>(`/api/desk/products/${like}`, authToken);
  const [first] = sessions;
  const { slug } = await ask<OwnProduct>('/api/desk/products', authToken, {
    ...form,
    sessions: [{ startsAt: first?.startsLocal, durationMinutes: 80, capacity: 1 }],
  });
  await ask(`/api/desk/products/${slug}/publication`, authToken, {});
  return slug;
}

/** Somebody of the demo takes that seat elsewhere; answers the order. */
async function buyElsewhere(slug: string): Promise<string> {
  const { authToken } = await sessionOf(ask, 'fan');
  const { price, sessions } = await ask<Checkout>(`/api/products/${slug}/checkout`, authToken);
  const { id } = await ask<{ id: string }>('/api/orders', authToken, {
    items: [
      {
        kind: 'ticket',
        productSlug: slug,
        sessionId: sessions[0]?.id ?? null,
        code: null,
        expectedTotal: price.total,
      },
    ],
    expectedTotal: price.total,
    acceptTerms: true,
  });
  const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  await ask(`/api/orders/${id}/payment`, authToken, { card });
  return id;
}

async function giveBack(orderId: string): Promise<void> {
  const { authToken } = await sessionOf(ask, 'sala');
  await ask(`/api/desk/orders/${orderId}/refund`, authToken, { reason: 'She cannot come' });
}

type Leads = { items: { kind: string; state: string }[] };

/** How those who want a ticket of the show stand, as its organizer is told. */
async function leadsOf(slug: string, authToken: string): Promise<Leads['items']> {
  const { items } = await ask<Leads>(`/api/desk/leads?product=${slug}`, authToken);
  return items.map(({ kind, state }) => ({ kind, state }));
}

async function payForSeat(page: Page): Promise<void> {
  const words = (key: string) => say('sales', key);
  await field(page, words('card.number')).fill('4242 4242 4242 4242');
  await field(page, words('card.expiry')).fill('1240');
  await field(page, words('card.cvc')).fill('123');
  const consent = page.getByRole('checkbox', { name: say('leads', 'unfinished.consent') });
  expect(await consent.isChecked()).toBe(false);
  await page.getByRole('checkbox').last().check();
  await page.locator('form button[type=submit]').last().click();
  await page.getByRole('heading', { name: words('bought.title') }).waitFor();
}

it('whoever waits for a sold-out show gets the seat that comes back, and the organizer sees it', async () => {
  const words = (key: string, values = {}) => say('leads', key, values);
  const slug = await oneSeat();
  const order = await buyElsewhere(slug);
  const waiting = await aVisitor(browser, base);
  await logIn(waiting.page, member('viewer'), `/products/${slug}`);
  await press(waiting.page, words('line.join'));
  await waiting.page.getByText(words('line.number', { number: 1 })).waitFor();
  await expectAccessible(waiting.page);
  await giveBack(order);
  await waiting.page.reload();
  await waiting.page.getByText(words('line.held')).waitFor();
  // Nobody else finds a seat: not whoever had it before, either
  const { authToken } = await sessionOf(ask, 'fan');
  const other = await ask<{ can: { buy: boolean } }>(`/api/products/${slug}/checkout`, authToken);
  expect(other.can.buy).toBe(false);
  await waiting.page.getByRole('link', { name: words('line.buy') }).click();
  await payForSeat(waiting.page);
  expect(waiting.faults).toEqual([]);
  await waiting.context.close();

  const desk = await aVisitor(browser, base);
  const inPortuguese = (key: string) => say('leads', key, {}, 'pt');
  const address = `/account/salesopportunity?product=${slug}`;
  await logIn(desk.page, member('sala'), address);
  // The letters about a sale, and with them what follows from it, are written a moment later
  const { authToken: organizer } = await sessionOf(ask, 'sala');
  await expect
    .poll(() => leadsOf(slug, organizer))
    .toContainEqual({ kind: 'waiting', state: 'bought' });
  await desk.page.goto(address);
  const row = desk.page.getByRole('row').filter({ hasText: inPortuguese('kind.waiting') });
  await row.getByText(inPortuguese('state.bought')).waitFor();
  await desk.page.getByText(member('viewer').email).first().waitFor();
  await expectAccessible(desk.page);
  expect(desk.faults).toEqual([]);
  await desk.context.close();
});

it('a guest is asked by letter before anybody is told of them', async () => {
  const guest = await aVisitor(browser, base);
  const words = (key: string, values = {}) => say('leads', key, values);
  await guest.page.goto(`/products/${like}`);
  await press(guest.page, words('tell.product.ask'));
  const email = `guest-${crypto.randomUUID().slice(0, 8)}@platea.example`;
  await guest.page.getByLabel(words('guest.email')).fill(email);
  await press(guest.page, words('guest.send'));
  await guest.page.locator('[aria-invalid=true]').first().waitFor();
  await guest.page.getByRole('checkbox').check();
  await expectAccessible(guest.page);
  await press(guest.page, words('guest.send'));
  await guest.page.getByText(words('guest.sent', { email })).waitFor();
  expect(guest.faults).toEqual([]);
  await guest.context.close();
});
