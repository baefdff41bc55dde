import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Broadcast } from '#contract/live.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { field, logIn, member, press, tokenOf } from '../people.ts';
import { askOf } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// A rehearsal with invited people, from the first invitation to a guest who is shown out. Each step
// leans on the one before.
const base = inject('baseUrl');
const ask = askOf(base);
const title = `Run-through ${crypto.randomUUID().slice(0, 6)}`;
const guest = member('viewer');
const words = (key: string, values = {}) => say('rehearsals', key, values);

let browser: Browser;
let desk: Visitor;
let seat: Visitor;
let encoder: Encoder | null = null;
let link = '';

beforeAll(async () => {
  browser = await openBrowser();
  [desk, seat] = await Promise.all([aVisitor(browser, base), aVisitor(browser, base)]);
});
afterAll(async () => {
  encoder?.kill();
  await browser?.close();
});

const step = stepsOfStory(async () => undefined);

/** Both read English, whatever language they have chosen in the demonstration. */
const inEnglish = ({ page }: Visitor) =>
  page.evaluate(() => localStorage.setItem('platea.language', JSON.stringify('en')));

step('an organizer opens a room with a title, and has its link', async () => {
  const { page } = desk;
  await logIn(page, member('teatro'), '/account/rehearsals');
  await inEnglish(desk);
  await page.goto('/account/rehearsals');
  await field(page, words('field.title')).fill(title);
  const channel = field(page, words('field.channel'));
  if (await channel.isVisible()) await channel.selectOption({ index: 1 });
  await press(page, words('new.open'));
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  link = await field(page, words('link.label')).inputValue();
  expect(link).toMatch(/\/rehearsals\/[\w-]{43}$/);
});

step('an address that no show can be sent on to is refused once, at its field', async () => {
  const { page } = desk;
  const live = (key: string) => say('live', key);
  await press(page, live('outputs.add'));
  const dialog = page.getByRole('dialog');
  const address = dialog.locator('input[name=url]');
  await address.fill('https://live.example.com');
  await dialog.locator('input[name=key]').fill('once-only');
  await dialog.getByRole('button', { name: live('outputs.add') }).click();
  const refusal = page.getByText(/rtmp:\/\/live\.example\.com\/app/);
  await refusal.waitFor();
  expect(await refusal.count()).toBe(1);
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => address.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

step('a guest who is not logged in follows it, and comes back to it from log-in', async () => {
  const { page } = seat;
  const answer = await page.goto(link);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  // Whoever draws a preview of the link learns nothing.
  expect(await answer?.text()).not.toContain(title);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  // Whoever has no account is told where they come from, and that they come back.
  const main = page.getByRole('main');
  await main.getByRole('link', { name: words('invitation.toLogup') }).click();
  await page.getByText(say('accounts', 'logup.leadRehearsal')).waitFor();
  await page.goBack();
  // The address is back before the page is, and the other page has such a link of its own.
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  // The bar of the site leads there too, but not back.
  await main.getByRole('link', { name: words('invitation.toLogin') }).click();
  await page.waitForURL(/\/login/);
  await field(page, say('accounts', 'email')).fill(guest.email);
  await field(page, say('accounts', 'password')).fill(guest.password);
  await press(page, say('accounts', 'login.submit'));
  await page.waitForURL(/\/rehearsals\//);
  await inEnglish(seat);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
});

step('enters with one press, and waits', async () => {
  const { page } = seat;
  await press(page, words('invitation.enter'));
  await page.waitForURL(/\/player\/rehearsal-/);
  await page.getByText(say('player', 'state.waiting.title')).first().waitFor();
});

const playedSeconds = () =>
  seat.page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);

step('sees the picture as soon as somebody sends it', async () => {
  const slug = desk.page.url().split('/').at(-1);
  const token = await tokenOf(desk.page);
  const { streamKey } = await ask<Broadcast>(`/api/desk/products/${slug}/broadcast`, token);
  encoder = startEncoder(`${inject('rtmpUrl')}/${streamKey}`, { size: '640x360' });
  await expect.poll(playedSeconds).toBeGreaterThan(0);
  const before = await playedSeconds();
  await expect.poll(playedSeconds).toBeGreaterThan(before);
});

step('is on the list of guests, and out by itself when the organizer removes them', async () => {
  const { page } = desk;
  const name = `${guest.name} ${guest.surname}`;
  await page.getByText(words('guests.watching')).first().waitFor();
  await press(page, words('guests.removeOf', { name }));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('guests.remove'), exact: true })
    .click();
  const out = seat.page.getByText(say('player', 'gone.rehearsal.title')).first();
  await out.waitFor();
  await expect.poll(() => seat.page.locator('video').count()).toBe(0);
  await page.getByText(words('guests.none')).first().waitFor();
  await seat.page.goto(link);
  await seat.page.getByText(words('invitation.removed')).first().waitFor();
});

step('a room that is closed in one window says so in the other', async () => {
  const { page, context } = desk;
  const other = await context.newPage();
  await other.goto(page.url());
  await press(other, words('close.act'));
  await other
    .getByRole('dialog')
    .getByRole('button', { name: words('close.act') })
    .click();
  await other.waitForURL(/\/account\/rehearsals$/);
  await page.getByRole('heading', { level: 1, name: words('closed.title') }).waitFor();
  await expect.poll(() => page.getByText(words('close.head')).count()).toBe(0);
});
