import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { expectAccessible } from '../accessible.ts';
import { aVisitor, openBrowser } from '../browser.ts';
import { field } from '../people.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');
const words = (key: string) => say('accounts', key);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('whoever repeats e-mail or password differently hears of it on leaving the field', async () => {
  const { page, faults, context } = await aVisitor(browser, base);
  await page.goto('/logup');
  const differs = page.getByText(say('ui', 'form.differs'));
  await field(page, words('email')).fill('vera@platea.example');
  const again = field(page, words('emailConfirmation'));
  await again.fill('vero@platea.example');
  expect(await differs.count()).toBe(0);
  await field(page, words('password')).fill('Curtain-up-1!');
  await differs.waitFor();
  await field(page, words('passwordConfirmation')).fill('Curtain-up-2!');
  await field(page, words('name')).focus();
  await expect.poll(() => differs.count()).toBe(2);
  await expectAccessible(page);
  await again.fill('Vera@platea.example');
  await field(page, words('passwordConfirmation')).fill('Curtain-up-1!');
  await expect.poll(() => differs.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
