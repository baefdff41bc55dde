import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { pressOn, tabTo, writeIn } from '../keyboard.ts';
import { field, letterLink, somebody } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { unseenControlsOn } from '../seen.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// The main job with the keyboard alone: nothing is clicked, and nothing is focused by script.
const base = inject('baseUrl');
const ask = askOf(base);
const title = 'Songs for a Quiet Street';
const slug = 'songs-for-a-quiet-street';
const viewer = somebody('Kay');

const step = stepsOfStory();
let browser: Browser;
let seat: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  seat = await aVisitor(browser, base, { reducedMotion: 'reduce' });
  // It was on sale before it was over; it is one to watch once the demo has recorded it.
  const isRecorded = async () => {
    const answer = await fetch(`${base}/api/products/${slug}`);
    return answer.ok && ((await answer.json()) as { past: string | null }).past === 'recorded';
  };
  await vi.waitUntil(isRecorded, { timeout: 110_000, interval: 250 });
});
afterAll(() => browser.close());

const button = (name: string | RegExp) => seat.page.getByRole('button', { name });
const link = (name: string | RegExp) => seat.page.getByRole('link', { name });
const heading = (name: string) => seat.page.getByRole('heading', { level: 1, name });
const accounts = (key: string) => say('accounts', key);
const video = (page = seat.page) =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    const { paused, muted, playbackRate: rate, currentTime = -1, volume = -1 } = element ?? {};
    return { paused, muted, rate, time: Math.round(currentTime), volume: volume.toFixed(2) };
  });
/** How well the controls are seen. */
const controlsOf = (page: Page) =>
  page.locator('[data-controls]').evaluate((all) => getComputedStyle(all).opacity);
const focusedTag = () => seat.page.evaluate(() => document.activeElement?.tagName);

step('a viewer finds a show by its words and asks for a ticket', async () => {
  const { page, faults } = seat;
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  await expect.poll(focusedTag).toBe('INPUT');
  await page.keyboard.type('quiet street');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search-results/);
  // Reading goes on at the heading of each new page.
  await expect.poll(focusedTag).toBe('H1');
  await pressOn(page, link(new RegExp(title)).first());
  await heading(title).waitFor();
  await expect.poll(focusedTag).toBe('H1');
  await pressOn(page, button(say('catalog', 'buy.ticket')).first());
  await page.waitForURL(/\/login/);
  await expect.poll(focusedTag).toBe('H1');
  expect(faults).toEqual([]);
});

step('signs up on the way, and comes back to the checkout', async () => {
  const { page, faults } = seat;
  const [, newHere = ''] = /<link>(.+)<\/link>/.exec(accounts('login.noAccount')) ?? [];
  await pressOn(page, page.locator('main').getByRole('link', { name: newHere }));
  await page.waitForURL(/\/logup/);
  // The heading takes the focus once: not while somebody writes.
  await expect.poll(focusedTag).toBe('H1');
  await writeIn(page, field(page, accounts('name')), viewer.name);
  await writeIn(page, field(page, accounts('surname')), viewer.surname);
  await writeIn(page, field(page, accounts('email')), viewer.email);
  await writeIn(page, field(page, accounts('emailConfirmation')), viewer.email);
  await writeIn(page, field(page, accounts('password')), viewer.password);
  await writeIn(page, field(page, accounts('passwordConfirmation')), viewer.password);
  const papers = new RegExp(accounts('legalLink').replaceAll(/<[^>]+>/g, ''), 'i');
  await pressOn(page, page.getByRole('checkbox', { name: papers }), 'Space');
  await pressOn(page, button(accounts('logup.submit')));
  await heading(accounts('logup.sentTitle')).waitFor();
  const { authToken } = await sessionOf(ask, 'admin');
  await page.goto(await letterLink(ask, authToken, viewer.email));
  await page.waitForURL(/\/checkout/);
  await expect.poll(focusedTag).toBe('H1');
  expect(faults).toEqual([]);
});

step('pays, and is led to the ticket', async () => {
  const { page, faults } = seat;
  await writeIn(page, field(page, say('sales', 'card.number')), '4242424242424242');
  await writeIn(page, field(page, say('sales', 'card.expiry')), '1240');
  await writeIn(page, field(page, say('sales', 'card.cvc')), '123');
  await pressOn(page, page.getByRole('checkbox').last(), 'Space');
  await pressOn(page, button(say('sales', 'checkout.payAmount', { amount: '€5.00' })));
  await heading(say('sales', 'bought.title')).waitFor();
  await expect.poll(focusedTag).toBe('H1');
  const mine = say('sales', 'bought.mine');
  await pressOn(page, page.locator('main').getByRole('link', { name: mine }));
  await page.waitForURL(/\/mystuff\/products/);
  await expect.poll(focusedTag).toBe('H1');
  await pressOn(page, link(`${say('sales', 'mine.watch')}: ${title}`));
  await page.waitForURL(/\/player\//);
  expect(faults).toEqual([]);
});

step('winds on and back, and chooses how loud it is, which is remembered', async () => {
  const { page, faults } = seat;
  const slider = (key: string) => page.getByRole('slider', { name: say('player', key) });
  await expect.poll(() => video()).toMatchObject({ paused: false });
  await page.keyboard.press('k');
  await tabTo(page, slider('time.title'));
  await page.keyboard.press('Home');
  await expect.poll(() => video()).toMatchObject({ time: 0 });
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => video()).toMatchObject({ time: 10 });
  await page.keyboard.press('j');
  await expect.poll(() => video()).toMatchObject({ time: 0 });
  await expect
    .poll(() => slider('time.title').getAttribute('aria-valuetext'))
    .toContain(say('player', 'time.of', { time: '0 seconds', length: '' }));

  await pressOn(page, button(say('player', 'mute')), 'Space');
  await expect.poll(() => video()).toMatchObject({ muted: true });
  await page.keyboard.press('m');
  await expect.poll(() => video()).toMatchObject({ muted: false, volume: '1.00' });
  await tabTo(page, slider('volume'));
  await page.keyboard.press('PageDown');
  await expect.poll(() => video()).toMatchObject({ muted: false, volume: '0.90' });
  await page.reload();
  await expect.poll(() => video()).toMatchObject({ paused: false, volume: '0.90' });
  expect(faults).toEqual([]);
});

