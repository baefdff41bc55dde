import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { aNewcomer, field, letterLink, logIn, member, press, signUp, somebody } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

// One pays a ticket and something for the artist; another, who has no account yet, takes it.
const base = inject('baseUrl');
const ask = askOf(base);
const slug = 'midnight-piano';
const gift = (key: string, values = {}) => say('gifts', key, values);
const sales = (key: string, values = {}) => say('sales', key, values);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  // The demo opens its doors before the shows to come are all made.
  await vi.waitUntil(async () => (await fetch(`${base}/api/products/${slug}`)).ok, {
    timeout: 90_000,
    interval: 500,
  });
});
afterAll(() => browser.close());

type Product = { title: string; channel: { slug: string; title: string } };
type Letters = { items: { id: string; subject: string }[] };

/** The link in the letter of the gift, as the administrator's list shows it. */
const giftLink = (token: string, email: string): Promise<string> =>
  vi.waitUntil(
    async () => {
      const list = `/api/manage/mails?q=${encodeURIComponent(email)}`;
      for (const { id } of (await ask<Letters>(list, token)).items) {
        const { text } = await ask<{ text: string }>(`/api/manage/mails/${id}`, token);
        const [link] = /\/gift\/[\w-]+/.exec(text) ?? [];
        if (link) return link;
      }
      return '';
    },
    { timeout: 45_000, interval: 200 },
  );

/** Lets people donate beside the show, from its own page. */
async function switchDonationsOn(): Promise<void> {
  const { page, context } = await aVisitor(browser, base, { locale: 'en-GB' });
  const owner = member('sala');
  await logIn(page, owner, `/account/channels/northlight-sessions/products/${slug}`);
  const words = (key: string) => say('donations', key, {}, 'pt');
  const panel = page.getByRole('region', { name: words('desk.title') });
  await panel.getByLabel(words('desk.on')).check();
  await panel.getByLabel(words('desk.text')).fill('For the piano tuner.');
  await panel.getByRole('button', { name: words('desk.save') }).click();
  await page.getByText(words('desk.saved')).waitFor();
  await context.close();
}

async function buyAsGift(page: Page, to: { name: string; email: string }, channel: string) {
  await page.goto(`/products/${slug}/checkout`);
  await page.getByLabel(gift('fields.on')).check();
  await field(page, gift('fields.name')).fill(to.name);
  await field(page, gift('fields.email')).fill(to.email);
  await field(page, gift('fields.message')).fill('For the long winter.');
  const asked = page.getByRole('group', { name: say('donations', 'give.donation', { channel }) });
  await asked.getByText('For the piano tuner.').waitFor();
  // Nothing is chosen before somebody chooses it.
  expect(await asked.getByRole('button', { pressed: true }).count()).toBe(0);
  await asked.getByRole('button').last().click();
  await field(page, sales('card.number')).fill('4242 4242 4242 4242');
  await field(page, sales('card.expiry')).fill('1240');
  await field(page, sales('card.cvc')).fill('123');
  await page.getByRole('checkbox').last().check();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: sales('giving.giftPaid') }).waitFor();
}

/** Signs up on the way to the gift, and takes it. */
async function accept(visitor: Visitor, link: string, token: string): Promise<void> {
  const { page } = visitor;
  const friend = somebody('Noa');
  await page.goto(link);
  await page.getByText('For the long winter.').waitFor();
  expect(await page.content()).not.toMatch(/ina-[^@\s]*@/);
  await expectAccessible(page);
  await page
    .locator('#main')
    .getByRole('link', { name: gift('gift.toLogup') })
    .waitFor();
  await signUp(page, friend, 'attendee');
  await page.goto(await letterLink(ask, token, friend.email));
  await page.waitForURL((url) => !url.pathname.startsWith('/activate'));
  await page.goto(link);
  await press(page, gift('gift.accept'));
  await page.waitForURL('**/mystuff/products');
}

it('a ticket is given with something for the artist, and taken by who had no account', async () => {
  await switchDonationsOn();
  const product = await ask<Product>(`/api/products/${slug}`);
  const { authToken: adminToken } = await sessionOf(ask, 'admin');
  const giver = await aVisitor(browser, base);
  const session = await aNewcomer(ask, adminToken, 'Ina');
  await giver.context.addInitScript((kept) => {
    localStorage.setItem('platea.session', kept);
  }, JSON.stringify(session));
  const to = { name: 'Noa', email: somebody('noa').email };
  await buyAsGift(giver.page, to, product.channel.title);
  await giver.page.goto('/mystuff/orders');
  const given = giver.page.getByRole('region', { name: gift('mine.title') });
  await given.getByText(gift('mine.waiting')).waitFor();
  await expectAccessible(giver.page);
  const friend = await aVisitor(browser, base);
  await accept(friend, await giftLink(adminToken, to.email), adminToken);
  await friend.page.getByText(product.title).first().waitFor();
  await giver.page.reload();
  await given.getByText(gift('mine.accepted'), { exact: true }).waitFor();
  expect([...giver.faults, ...friend.faults]).toEqual([]);
  await Promise.all([giver.context.close(), friend.context.close()]);
});
