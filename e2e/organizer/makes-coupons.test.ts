import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { castList } from '#server/demo/cast.ts';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { field, logIn, member } from '../people.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function textOf(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe.each([
  {
    who: 'the organizer of a show',
    key: 'sala',
    language: 'pt',
    path: '/account/channels/northlight-sessions/products/four-strings-one-room',
    price: '2,50',
  },
  {
    who: 'an administrator',
    key: 'admin',
    language: 'en',
    path: '/manage/products/four-strings-one-room',
    price: '0',
  },
])('$who', ({ key, language, path, price }) => {
  it('makes coupons on its page, downloads the codes and revokes them', async () => {
    const { page, faults, context } = await aVisitor(browser, base);
    const person = castList.find((member) => member.key === key);
    if (person) await logIn(page, person, path);
    const words = (name: string, values = {}) =>
      say('tickets', `coupons.${name}`, values, language);
    const panel = page.getByRole('region', { name: words('title') });
    await panel.getByRole('button', { name: words('make') }).click();
    const dialog = page.getByRole('dialog');
    await field(page, words('quantity')).fill('3');
    await field(page, words('price')).fill(price);
    await dialog.getByRole('button', { name: words('make') }).click();
    await page.getByText(words('made')).waitFor();
    const batch = panel.getByRole('listitem').first();
    const counts = (free: number) => words('counts_other', { count: 3, used: 0, free });
    await batch.getByText(counts(3)).waitFor();
    const file = await textOf(page, () =>
      batch.getByRole('button', { name: words('export') }).click(),
    );
    expect(file.trim().split('\r\n').slice(1)).toHaveLength(3);
    await batch.getByRole('button', { name: words('revoke') }).click();
    await dialog.getByRole('button', { name: words('revoke') }).click();
    await batch.getByText(counts(0)).waitFor();
    expect(await batch.getByRole('button', { name: words('revoke') }).count()).toBe(0);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});

it('an organizer makes codes for a show under Coupons, and revokes one of them', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  const words = (key: string, values = {}) => say('tickets', key, values, 'pt');
  await logIn(page, member('sala'), '/account/sales');
  await page.getByRole('link', { name: words('coupons.title') }).click();
  await page.getByRole('heading', { level: 1, name: words('coupons.title') }).waitFor();
  await page.getByRole('button', { name: words('coupons.make') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: words('coupons.product') }).fill('Four');
  await page.getByRole('option', { name: 'Four strings, one room' }).click();
  await dialog.getByLabel(words('coupons.quantity')).fill('2');
  await dialog.getByLabel(words('coupons.price')).fill('1,50');
  await dialog.getByRole('button', { name: words('coupons.make') }).click();
  await page.getByText(words('coupons.made')).waitFor();
  await expectAccessible(page);
  const made = page.getByRole('row').filter({ hasText: '1,50' });
  await made.getByRole('link', { name: 'Four strings, one room' }).click();
  const facts = words('coupons.counts_other', { count: 2, used: 0, free: 2 });
  await page.getByText(facts).waitFor();
  const row = page.getByRole('row').nth(1);
  const code = (await row.getByRole('rowheader').textContent()) ?? '';
  await row.getByRole('button', { name: words('coupons.revoke') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('coupons.revoke') })
    .click();
  await page.getByText(words('codes.revoked', { code })).waitFor();
  await row.getByText(words('codes.state.revoked'), { exact: true }).waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
