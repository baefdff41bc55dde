import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '#server/accounts/index.ts';
import { type Embedded, startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { digestOf } from '#server/platform/secrets.ts';
import { poolAt } from '#test/own-pool.ts';
import { type RedsysServer, startRedsys, testShop } from '#test/redsys-server.ts';
import { people, shows } from '#test/rows.ts';
import { type Running, startProduct } from '#test/running-product.ts';
import { type StripeServer, startStripe, stripeKeys } from '#test/stripe-server.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { field, press } from '../people.ts';
import { say } from '../words.ts';

// An administrator enters the keys, and buyers pay on pages that are not ours: of Stripe's stand-in,
// and at the address of Redsys, which the browser never reaches because the test answers for it.
const words = (key: string, values = {}) => say('sales', key, values);
const bankForm = 'https://sis-t.redsys.es:25443/sis/realizarPago';

let stripe: StripeServer;
let redsys: RedsysServer;
let folder = '';
let postgres: Embedded;
let product: Running;
let pool: pg.Pool;
let browser: Browser;
let slugs: string[] = [];
let channel = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platea-away-'));
  postgres = await startEmbedded(folder);
  await migrate(postgres.url);
  pool = poolAt(postgres.url);
  slugs = await shows(pool, { count: 2 });
  const { rows } = await pool.query<{ slug: string }>(
    `update channels c set has_subscription = true, subscription_net = 412, subscription_tax = 87,
       subscription_tax_rate = 2100
     from products p where p.slug = $1 and c.id = p.channel_id returning c.slug`,
    [slugs[0]],
  );
  channel = rows[0]?.slug ?? '';
  [stripe, redsys] = await Promise.all([startStripe(), startRedsys()]);
  const env = { DATABASE_URL: postgres.url, STRIPE_API: stripe.url };
  [product, browser] = await Promise.all([startProduct(env), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await pool?.end();
  await postgres?.stop();
  await Promise.all([stripe?.stop(), redsys?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const password = 'Curtain-up-1!';

/** Somebody with a browser in which they are logged in. */
async function someone(roles: string): Promise<Visitor> {
  const [token = ''] = await people(pool, 1, roles);
  const { rows } = await pool.query<{ email: string }>(
    `update users set password_digest = $1 from auth_tokens t
     where t.user_id = users.id and t.digest = $2 returning email`,
    [await digestPassword(password), digestOf(token)],
  );
  const answer = await fetch(`${product.url}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: rows[0]?.email, password }),
  });
  const kept = await answer.text();
  const visitor = await aVisitor(browser, product.url);
  await visitor.context.addInitScript((session) => {
    localStorage.setItem('platea.session', session);
  }, kept);
  return visitor;
}

async function goToPay(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}/checkout`);
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: /^Pay / }).click();
}

const bought = (page: Page) => page.getByRole('heading', { name: words('bought.title') }).waitFor();

describe('payments by others', () => {
  it('are set by an administrator, whose secrets do not come back', async () => {
    const { page, faults } = await someone('{USER,ADMIN}');
    const label = (key: string) => say('payments', key);
    await page.goto('/manage/modules/media-pay');
    await page.getByText(label('sandbox')).waitFor();
    await field(page, label('stripe.publicKey')).fill(stripeKeys.publicKey);
    await field(page, label('stripe.secretKey')).fill(stripeKeys.secretKey);
    await field(page, label('stripe.signingKey')).fill(stripeKeys.signingKey);
    await field(page, label('redsys.url')).fill(bankForm);
    await field(page, label('redsys.merchant')).fill(testShop.merchant);
    await field(page, label('redsys.terminal')).fill(testShop.terminal);
    await field(page, label('redsys.version')).selectOption('HMAC_SHA256_V1');
    await field(page, label('redsys.key')).fill(testShop.key);
    await press(page, say('ui', 'form.save'));
    await page.getByText(label('saved')).waitFor();
    await expect.poll(() => page.getByText(label('on'), { exact: true }).count()).toBe(2);
    await expectAccessible(page);
    await page.reload();
    await page.getByText(label('secret.kept')).first().waitFor();
    expect(await page.content()).not.toContain(stripeKeys.secretKey);
    expect(faults).toEqual([]);
  });

  it('by Stripe: there and back, and the ticket is there though no notice came', async () => {
    const { page, faults } = await someone('{USER}');
    await goToPay(page, slugs[0] ?? '');
    await page.waitForURL(/\/c\/pay\//);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText(words('payment.unpaid')).waitFor();
    await expectAccessible(page);
    await press(page, words('payment.goOn'));
    await page.waitForURL(/\/c\/pay\//);
    await press(page, 'Pay');
    await bought(page);
    expect(faults).toEqual([]);
  });

  it('by Stripe: another card for a subscription, without a payment', async () => {
    const { page, faults } = await someone('{USER}');
    const mine = (key: string, values = {}) => say('subscriptions', key, values);
    await page.goto(`/channels/${channel}/subscribe`);
    await page.getByRole('checkbox').last().check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(/\/c\/pay\//);
    await press(page, 'Pay');
    await page.getByRole('heading', { name: /You are subscribed/ }).waitFor();
    await page.goto('/mystuff/subscriptions');
    await page.getByRole('link', { name: mine('mine.otherCard') }).click();
    await press(page, mine('card.go', { provider: 'Stripe' }));
    await page.waitForURL(/\/c\/pay\//);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText(mine('card.unfinished')).waitFor();
    await expectAccessible(page);
    await press(page, mine('card.goOn'));
    await page.waitForURL(/\/c\/pay\//);
    await press(page, 'Pay');
    await page.getByRole('heading', { name: mine('card.kept') }).waitFor();
    await page.goto('/mystuff/subscriptions');
    await page.getByText('···· 4444').waitFor();
    expect(faults).toEqual([]);
  });

  it('by Redsys: the form goes to the bank, and its notice by the browser counts', async () => {
    const { page, context, faults } = await someone('{USER}');
    await context.route(bankForm, async (route) => {
      const form = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ''));
      const notice = new URLSearchParams(redsys.notice(form));
      const asked = JSON.parse(
        Buffer.from(form.Ds_MerchantParameters ?? '', 'base64').toString('utf8'),
      ) as { DS_MERCHANT_URLOK: string };
      const back = `${asked.DS_MERCHANT_URLOK}&${notice}`;
      await route.fulfill({ contentType: 'text/html', body: `<a href="${back}">Back</a>` });
    });
    await page.goto(`/products/${slugs[1]}/checkout`);
    await page.getByRole('radio', { name: words('payment.way.redsys') }).check();
    await page.getByRole('checkbox').last().check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await bought(page);
    expect(faults).toEqual([]);
  });
});
