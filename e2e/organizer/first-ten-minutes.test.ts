import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { FirstSteps } from '#contract/insights.ts';
import { type Encoder, startEncoder } from '#test/encoder.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { counting } from '../effort.ts';
import { field, letterLink, somebody, tokenOf } from '../people.ts';
import { aPoster } from '../poster.ts';
import { askOf, sessionOf } from '../screens.ts';
import { stepsOfStory } from '../steps.ts';
import { say } from '../words.ts';

// An organizer who never saw the site, from the home page to a show on sale that was tried with a
// real encoder, led by the list of first steps. What it costs them is counted and promised.
const base = inject('baseUrl');
const ask = askOf(base);
const organizer = somebody('Nadia');
const mark = crypto.randomUUID().slice(0, 6);
const begins = Temporal.Now.plainDateTimeISO('Europe/Madrid')
  .add({ days: 9 })
  .toString({ smallestUnit: 'minute' });

const step = stepsOfStory();
let browser: Browser;
let desk: Visitor;
let cost: ReturnType<typeof counting>;
let adminToken = '';
let encoder: Encoder | null = null;
beforeAll(async () => {
  browser = await openBrowser();
  desk = await aVisitor(browser, base);
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  cost = counting(desk.page);
  adminToken = (await sessionOf(ask, 'admin')).authToken;
});
afterAll(async () => {
  encoder?.stop();
  await encoder?.gone;
  await browser?.close();
});

const accounts = (key: string) => say('accounts', key);
const channels = (key: string) => say('channels', key);
const catalog = (key: string) => say('catalog', key);
const steps = (key: string) => say('insights', `first.${key}`);
const link = (name: string | RegExp) => desk.page.getByRole('link', { name }).first();
const button = (name: string) => desk.page.getByRole('button', { name, exact: true }).first();

/** How the list of first steps stands, by the names of its steps. */
async function standing(): Promise<Record<string, string>> {
  const token = await tokenOf(desk.page);
  const { firstSteps } = await ask<{ firstSteps: FirstSteps }>('/api/desk/overview', token);
  return Object.fromEntries(firstSteps.steps.map(({ step, state }) => [step, state]));
}

/** What a button has put onto the clipboard. */
async function copied(what: string): Promise<string> {
  const read = () => desk.page.evaluate(() => navigator.clipboard.readText());
  const before = await read();
  await cost.press(button(say('live', 'copyWhat', { what: say('live', what) })));
  // What was copied before may still be said, and be there.
  await expect.poll(read).not.toBe(before);
  await desk.page.getByText(say('live', 'copied')).first().waitFor();
  return read();
}

step('signs up as an organizer and comes to the list of first steps', async () => {
  const { page } = desk;
  await page.goto('/');
  await cost.press(link(say('shells', 'footer.create')));
  await cost.fill(field(page, accounts('name')), organizer.name);
  await cost.fill(field(page, accounts('surname')), organizer.surname);
  await cost.fill(field(page, accounts('email')), organizer.email);
  await cost.fill(field(page, accounts('emailConfirmation')), organizer.email);
  await cost.fill(field(page, accounts('password')), organizer.password);
  await cost.fill(field(page, accounts('passwordConfirmation')), organizer.password);
  const papers = new RegExp(accounts('legalLink').replaceAll(/<[^>]+>/g, ''), 'i');
  await cost.tick(page.getByRole('checkbox', { name: papers }));
  await cost.press(button(accounts('logup.submit')));
  await page.getByRole('heading', { name: accounts('logup.sentTitle') }).waitFor();
  await cost.follow(await letterLink(ask, adminToken, organizer.email));
  await page.waitForURL(/\/account\/globalview/);
  await page.getByRole('heading', { name: steps('title') }).waitFor();
});

/** Of the draft, as the server has it. */
async function taxRateKept(): Promise<number | undefined> {
  const slug = new URL(desk.page.url()).searchParams.get('draft');
  if (!slug) return undefined;
  const token = await tokenOf(desk.page);
  type Draft = { form: { price: { amount: number; taxRate: number } } };
  const { form } = await ask<Draft>(`/api/desk/products/${slug}`, token);
  return form.price.amount === 1210 ? form.price.taxRate : undefined;
}

