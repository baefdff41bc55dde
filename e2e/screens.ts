import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Room } from '#contract/rehearsals.ts';
import { castList } from '#server/demo/cast.ts';
import { aVisitor, type Visitor } from './browser.ts';

/** Who opens a screen: nobody in particular, or somebody of the demonstration. */
export type Who = 'public' | 'guest' | 'user' | 'producer' | 'admin';
export type Screen = { path: string; who: Who };
export type Scheme = 'light' | 'dark';

/** Every screen that is done, without the addresses that only lead on to another. */
export const screens: Screen[] = readFileSync('test/architecture/screens.tsv', 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([path = '', , , state]) => state === 'done' && !path.includes('->'))
  .map(([path = '', who = '']) => ({ path, who: who as Who }));

/** Who of the demonstration stands for each kind of person; the first two are not logged in. */
export const memberOfDemo = {
  public: null,
  guest: null,
  user: 'viewer',
  producer: 'teatro',
  admin: 'admin',
} as const;

type Key = (typeof castList)[number]['key'];
export type Ask = <T>(
  path: string,
  token?: string,
  body?: object,
  method?: 'POST' | 'PUT',
) => Promise<T>;

/** Asks the API what a screen cannot show. */
export const askOf =
  (base: string): Ask =>
  async <T>(path: string, token = '', body?: object, method: string = 'POST'): Promise<T> => {
    const answer = await fetch(base + path, {
      method: body ? method : 'GET',
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body
          ? { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
          : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

export type Session = { authToken: string };
export function sessionOf(ask: Ask, key: Key): Promise<Session> {
  const person = castList.find((one) => one.key === key);
  return ask<Session>('/api/sessions', '', { email: person?.email, password: person?.password });
}

/** A browser in which somebody of the demonstration is logged in; nothing moves in it. */
export async function aMember(
  browser: Browser,
  base: string,
  key: Key | null,
  locale?: string,
): Promise<Visitor & { token: string }> {
  // Nothing moves: what is half faded in has the wrong contrast.
  const visitor = await aVisitor(browser, base, {
    reducedMotion: 'reduce',
    ...(locale ? { locale } : {}),
  });
  if (key === null) return { ...visitor, token: '' };
  const session = await sessionOf(askOf(base), key);
  await visitor.context.addInitScript((kept) => {
    localStorage.setItem('platea.session', kept);
  }, JSON.stringify(session));
  return { ...visitor, token: session.authToken };
}

type Listed = { slug: string; channel: { slug: string } };
type Page1<T> = { items: T[] };
type Held = { product: Listed; can: { watch: boolean } };

/** The demo goes on after it opens its doors: tickets come last. */
async function ticketsOf(ask: Ask, token: string): Promise<Held[]> {
  for (let second = 0; second < 100; second += 1) {
    const { items } = await ask<Page1<Held>>('/api/me/tickets', token);
    if (items.length > 0) return items;
    await pause(1000);
  }
  throw new Error('nobody has a ticket yet');
}

export type Example = Record<string, string>;

/** Things of the demo that stand for the parameters of each address, by who opens it. */
export async function exampleOf(ask: Ask, who: Who, token: string): Promise<Example> {
  if (who === 'user') {
    const items = await ticketsOf(ask, token);
    const mine = items.find(({ can }) => can.watch) ?? items[0];
    const owned = new Set(items.map(({ product }) => product.slug));
    const { items: all } = await ask<Page1<Listed>>('/api/products?size=50');
    const other = all.find(({ slug }) => !owned.has(slug));
    return {
      '/player/:slug': mine?.product.slug ?? '',
      '/channels/:slug/donate': other?.channel.slug ?? '',
      ':slug': other?.slug ?? '',
      '/channels/:slug/subscribe': 'teatro-del-faro',
      '/mystuff/subscriptions/:id/pay': await subscriptionOf(ask, token),
      '/mystuff/subscriptions/:id/card': await subscriptionOf(ask, token),
    };
  }
  if (who === 'public' || who === 'guest') {
    const { items } = await ask<Page1<Listed>>('/api/products');
    const [first] = items;
    return {
      ':slug': first?.slug ?? '',
      '/channels/:slug': first?.channel.slug ?? '',
      // Of the right form, and of nobody: the screen says so.
      ':resetToken': 'a'.repeat(43),
      ':token': 'a'.repeat(43),
      '/rehearsals/:token': await invitationOf(ask),
    };
  }
  const root = who === 'producer' ? '/api/desk' : '/api/manage';
  const { items } = await ask<Page1<Listed>>(`${root}/products`, token);
  return {
    ':channel_slug': items[0]?.channel.slug ?? '',
    ':product_slug': items[0]?.slug ?? '',
    [who === 'producer' ? '/account/sales/:id' : '/manage/sales/:id']: await saleOf(
      ask,
      token,
      root,
    ),
    ...(who === 'producer' ? await madeByOrganizer(ask, token) : {}),
  };
}

/** What the demo has none of, made by whoever is the first to need it. */
const madeByOrganizer = async (ask: Ask, token: string): Promise<Example> => ({
  '/account/rehearsals/:slug': (await roomOf(ask)).slug,
  '/account/salescode/:id': await couponOf(ask, token),
});

/** An order that somebody of the demonstration has paid. */
async function saleOf(ask: Ask, token: string, root: string): Promise<string> {
  for (let second = 0; second < 100; second += 1) {
    const { items } = await ask<Page1<{ id: string }>>(`${root}/sales`, token);
    if (items[0]) return items[0].id;
    await pause(1000);
  }
  throw new Error('nobody has bought anything yet');
}

async function couponOf(ask: Ask, token: string): Promise<string> {
  const [known] = (await ask<Page1<{ id: string }>>('/api/desk/coupons', token)).items;
  if (known) return known.id;
  const { items } = await ask<Page1<Listed>>('/api/desk/products?status=published', token);
  const form = { sessionId: null, quantity: 3, net: 0, tax: 0, validUntil: null };
  const path = `/api/desk/products/${items[0]?.slug}/coupons`;
  return (await ask<{ id: string }>(path, token, form)).id;
}

/** A month of one of the demo's channels; begun by whoever is the first to need one. */
async function subscriptionOf(ask: Ask, token: string): Promise<string> {
  const mine = () => ask<Page1<{ id: string }>>('/api/me/subscriptions', token);
  const [known] = (await mine()).items;
  if (known) return known.id;
  const form = { expectedTotal: 499, acceptTerms: true };
  const { id } = await ask<{ id: string }>('/api/channels/sala-mare/subscription', token, form);
  const card = { number: '4242424242424242', expiry: '12/40', cvc: '123' };
  await ask(`/api/orders/${id}/payment`, token, { card });
  return (await mine()).items[0]?.id ?? '';
}

/** A rehearsal room of the demo's theatre; opened by whoever is the first to need one. */
async function roomOf(ask: Ask): Promise<Room> {
  const { authToken } = await sessionOf(ask, 'teatro');
  const { items } = await ask<Page1<{ slug: string }>>('/api/desk/rehearsals', authToken);
  const [known] = items;
  if (known) return ask<Room>(`/api/desk/rehearsals/${known.slug}`, authToken);
  const { items: channels } = await ask<Page1<{ slug: string }>>('/api/desk/channels', authToken);
  const body = { title: 'Ensayo general: La luz del faro', channel: channels[0]?.slug };
  return ask<Room>('/api/desk/rehearsals', authToken, body);
}

const invitationOf = async (ask: Ask): Promise<string> =>
  (await roomOf(ask)).invitation.url?.split('/').at(-1) ?? '';

/** Where a screen of the list is found in the demonstration. */
export function addressOf(path: string, example: Example): string {
  if (path === '*') return '/no/such/page';
  const special = example[path];
  const address = path.replaceAll(/:\w+/g, (name) => special ?? example[name] ?? '');
  if (/\/(\/|$)/.test(address) && address !== '/') {
    throw new Error(`the demo has nothing for ${path}`);
  }
  return address;
}

/** The page shows itself, not what stands in for it while it comes. */
export async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
  // Those that the style guide shows for their own sake stay.
  await page
    .locator('main [role=status]:has([data-skeleton]):not([data-sample^=loading] *)')
    .first()
    .waitFor({ state: 'detached' });
}

/** As the person's choice of a scheme in another tab: this page follows without being loaded anew. */
export async function show(page: Page, scheme: Scheme): Promise<void> {
  await page.evaluate((chosen) => {
    const [key, newValue] = ['platea.scheme', JSON.stringify(chosen)];
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, scheme);
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
}

/** The language that somebody has chosen on this browser; pages are opened in it from now on. */
export async function speak(visitor: Visitor, base: string, language: string): Promise<void> {
  await visitor.context.addCookies([{ name: 'lang', value: language, url: base }]);
  await visitor.context.addInitScript((chosen) => {
    localStorage.setItem('platea.language', JSON.stringify(chosen));
  }, language);
}
