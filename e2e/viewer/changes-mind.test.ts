import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { castList } from '#server/demo/cast.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { field, logIn, press } from '../people.ts';
import { say } from '../words.ts';

// A declined card leaves everything in place: what the buyer changes then is what is paid.
const base = inject('baseUrl');
const words = (key: string, values = {}) => say('sales', key, values);
const declined = '4000 0000 0000 0002';
const good = '4242 4242 4242 4242';

let browser: Browser;
let seat: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  seat = await aVisitor(browser, base);
  const [viewer] = castList.filter(({ key }) => key === 'viewer');
  if (viewer) await logIn(seat.page, viewer);
});
afterAll(() => browser.close());

/** A code for five euros, made by the organizer of the show. */
async function codeFor(slug: string): Promise<string> {
  const organizer = castList.find(({ key }) => key === 'sala');
  const ask = async (path: string, body?: object, token = '') => {
    const answer = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  const { email, password } = organizer ?? {};
  const { authToken } = await ask('/api/sessions', { email, password });
  const { price } = await ask(`/api/products/${slug}`);
  const net = Math.round((500 * 10_000) / (10_000 + price.taxRate));
  const form = { sessionId: null, quantity: 1, net, tax: 500 - net, validUntil: null };
  const { id } = await ask(`/api/desk/products/${slug}/coupons`, form, authToken);
  const { items } = await ask(`/api/desk/coupons/${id}/codes`, undefined, authToken);
  return items[0].code;
}

async function fillCard(page: Page, number: string): Promise<void> {
  await field(page, words('card.number')).fill(number);
  await field(page, words('card.expiry')).fill('1240');
  await field(page, words('card.cvc')).fill('123');
}

const payButton = (page: Page, amount: string) =>
  page.getByRole('button', { name: words('checkout.payAmount', { amount }) });

async function payInVain(page: Page, slug: string, amount: string): Promise<void> {
  await page.goto(`/products/${slug}/checkout`);
  await fillCard(page, declined);
  await page.getByRole('checkbox').last().check();
  await payButton(page, amount).click();
  await page.getByText(words('payment.failure.card_declined')).waitFor();
}

describe('a viewer whose card was declined', () => {
  it('applies a coupon and pays the sum on the button', async () => {
    const { page, faults } = seat;
    const code = await codeFor('midnight-piano');
    await payInVain(page, 'midnight-piano', '€6.00');
    await field(page, words('code.label')).fill(code);
    await press(page, words('code.apply'));
    await payButton(page, '€5.00').waitFor();
    // What the bar above covers in part would count as too small to press.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);
    await fillCard(page, good);
    await payButton(page, '€5.00').click();
    const heading = page.getByRole('heading', { level: 1, name: words('bought.title') });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goto('/mystuff/orders');
    const rows = page.getByRole('row').filter({ hasText: 'Midnight Piano' });
    await rows.first().waitFor();
    const told = await rows.allInnerTexts();
    expect(told).toHaveLength(2);
    expect(told[0]).toContain(words('orderState.paid'));
    expect(told[0]).toContain('€5.00');
    expect(told[1]).toContain(words('orderState.cancelled'));
    expect(told[1]).toContain('€6.00');
    expect(faults).toEqual([]);
  });

  it('is told why a code is refused, and leaves it behind on the next visit', async () => {
    const { page, faults } = seat;
    await page.goto('/products/fado-a-meia-luz/checkout?code=NOTHING');
    const refusal = page.getByText(words('code.fault.COUPON_UNKNOWN'));
    await refusal.waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await field(page, words('code.label')).inputValue()).toBe('NOTHING');
    expect(await refusal.isVisible()).toBe(true);
    await expectAccessible(page);
    await page.reload();
    await payButton(page, '€15.00').waitFor();
    expect(await refusal.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('goes on with the order from My space, or cancels it', async () => {
    const { page, faults } = seat;
    await payInVain(page, 'fado-a-meia-luz', '€15.00');
    await page.goto('/mystuff/orders');
    const row = page.getByRole('row').filter({ hasText: 'Fado à meia-luz' });
    await row.getByText(words('orderState.pending')).waitFor();
    await expectAccessible(page);
    await row.getByRole('link', { name: words('order.goOn') }).click();
    await payButton(page, '€15.00').waitFor();
    await page.goto('/mystuff/orders');
    await row.getByRole('button', { name: words('order.cancel') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('order.cancelSure') })
      .click();
    await row.getByText(words('orderState.cancelled')).waitFor();
    expect(await row.getByRole('link', { name: words('order.goOn') }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
