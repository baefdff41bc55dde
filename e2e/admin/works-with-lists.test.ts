import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { rowsOfCsv } from '#test/read-workbook.ts';
import { barriersOn } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { letterLink, logIn, member } from '../people.ts';
import { askOf, sessionOf } from '../screens.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const ask = askOf(base);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Somebody new, so that blocking them takes nobody away from other journeys. */
async function signUp(name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@lists.example`;
  const password = 'Lists-of-people-7';
  await ask('/api/accounts', '', {
    ...{ as: 'attendee', name, surname: 'Listed', email, emailConfirmation: email },
    ...{ password, passwordConfirmation: password, privacy: true, terms: true },
  });
  return email;
}

async function takingsOf(key: 'teatro' | 'sala'): Promise<number> {
  const { authToken } = await sessionOf(ask, key);
  const sales = await ask<{ totals: { taken: number }[] }>('/api/desk/sales', authToken);
  return sales.totals[0]?.taken ?? 0;
}

async function csvBy(page: Page, language = 'en'): Promise<string[][]> {
  await page.getByRole('button', { name: say('ui', 'export.title', {}, language) }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  return rowsOfCsv(await readFile(await (await coming).path(), 'utf8'));
}

it('an administrator finds users, blocks two of them and takes the list away', async () => {
  const emails = [await signUp('Berta'), await signUp('Anton')];
  const { page, faults, context } = await aVisitor(browser, base);
  await logIn(page, member('admin'), '/manage/manage-users');
  const word = (key: string, values = {}) => say('ui', key, values);
  const column = (key: string) => page.getByRole('columnheader', { name: say('accounts', key) });

  await column('users.country').waitFor();
  await page.getByRole('button', { name: word('table.columns') }).click();
  await page.getByRole('checkbox', { name: say('accounts', 'users.country') }).uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await column('users.roles').waitFor();
  await expect.poll(() => column('users.country').count()).toBe(0);

  // The order is pressed while what was searched for is still on its way: both are wanted.
  const slow = Promise.withResolvers<void>();
  const isSearchAlone = ({ pathname, searchParams }: URL) =>
    pathname === '/api/manage/users' && searchParams.has('q') && !searchParams.has('sort');
  await page.route(isSearchAlone, async (route) => {
    await slow.promise;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByRole('searchbox', { name: say('accounts', 'users.search') });
  const asked = page.waitForRequest((request) => isSearchAlone(new URL(request.url())));
  await search.fill('lists.example');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await search.press('Enter');
  await asked;
  // What was chosen of the list that goes is not to be acted upon, and what is typed next is kept.
  const bar = page.getByRole('region', { name: word('table.bulk') });
  const block = bar.getByRole('button', { name: say('accounts', 'move.block'), exact: true });
  await block.and(page.locator(':disabled')).waitFor();
  await expect
    .poll(() => barriersOn(page, 'colours'), { message: 'rows that wait are readable' })
    .toEqual([]);
  await search.fill('lists.example and more');
  await column('users.user').getByRole('button').click();
  await page.waitForURL(/sort=name/);
  slow.resolve();
  expect(new URL(page.url()).searchParams.get('q')).toBe('lists.example');
  const names = page.getByRole('rowheader').getByRole('button');
  await expect.poll(() => names.allTextContents()).toEqual(['Anton Listed', 'Berta Listed']);

  expect(await search.inputValue()).toBe('lists.example and more');

  const chooseAll = page.getByRole('checkbox', { name: word('table.chooseAll') });
  await chooseAll.check();
  await bar.waitFor();
  // Whoever comes back to the list chooses anew.
  await page.goBack();
  await expect.poll(() => names.count()).toBeGreaterThan(2);
  await page.goForward();
  await page.waitForURL(/sort=name/);
  await expect.poll(() => names.allTextContents()).toEqual(['Anton Listed', 'Berta Listed']);
  await expect.poll(() => bar.count()).toBe(0);
  await chooseAll.check();
  // Exactly: twelve are not two, and what follows is done to all that are chosen.
  await bar.getByText(word('table.chosen_other', { count: 2 }), { exact: true }).waitFor();
  await block.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('accounts', 'move.block'), exact: true }).click();
  await page.getByText(word('table.bulkDone_other', { count: 2 }), { exact: true }).waitFor();
  await expect
    .poll(() => page.getByText(say('accounts', 'userState.blocked'), { exact: true }).count())
    .toBeGreaterThanOrEqual(2);

  const rows = await csvBy(page);
  expect(rows.slice(1).map(([email]) => email)).toEqual([...emails].reverse());

  // A filter shows what was chosen in it while its list is on the way.
  const role = page.getByRole('combobox', { name: say('accounts', 'users.roleFilter') });
  const held = Promise.withResolvers<void>();
  const isOfRole = ({ pathname, searchParams }: URL) =>
    pathname === '/api/manage/users' && searchParams.get('role') === 'ADMIN';
  await page.route(isOfRole, async (route) => {
    await held.promise;
    await route.continue();
  });
  const ofRole = page.waitForRequest((request) => isOfRole(new URL(request.url())));
  await role.selectOption('ADMIN');
  await ofRole;
  await expect.poll(() => role.inputValue()).toBe('ADMIN');
  held.resolve();
  // Nobody of them is one; what takes it all back takes back words that were not sent, too.
  await search.fill('nor this');
  await page.getByRole('button', { name: word('table.clear') }).click();
  await expect.poll(() => names.count()).toBeGreaterThan(2);
  await expect
    .poll(async () => [await search.inputValue(), await role.inputValue()])
    .toEqual(['', '']);
  expect(faults).toEqual([]);
  await context.close();
});

it('an organizer takes the sales away and finds the sum of the page in the file', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  // The demo goes on after it opens its doors: its sales come later.
  await vi.waitFor(async () => expect(await takingsOf('teatro')).toBeGreaterThan(0), {
    timeout: 100_000,
    interval: 5000,
  });
  await logIn(page, member('teatro'), '/account/sales');
  await page.getByRole('rowheader').first().waitFor();
  const taken = page
    .locator('dt', { hasText: say('sales', 'sale.sum.taken', {}, 'es') })
    .locator('xpath=following-sibling::dd');
  const sum = (await taken.first().textContent()) ?? '';
  const rows = await csvBy(page, 'es');
  const at = rows[0]?.indexOf('Total') ?? -1;
  const cents = rows.slice(1).reduce((all, row) => all + Math.round(Number(row[at]) * 100), 0);
  expect(cents).toBeGreaterThan(0);
  expect(cents).toBe(Number(sum.replaceAll(/\D/g, '')));
  expect(faults).toEqual([]);
  await context.close();
});

it('an administrator reads a letter that stayed in the house, and follows its link', async () => {
  const { page, context, faults } = await aVisitor(browser, base);
  const email = await signUp('Leonor');
  // The list is as it was when it was opened: the letter has to be written by then.
  await letterLink(ask, (await sessionOf(ask, 'admin')).authToken, email);
  await logIn(page, member('admin'), `/manage/track-emails?q=${encodeURIComponent(email)}`);
  await page
    .getByRole('button', { name: say('notices', 'mails.open') })
    .first()
    .click();
  const letter = page.frameLocator('iframe');
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    letter.locator('a[href*="/activate/"]').first().click(),
  ]);
  await opened.waitForURL(/\/activate\//);
  await opened.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/manage/track-emails');
  expect(faults).toEqual([]);
  await context.close();
});
