import type { Browser } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { openBrowser, type Visitor } from '../browser.ts';
import { pressOn, tabTo, writeIn } from '../keyboard.ts';
import { field } from '../people.ts';
import { aPoster } from '../poster.ts';
import { aMember } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// A show is made and put on sale with the keyboard alone; the picture is chosen in the window that
// the browser opens for it.
const base = inject('baseUrl');
const words = (key: string, values = {}) => say('catalog', key, values);
const title = `Without a mouse ${crypto.randomUUID().slice(0, 6)}`;
/** The day of which every language writes the parts alike: the browser's own decides the order. */
const day = `1212${Temporal.Now.plainDateISO('Europe/Madrid').year + 1}`;

const step = stepsOfStory();
let browser: Browser;
let desk: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  desk = await aMember(browser, base, 'sala');
});
afterAll(() => browser.close());

const button = (name: string | RegExp) => desk.page.getByRole('button', { name, exact: true });

step('an organizer begins a show from the desk and writes what sells it', async () => {
  const { page, faults } = desk;
  await page.goto('/account/globalview');
  const create = page.getByRole('link', { name: say('insights', 'go.product') }).first();
  await pressOn(page, create);
  await page.waitForURL(/\/account\/products\/new/);
  await writeIn(page, field(page, words('field.title')), title);
  await writeIn(page, field(page, words('field.shortDescription')), 'Played without a mouse.');
  await page.waitForURL(/\?draft=without-a-mouse/);
  const picture = field(page, words('field.picture'));
  // The browser listens for the window from here on: asked together with the key, it may come late.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    pressOn(page, picture, 'Space'),
  ]);
  await chooser.setFiles(await aPoster());
  await page.getByAltText(say('ui', 'image.preview')).first().waitFor();
  expect(faults).toEqual([]);
});

step('gives it a date and a price; it saves itself', async () => {
  const { page, faults } = desk;
  await writeIn(page, field(page, words('session.starts')), day);
  await page.keyboard.press('ArrowRight');
  // Where the clock has twelve hours, it is the morning's.
  await page.keyboard.type('0930a');
  // Whoever goes on to the price has added the date.
  await writeIn(page, field(page, words('field.total')), '12.10');
  await page.getByText(words('session.added')).first().waitFor();
  await tabTo(page, button(words('act.publish')));
  expect(faults).toEqual([]);
});

step('publishes it, and the question takes and gives back the focus', async () => {
  const { page, faults } = desk;
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog');
  await pressOn(page, question.getByRole('button', { name: words('act.publish') }));
  await page.getByText(words('done.publish')).first().waitFor();
  await page.waitForURL(/\/channels\/.+\/products\/without-a-mouse/);
  const slug = new URL(page.url()).pathname.split('/').at(-1);
  expect((await fetch(`${base}/api/products/${slug}`)).status).toBe(200);
  expect(faults).toEqual([]);
});
