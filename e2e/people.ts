import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { castList } from '#server/demo/cast.ts';
import type { Ask, Session } from './screens.ts';
import { say } from './words.ts';

export type Person = { name: string; surname: string; email: string; password: string };

export const somebody = (name: string): Person => ({
  name,
  surname: 'Story',
  email: `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@platea.example`,
  password: 'Curtain-up-1!',
});

/** Somebody of the demonstration. */
export function member(key: string) {
  const found = castList.find((one) => one.key === key);
  if (!found) throw new Error(`nobody is called ${key}`);
  return found;
}

/** The field with this label, whatever stands behind the label (an asterisk, a hint). */
export const field = (page: Page, label: string) =>
  page
    .getByLabel(new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( ?\\*)?$`))
    .first();

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name }).first().click();

/** Signs up by the form, as a person does. */
export async function signUp(page: Page, person: Person, as: 'attendee' | 'organizer') {
  const words = (key: string) => say('accounts', key);
  await page.goto('/logup');
  await page.getByRole('radio', { name: new RegExp(words(`as.${as}`)) }).check();
  await field(page, words('name')).fill(person.name);
  await field(page, words('surname')).fill(person.surname);
  await field(page, words('email')).fill(person.email);
  await field(page, words('emailConfirmation')).fill(person.email);
  await field(page, words('password')).fill(person.password);
  await field(page, words('passwordConfirmation')).fill(person.password);
  const papers = words('legalLink').replaceAll(/<[^>]+>/g, '');
  await page.getByRole('checkbox', { name: new RegExp(papers, 'i') }).check();
  await press(page, words('logup.submit'));
  await page.getByRole('heading', { name: words('logup.sentTitle') }).waitFor();
}

/** Ends where log-in leads: at `next`, else at the desk of the person, else at home. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  next = '',
) {
  await page.goto(`/login${next ? `?next=${encodeURIComponent(next)}` : ''}`);
  await field(page, say('accounts', 'email')).fill(email);
  await field(page, say('accounts', 'password')).fill(password);
  await press(page, say('accounts', 'login.submit'));
  await page.waitForURL((url) => url.pathname !== '/login');
}

type Letters = { items: { id: string }[] };

/** The link in the newest letter to somebody, as the administrator's list shows it. */
export const letterLink = (ask: Ask, adminToken: string, email: string): Promise<string> =>
  vi.waitUntil(
    async () => {
      const list = `/api/manage/mails?q=${encodeURIComponent(email)}`;
      const [mail] = (await ask<Letters>(list, adminToken)).items;
      if (!mail) return '';
      const { text } = await ask<{ text: string }>(`/api/manage/mails/${mail.id}`, adminToken);
      return /\/activate\/[\w-]+/.exec(text)?.[0] ?? '';
    },
    { timeout: 45_000, interval: 100 },
  );

/** Somebody who has just signed up and confirmed the address, without a page. */
export async function aNewcomer(ask: Ask, adminToken: string, name: string) {
  const { email, password, ...rest } = somebody(name);
  const { claim } = await ask<{ claim: string }>('/api/accounts', '', {
    ...{ ...rest, email, emailConfirmation: email, password, passwordConfirmation: password },
    ...{ as: 'attendee', privacy: true, terms: true, language: 'en' },
  });
  const token = (await letterLink(ask, adminToken, email)).split('/').at(-1);
  const { session } = await ask<{ session: Session }>('/api/accounts/activation', '', {
    token,
    claim,
  });
  return session;
}

/** The page's own token, for asking the API what the screen cannot show. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('platea.session') ?? '{}').authToken ?? '');
