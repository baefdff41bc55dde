import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { pressOn, tabTo, writeIn } from '../keyboard.ts';
import { field, member } from '../people.ts';
import { say } from '../words.ts';

// The main job with the keyboard alone: nothing is clicked, and nothing is focused by script.
const base = inject('baseUrl');
const title = 'Songs for a Quiet Street';
const slug = 'songs-for-a-quiet-street';

let browser: Browser;
let seat: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  seat = await aVisitor(browser, base, { reducedMotion: 'reduce' });
  // It is on sale again once the demo has recorded it.
  const isOnSale = async () => {
    const answer = await fetch(`${base}/api/products/${slug}`);
    return answer.ok && ((await answer.json()) as { sale: string }).sale === 'open';
  };
  await vi.waitUntil(isOnSale, { timeout: 110_000, interval: 500 });
});
afterAll(() => browser.close());

const button = (name: string | RegExp) => seat.page.getByRole('button', { name });
const link = (name: string | RegExp) => seat.page.getByRole('link', { name });
const heading = (name: string) => seat.page.getByRole('heading', { level: 1, name });
const video = () =>
  seat.page.evaluate(() => {
    const element = document.querySelector('video');
    return { paused: element?.paused, rate: element?.playbackRate };
  });
const focused = () => seat.page.evaluate(() => document.activeElement?.tagName);

it('a viewer finds a show, signs in and buys it', async () => {
  const { page, faults } = seat;
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  await expect.poll(focused).toBe('INPUT');
  await page.keyboard.type('quiet street');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search-results/);
  // Reading goes on at the heading of each new page.
  await expect.poll(focused).toBe('H1');
  await pressOn(page, link(new RegExp(title)).first());
  await heading(title).waitFor();
  await expect.poll(focused).toBe('H1');
  await pressOn(page, button(say('catalog', 'buy.ticket')).first());
  await page.waitForURL(/\/login/);
  const { email, password } = member('viewer');
  await writeIn(page, field(page, say('accounts', 'email')), email);
  await writeIn(page, field(page, say('accounts', 'password')), password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/checkout/);
  await writeIn(page, field(page, say('sales', 'card.number')), '4242424242424242');
  await writeIn(page, field(page, say('sales', 'card.expiry')), '1240');
  await writeIn(page, field(page, say('sales', 'card.cvc')), '123');
  await pressOn(page, page.getByRole('checkbox').last(), 'Space');
  await pressOn(page, button(say('sales', 'checkout.payAmount', { amount: '€5.00' })));
  await heading(say('sales', 'bought.title')).waitFor();
  await expect.poll(focused).toBe('H1');
  expect(faults).toEqual([]);
});

it('opens it from My space, and uses the player', async () => {
  const { page, faults } = seat;
  await pressOn(
    page,
    page.locator('main').getByRole('link', { name: say('sales', 'bought.mine') }),
  );
  await page.waitForURL(/\/mystuff\/products/);
  await pressOn(page, link(`${say('sales', 'mine.watch')}: ${title}`));
  await page.waitForURL(/\/player\//);
  await expect.poll(video).toMatchObject({ paused: false });
  await page.keyboard.press('k');
  await expect.poll(video).toMatchObject({ paused: true });
  const play = page.locator('media-play-button');
  await pressOn(page, play, 'Space');
  await expect.poll(video).toMatchObject({ paused: false });
  await page.keyboard.press('Space');
  await expect.poll(video).toMatchObject({ paused: true });

  const captions = button(say('player', 'captions.off'));
  await pressOn(page, captions);
  await page.getByText(say('player', 'captions.missing')).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => captions.getAttribute('aria-expanded')).toBe('false');
  await pressOn(page, button(/^Speed: 1×/));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(video).toMatchObject({ rate: 1.25 });
  await tabTo(page, button(/^Speed: 1.25×/), 'Shift+Tab');

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: say('player', 'keys.title') }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

it('writes in the chat, where no key plays or pauses, and leaves', async () => {
  const { page, faults } = seat;
  const words = 'kind music, jolly fine';
  await writeIn(page, field(page, say('chat', 'write')), words);
  await expect.poll(video).toMatchObject({ paused: true });
  await page.keyboard.press('Enter');
  await page.getByRole('log').or(page.locator('aside')).getByText(words).first().waitFor();
  await tabTo(page, link(say('shells', 'stage.back')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mystuff\/products/);
  await expect.poll(focused).toBe('H1');
  expect(faults).toEqual([]);
});
