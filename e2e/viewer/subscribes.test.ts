import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '#server/accounts/index.ts';
import { type Embedded, startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { poolAt } from '#test/own-pool.ts';
import { shows } from '#test/rows.ts';
import { type Running, startProduct } from '#test/running-product.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { field, logIn, press } from '../people.ts';
import { say } from '../words.ts';

// A viewer follows a channel for money, watches what it opens, pays a month with another card, cancels, and
// still watches; its organizer hears of it and sees them. The film is a row: what is looked at here is who is let in.
const words = (key: string, values = {}) => say('subscriptions', key, values);
const password = 'Curtain-up-1!';

let folder = '';
let postgres: Embedded;
let product: Running;
let pool: pg.Pool;
let browser: Browser;
let film = '';
let show = '';
let thing = '';
let channel = '';
let organizer = '';
const viewer = 'subscriber@bench.example';
const member = 'member@bench.example';
const cartOwner = 'cart@bench.example';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platea-subscribes-'));
  postgres = await startEmbedded(folder);
  await migrate(postgres.url);
  pool = poolAt(postgres.url);
  [film = ''] = await shows(pool, { count: 1 });
  const digest = await digestPassword(password);
  const { rows } = await pool.query<{ slug: string; email: string }>(
    `with of as (select c.id, c.slug, c.owner_id, p.id as product_id from products p
       join channels c on c.id = p.channel_id where p.slug = $1),
     gone as (delete from product_sessions where product_id in (select product_id from of)),
     asset as (insert into assets (owner_id, state, title, file_name, size, playable, seconds, received_at)
       select owner_id, 'ready', 'Film', 'film.mp4', 1000, true, 61, now() from of returning id),
     film as (update products set type = 'vod', asset_id = asset.id from of, asset
       where products.id = of.product_id),
     offered as (update channels set has_subscription = true, subscription_net = 412,
       subscription_tax = 87, subscription_tax_rate = 2100 from of where channels.id = of.id),
     buyer as (insert into users (email, password_digest, roles, approval, email_confirmed_at,
       terms_accepted_at, name, surname)
       values ($2, $3, '{USER}', 'approved', now(), now(), 'Sub', 'Scriber'))
     update users set password_digest = $3 from of where users.id = of.owner_id
     returning of.slug, users.email`,
    [film, viewer, digest],
  );
  await pool.query(
    `with sold as (update media_pay set platform_period = 'year', platform_net = 9900,
       platform_tax_rate = 2100),
     given as (insert into site_marks (product_id, marked_at)
       select id, now() from products where slug = $1)
     insert into users (email, password_digest, roles, approval, email_confirmed_at,
       terms_accepted_at, name, surname)
     values ($2, $3, '{USER}', 'approved', now(), now(), 'Mem', 'Ber')`,
    [film, member, digest],
  );
  channel = rows[0]?.slug ?? '';
  await sellBeside(digest);
  organizer = rows[0]?.email ?? '';
  const env = { DATABASE_URL: postgres.url };
  [product, browser] = await Promise.all([startProduct(env), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Beside the film its channel sells a show with an hour, and a poster that is picked up; and somebody comes for them. */
async function sellBeside(digest: string): Promise<void> {
  const { rows } = await pool.query<{ show: string; thing: string }>(
    `with film as (select * from products where slug = $1),
     show as (insert into products (channel_id, type, status, title, slug, short_description, description,
         net, tax_rate, tax, total, image_id, published_at)
       select channel_id, 'broadcast', status, 'A show with an hour', slug || '-show', short_description,
         description, net, tax_rate, tax, total, image_id, published_at from film returning id, slug),
     dated as (insert into product_sessions (product_id, starts_at)
       select id, now() + interval '9 days' from show),
     thing as (insert into products (channel_id, type, status, title, slug, short_description, description,
         net, tax_rate, tax, total, image_id, published_at)
       select channel_id, 'physical', status, 'A poster', slug || '-poster', short_description,
         description, net, tax_rate, tax, total, image_id, published_at from film returning id, slug),
     stock as (insert into product_stocks (product_id, capacity) select id, 9 from thing),
     shipping as (insert into shipping_tables (channel_id, currency, home, tax_rate, zones, pickup, updated_by,
         updated_at)
       select film.channel_id, 'EUR', 'ES', 2100, '[]', 'Calle Mayor 1', c.owner_id, now()
       from film join channels c on c.id = film.channel_id),
     buyer as (insert into users (email, password_digest, roles, approval, email_confirmed_at,
         terms_accepted_at, name, surname)
       values ($2, $3, '{USER}', 'approved', now(), now(), 'Cart', 'Owner'))
     select show.slug as show, thing.slug as thing from show, thing`,
    [film, cartOwner, digest],
  );
  show = rows[0]?.show ?? '';
  thing = rows[0]?.thing ?? '';
}

/** Pays what is on the screen by a card that the sandbox approves. */
async function pays(page: Page): Promise<void> {
  await payWith(page, '4242 4242 4242 4242');
  await page.getByRole('heading', { name: /You are subscribed/ }).waitFor();
}

async function cancels(page: Page): Promise<void> {
  await press(page, words('cancel.button'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('cancel.sure') })
    .click();
  await page.getByText(words('status.cancelled'), { exact: true }).waitFor();
}

/** The player lets them in: there is a picture to be played, and no way to buy. */
async function watches(page: Page): Promise<void> {
  await page.goto(`/player/${film}`);
  await page.locator('video').first().waitFor({ state: 'attached' });
}

/** Gives another card without paying, once the bank has refused one. */
async function changesCard(page: Page): Promise<void> {
  await page.getByRole('link', { name: words('mine.otherCard') }).click();
  await page.getByText(words('card.now', { card: '0341' })).waitFor();
  await field(page, say('sales', 'card.number')).fill('4000 0000 0000 0002');
  await field(page, say('sales', 'card.expiry')).fill('1240');
  await field(page, say('sales', 'card.cvc')).fill('123');
  await expectAccessible(page);
  await press(page, words('card.button'));
  await page.getByText(words('card.declined')).waitFor();
  await field(page, say('sales', 'card.number')).fill('4242 4242 4242 4242');
  await press(page, words('card.button'));
  await page.getByRole('heading', { name: words('card.kept') }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: words('paid.mine') }).click();
  await page.getByText('···· 4242').waitFor();
}

async function payWith(page: Page, number: string): Promise<void> {
  await field(page, say('sales', 'card.number')).fill(number);
  await field(page, say('sales', 'card.expiry')).fill('1240');
  await field(page, say('sales', 'card.cvc')).fill('123');
  await page.getByRole('checkbox').last().check();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Pay / }).click();
}