step('has the whole screen, where the controls rest until they are wanted', async () => {
  const { page, faults } = seat;
  await page.keyboard.press('f');
  const isFull = () => page.evaluate(() => document.fullscreenElement?.tagName);
  await expect.poll(isFull).toBe('SECTION');
  await expect.poll(() => controlsOf(page)).toBe('0');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => controlsOf(page)).toBe('1');
  // What was recorded is half a minute long: it waits for whoever walks to the next button.
  await page.keyboard.press('k');
  await pressOn(page, button(say('player', 'fullScreen.leave')));
  await expect.poll(isFull).toBeUndefined();
  expect(faults).toEqual([]);
});

step('plays and pauses, asks for captions and another speed', async () => {
  const { page, faults } = seat;
  await expect.poll(() => video()).toMatchObject({ paused: true });
  await page.keyboard.press('k');
  await expect.poll(() => video()).toMatchObject({ paused: false });
  await page.keyboard.press('k');
  await expect.poll(() => video()).toMatchObject({ paused: true });
  await pressOn(page, button(say('player', 'play')), 'Space');
  // The button hears of it from the picture, a moment after, and keeps the focus.
  await button(say('player', 'pause')).waitFor();
  await expect.poll(() => video()).toMatchObject({ paused: false });
  await page.keyboard.press('Space');
  await expect.poll(() => video()).toMatchObject({ paused: true });

  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(() => unseenControlsOn(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });

  // By its key a show without captions says so on the picture; by its menu among the languages.
  await page.keyboard.press('c');
  await page.getByRole('status').getByText(say('player', 'captions.missing')).waitFor();
  const captions = button(say('player', 'captions.off'));
  await pressOn(page, captions);
  await page.getByRole('menu').getByText(say('player', 'captions.missing')).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => captions.getAttribute('aria-expanded')).toBe('false');
  await pressOn(page, button(/^Speed: 1×/));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => video()).toMatchObject({ rate: 1.25 });
  await tabTo(page, button(/^Speed: 1.25×/), 'Shift+Tab');

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: say('player', 'keys.title') }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
});

step(
  'opens the chat of the recording and writes in it, where no key plays or pauses, and leaves',
  async () => {
    const { page, faults } = seat;
    const words = 'kind music, jolly fine';
    await pressOn(page, button(say('player', 'chat.open')));
    // The focus goes along into what has opened, also the first time.
    await expect.poll(() => page.locator('aside :focus').count()).toBe(1);
    await writeIn(page, field(page, say('chat', 'write')), words);
    await expect.poll(() => video()).toMatchObject({ paused: true });
    await page.keyboard.press('Enter');
    await page.getByRole('log').or(page.locator('aside')).getByText(words).first().waitFor();
    await tabTo(page, link(say('shells', 'stage.back')), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/mystuff\/products/);
    await expect.poll(focusedTag).toBe('H1');
    expect(faults).toEqual([]);
  },
);

step('is told when the chat does not come, and has it with the next press', async () => {
  const kept = await seat.context.storageState();
  const { page, faults, context } = await aVisitor(browser, base, { kept, worker: 'none' });
  const panel = '**/assets/chat-panel-*.js';
  await page.route(panel, (route) => route.abort());
  await page.goto(`/player/${slug}`);
  const opener = page.getByRole('button', { name: say('player', 'chat.open') });
  await pressOn(page, opener);
  await page.getByText(say('platform', 'error.missed')).waitFor();
  // Where somebody stood: the show goes on, and the same key asks again.
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.locator('video').count()).toBe(1);
  await page.unroute(panel);
  await page.keyboard.press('Enter');
  await field(page, say('chat', 'write')).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

step(
  'watches on a phone: a tap shows the controls and hides them, and pauses nothing',
  async () => {
    const kept = await seat.context.storageState();
    const phone = { touch: true, width: 844, height: 390, kept } as const;
    const { page, faults, context } = await aVisitor(browser, base, phone);
    await page.goto(`/player/${slug}`);
    await expect.poll(() => video(page)).toMatchObject({ paused: false });
    await expect.poll(() => controlsOf(page)).toBe('0');
    await page.touchscreen.tap(420, 200);
    await expect.poll(() => controlsOf(page)).toBe('1');
    await page.touchscreen.tap(420, 200);
    await expect.poll(() => controlsOf(page)).toBe('0');
    expect(await video(page)).toMatchObject({ paused: false });
    expect(faults).toEqual([]);
    await context.close();
  },
);