step('opens a channel, which goes to review at once', async () => {
  const { page } = desk;
  await cost.press(link(steps('create_channelAct')));
  await cost.fill(field(page, channels('field.title')), `Cellar ${mark}`);
  await cost.fill(field(page, channels('field.description')), 'Chamber music by candlelight.');
  await cost.choose(field(page, channels('field.classification')), channels('kind.music'));
  // Filled in already: whose name, and where.
  const own = `${organizer.name} ${organizer.surname}`;
  expect(await field(page, channels('field.businessName')).inputValue()).toBe(own);
  expect(await field(page, channels('field.country')).inputValue()).toBe('ES');
  await cost.fill(field(page, channels('field.taxId')), 'B58818501');
  await cost.fill(field(page, channels('field.address')), 'Calle Mayor 1');
  await cost.fill(field(page, channels('field.postalCode')), '28013');
  await cost.fill(field(page, channels('field.city')), 'Madrid');
  await cost.press(button(channels('new.review')));
  await page.waitForURL(/\/account\/products\/new/);
  await expect.poll(standing).toMatchObject({ submit_channel: 'done', create_show: 'current' });
});

step('prepares a show', async () => {
  const { page } = desk;
  await cost.fill(field(page, catalog('field.title')), `Strings ${mark}`);
  await cost.fill(field(page, catalog('field.shortDescription')), 'Four strings and one candle.');
  await cost.fill(field(page, catalog('session.starts')), begins);
  await cost.fill(field(page, catalog('field.total')), '12.10');
  // The rate that the form begins with is the one that is kept, though nobody touched it.
  await expect.poll(taxRateKept).toBe(2100);
  await cost.give(page.locator('input[type=file]').first(), await aPoster());
  await page.getByAltText(say('ui', 'image.preview')).first().waitFor();
  await expect.poll(standing).toMatchObject({ create_show: 'done', test_stream: 'current' });
});

step('tries its encoder on the same page until the desk says that it is ready', async () => {
  const { page } = desk;
  const server = await copied('rtmpUrl');
  const key = await copied('key.main');
  encoder = startEncoder(`${server}/${key}`);
  const steady = new RegExp(say('live', 'check.steady.good', { seconds: '\\d+' }));
  const check = page.getByRole('region', { name: say('live', 'preflight.title') });
  await check.getByText(say('live', 'check.encoder.good')).waitFor();
  await check.getByText(steady).waitFor({ timeout: 150_000 });
  await expect.poll(standing).toMatchObject({ test_stream: 'done', publish_show: 'waiting' });
});

step('publishes it once the team has let the channel in', async () => {
  const { page } = desk;
  const { items } = await ask<{ items: { slug: string }[] }>(
    '/api/desk/channels',
    await tokenOf(page),
  );
  await ask(`/api/manage/channels/${items[0]?.slug}/approval`, adminToken, {});
  await cost.press(button(catalog('act.publish')));
  const question = page.getByRole('dialog');
  // The test still comes in: it is said that it will be cut.
  await question.getByText(catalog('ask.cutsTest')).waitFor();
  await cost.press(question.getByRole('button', { name: catalog('act.publish') }));
  await page.getByText(catalog('done.publish')).first().waitFor();
  await page.waitForURL(/\/channels\/.+\/products\/strings-/);
  await expect.poll(standing).toMatchObject({ publish_show: 'done', add_iban: 'current' });
  expect(desk.faults).toEqual([]);
});

step('all of that costs exactly what is promised', async () => {
  const readme = readFileSync('server/insights/README.md', 'utf8');
  const [, fields, clicks, pages] = /\| now \| (\d+) \| (\d+) \| (\d+) \|/.exec(readme) ?? [];
  const promised = { fields: Number(fields), clicks: Number(clicks), pages: Number(pages) };
  expect(cost.effort).toEqual(promised);
});