describe('following a channel for money', () => {
  it('opens what the channel has for its subscribers, also after cancelling', async () => {
    const { page } = await aVisitor(browser, product.url);
    await logIn(page, { email: viewer, password });
    await page.goto(`/channels/${channel}`);
    await page.getByRole('link', { name: words('offer.button') }).click();
    await page.getByText(words('subscribe.opens_one', { count: 1 })).waitFor();
    await pays(page);
    await watches(page);
    await page.goto('/mystuff/subscriptions');
    await page.getByText(words('status.subscribed'), { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: words('mine.payNext.month') }).click();
    await page.getByText(words('month.card', { card: '4242' })).waitFor();
    await payWith(page, '4000 0000 0000 0002');
    await page.getByText(say('sales', 'payment.declined')).waitFor();
    await field(page, say('sales', 'card.number')).fill('4000 0000 0000 0341');
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('heading', { name: /one more month/ }).waitFor();
    await page.getByRole('link', { name: words('paid.mine') }).click();
    await page.getByText('···· 0341').waitFor();
    await changesCard(page);
    await cancels(page);
    await watches(page);
  });

  it('is seen by its organizer, with what it brings', async () => {
    const { page, faults } = await aVisitor(browser, product.url);
    await logIn(page, { email: organizer, password }, '/account/subscribers');
    await page.locator('header button:has(.tabler-icon-bell)').click();
    await page.getByText('You have a new subscriber').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(viewer).first().waitFor();
    await page.getByText(words('subscribers.sum.monthly')).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});

describe('a subscription in the cart', () => {
  const inSales = (key: string, values = {}) => say('sales', key, values);
  const add = (page: Page) => press(page, say('catalog', 'buy.cart'));
  const lines = (page: Page) => page.locator('main li');

  it('waits there for whoever logs in, and is paid with a ticket and a thing by one order', async () => {
    const { page, faults } = await aVisitor(browser, product.url);
    await page.goto(`/channels/${channel}`);
    await page.getByRole('link', { name: words('offer.cart') }).click();
    await field(page, say('accounts', 'email')).fill(cartOwner);
    await field(page, say('accounts', 'password')).fill(password);
    await press(page, say('accounts', 'login.submit'));
    const followed = words('cart.of', { channel: 'Bench channel' });
    await page.getByRole('link', { name: followed }).waitFor();
    await page.getByText(words('mine.price.month'), { exact: true }).waitFor();
    for (const [index, slug] of [film, show, thing].entries()) {
      await page.goto(`/products/${slug}`);
      await add(page);
      await page.getByRole('heading', { level: 1, name: inSales('cart.title') }).waitFor();
      await lines(page)
        .nth(index + 1)
        .waitFor();
    }
    // The film is in the subscription: that is said, and it is taken out again.
    await page.getByText(inSales('cart.openedBy', { title: 'Bench channel' })).waitFor();
    await expectAccessible(page);
    await lines(page).nth(1).getByRole('button').click();
    await page.getByText(inSales('cart.openedBy', { title: 'Bench channel' })).waitFor({
      state: 'detached',
    });
    await page.getByRole('link', { name: 'A poster' }).waitFor();
    await page.getByRole('link', { name: inSales('cart.pay') }).click();
    await page.getByText(words('pay.agree.month', { amount: '€4.99' })).waitFor();
    await payWith(page, '4242 4242 4242 4242');
    await page.getByText(inSales('bought.followed', { channel: 'Bench channel' })).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: inSales('bought.subscriptions') }).click();
    await page.getByText(words('status.subscribed'), { exact: true }).waitFor();
    await page.goto('/mystuff/orders');
    await page.getByRole('row').filter({ hasText: 'A poster' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'A show with an hour' }).count()).toBe(1);
    await page.goto('/shop');
    await page.getByText(inSales('cart.emptyText')).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('subscribing to the whole site', () => {
  it('leads from the home page to what organizers have put in it, also after cancelling', async () => {
    const { page, faults } = await aVisitor(browser, product.url);
    await logIn(page, { email: member, password });
    await page.goto('/');
    await page.getByRole('link', { name: words('site.offer.button') }).click();
    await page.getByText(words('site.opens_one', { count: 1 })).waitFor();
    // The page of what it opens leads there too, until one has it.
    const bySite = page.getByRole('link', {
      name: say('catalog', 'buy.bySite', { site: 'Platea' }),
    });
    await page.goto(`/products/${film}`);
    await bySite.waitFor();
    await expectAccessible(page);
    await bySite.click();
    await page.getByRole('heading', { name: words('site.opened') }).waitFor();
    await pays(page);
    await page.goto(`/products/${film}`);
    await page.getByRole('link', { name: say('catalog', 'mine.watch') }).waitFor();
    await expect.poll(() => bySite.count()).toBe(0);
    await watches(page);
    await page.goto('/mystuff/subscriptions');
    await page.getByText(words('mine.price.year'), { exact: true }).waitFor();
    await expectAccessible(page);
    await cancels(page);
    await watches(page);
    expect(faults).toEqual([]);
  });

  it('is put together by organizers, one product after the other', async () => {
    const { page } = await aVisitor(browser, product.url);
    await logIn(page, { email: organizer, password }, `/account/channels/${channel}`);
    const name = words('site.included.switch', { title: 'An evening with number 1' });
    await page.getByRole('switch', { name, checked: true }).press('Space');
    await page.getByRole('switch', { name, checked: false }).waitFor();
    await page.reload();
    const given = page.getByRole('switch', { name });
    await given.waitFor();
    expect(await given.isChecked()).toBe(false);
  });
});

describe('a month that waits for a rate', () => {
  it('says so, is cancelled with the promised day in sight, and taken back', async () => {
    await pool.query(
      `with moved as (update channels set billing_country = 'ES', billing_tax_id = 'A30000012' where slug = $1
         returning id)
       update subscriptions s set state = 'active', cancelled_at = null, currency = 'NOK',
         valid_until = now() - interval '2 days', access_until = '2040-06-05T10:00:00Z', rate_missing_since = now()
       from moved, users u where s.channel_id = moved.id and u.id = s.user_id and u.email = $2`,
      [channel, viewer],
    );
    const { page, faults } = await aVisitor(browser, product.url);
    await logIn(page, { email: viewer, password });
    await page.goto('/mystuff/subscriptions');
    const waits = page.getByText(words('mine.waitsText', { currency: 'NOK' }));
    await waits.waitFor();
    await expectAccessible(page);
    await press(page, words('cancel.button'));
    const dialog = page.getByRole('dialog');
    const promise = words('cancel.text', { day: '5 Jun 2040' });
    expect(await dialog.getByText(promise).textContent()).toBe(promise);
    await dialog.getByRole('button', { name: words('cancel.sure') }).click();
    await page.getByText(words('status.cancelled'), { exact: true }).waitFor();
    await press(page, words('resume.button'));
    await page
      .getByRole('dialog')
      .getByText(words('resume.toPay', { currency: 'NOK' }))
      .waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('resume.button') })
      .click();
    await waits.waitFor();
    expect(faults).toEqual([]);
  });
});
