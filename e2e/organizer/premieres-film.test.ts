import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { clockFilm, readDelay } from '#test/clock-camera.ts';
import { mediaFolder } from '#test/made-media.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { beginFilmProduct, publish } from '../film-product.ts';
import { field, logIn, member, press } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const ask = askOf(base);
const words = (key: string, values = {}) => say('catalog', key, values, 'es');
const seconds = 115;
const folder = mediaFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  folder.remove();
});

/** The next whole minute that leaves time to take a seat. */
const soon = (): Temporal.ZonedDateTime =>
  Temporal.Now.zonedDateTimeISO('Europe/Madrid')
    .add({ seconds: 45 })
    .round({ smallestUnit: 'minute', roundingMode: 'ceil' });

/** How many milliseconds the picture is behind the hour, which its film carries; null without one. */
const lateOf = async (page: Page, startsAt: number): Promise<number | null> => {
  const ago = (await page.evaluate(readDelay)) as number | null;
  return ago === null ? null : ago - startsAt;
};

type Sale = { sessions: { id: string }[] };

/** Somebody of the demonstration with a ticket, taken elsewhere, and with a browser of their own. */
async function aGuest(key: 'viewer' | 'fan', slug: string): Promise<Visitor> {
  const { authToken } = await sessionOf(ask, key);
  const { sessions } = await ask<Sale>(`/api/products/${slug}/checkout`, authToken);
  const item = { kind: 'ticket', productSlug: slug, sessionId: sessions[0]?.id, expectedTotal: 0 };
  await ask('/api/orders', authToken, { items: [item], expectedTotal: 0, acceptTerms: true });
  const guest = await aVisitor(browser, base);
  await logIn(guest.page, member(key), `/products/${slug}`);
  return guest;
}

it('an organizer plays a film at an hour, and everybody sees the same second of it', async () => {
  const film = join(folder.path, 'A medianoche.mp4');
  await clockFilm(film, seconds);
  const desk = await aVisitor(browser, base);
  const { page } = desk;
  await beginFilmProduct(page, {
    organizer: 'teatro',
    language: 'es',
    kind: 'live',
    film,
    title: `A medianoche ${crypto.randomUUID().slice(0, 6)}`,
    about: 'Una película para trasnochar.',
  });
  await page.getByText(say('media', 'film.ready', {}, 'es')).waitFor({ timeout: 240_000 });
  await expect.poll(() => field(page, words('fact.duration')).inputValue()).toBe('2 min');
  const begins = soon();
  const startsAt = begins.epochMilliseconds;
  await field(page, words('session.starts')).fill(
    begins.toPlainDateTime().toString({ smallestUnit: 'minute' }),
  );
  await press(page, words('session.save'));
  await page.getByText(words('session.added')).first().waitFor();
  await publish(page, 'es');
  await page.waitForURL(/\/channels\/.+\/products\/a-medianoche/);
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  // Both come while there is time: of the film itself little is spent on logging in.
  const one = await aGuest('viewer', slug);
  const late = await aGuest('fan', slug);
  await one.page.goto(`/player/${slug}`);
  // By itself, at its hour, in the page that waited for it.
  await expect
    .poll(() => lateOf(one.page, startsAt), { timeout: 150_000 })
    .toSatisfy((found: number | null) => found !== null && Math.abs(found) < 1000);
  await late.page.goto(`/player/${slug}`);
  const both = () => Promise.all([lateOf(one.page, startsAt), lateOf(late.page, startsAt)]);
  await expect.poll(both).toSatisfy(([first, second]: (number | null)[]) => {
    if (first == null || second == null) return false;
    return Math.abs(first) < 1000 && Math.abs(first - second) < 1000;
  });
  const player = (key: string) => say('player', key);
  await expect.poll(() => one.page.getByText(player('premiere')).count()).toBe(1);
  expect(await one.page.getByRole('slider', { name: player('time.title') }).count()).toBe(0);
  await expectAccessible(one.page);
  // Whoever rests comes back to where the others are.
  await late.page.keyboard.press('k');
  await expect.poll(() => lateOf(late.page, startsAt)).toBeGreaterThan(1500);
  await late.page.keyboard.press('k');
  await expect
    .poll(() => lateOf(late.page, startsAt))
    .toSatisfy((found: number | null) => found !== null && Math.abs(found) < 1000);
  await one.page
    .getByText(player('state.finished.title'))
    .waitFor({ timeout: seconds * 1000 + 15_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(startsAt + seconds * 1000 - 500);
  for (const { faults, context } of [desk, one, late]) {
    expect(faults).toEqual([]);
    await context.close();
  }
}, 600_000);
