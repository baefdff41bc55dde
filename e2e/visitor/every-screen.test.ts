import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { castList } from '#server/demo/cast.ts';
import { barriersOn } from '../accessible.ts';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';

const base = inject('baseUrl');

/** The screens behind a log-in, from the list of all: its path and who may open it. */
const screens = readFileSync('test/architecture/screens.tsv', 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([path = '', , , state]) => state === 'done' && !path.includes('->') && path !== '*')
  .map(([path = '', who = '']) => ({ path, who }))
  .filter(({ who }) => who === 'user' || who === 'producer' || who === 'admin');

const memberOfDemo = { user: 'viewer', producer: 'teatro', admin: 'admin' } as const;
type Who = keyof typeof memberOfDemo;

async function ask<T>(path: string, token = '', body?: object): Promise<T> {
  const answer = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

type Session = { authToken: string };
const sessionOf = (who: Who) => {
  const person = castList.find(({ key }) => key === memberOfDemo[who]);
  return ask<Session>('/api/sessions', '', { email: person?.email, password: person?.password });
};

type Listed = { slug: string; channel: { slug: string } };
type Page1<T> = { items: T[] };

type Held = { product: Listed; can: { watch: boolean } };

async function ticketsOf(token: string): Promise<Held[]> {
  const { items } = await ask<Page1<Held>>('/api/me/tickets', token);
  if (items.length === 0) throw new Error('nobody has a ticket yet');
  return items;
}

/** Things of the demo that stand for the parameters of each address, by who opens it. */
async function exampleOf(who: Who, token: string): Promise<Record<string, string>> {
  if (who === 'user') {
    // The demo goes on after it opens its doors: tickets come last.
    const items = await vi.waitFor(() => ticketsOf(token), { timeout: 100_000, interval: 1000 });
    const mine = items.find(({ can }) => can.watch) ?? items[0];
    const owned = new Set(items.map(({ product }) => product.slug));
    const { items: all } = await ask<Page1<Listed>>('/api/products?size=50');
    const other = all.find(({ slug }) => !owned.has(slug));
    return { '/player/:slug': mine?.product.slug ?? '', ':slug': other?.slug ?? '' };
  }
  const root = who === 'producer' ? '/api/desk' : '/api/manage';
  const { items } = await ask<Page1<Listed>>(`${root}/products`, token);
  return {
    ':channel_slug': items[0]?.channel.slug ?? '',
    ':product_slug': items[0]?.slug ?? '',
  };
}

function addressOf(path: string, example: Record<string, string>): string {
  const special = example[path];
  const address = path.replaceAll(/:\w+/g, (name) => special ?? example[name] ?? '');
  if (/\/(\/|$)/.test(address)) throw new Error(`the demo has nothing for ${path}`);
  return address;
}

let browser: Browser;
const people = {} as Record<Who, Visitor & { example: Record<string, string> }>;

beforeAll(async () => {
  browser = await openBrowser();
  for (const who of Object.keys(memberOfDemo) as Who[]) {
    const session = await sessionOf(who);
    // Nothing moves: what is half faded in has the wrong contrast.
    const visitor = await aVisitor(browser, base, { reducedMotion: 'reduce' });
    await visitor.context.addInitScript((kept) => {
      localStorage.setItem('platea.session', kept);
    }, JSON.stringify(session));
    people[who] = { ...visitor, example: await exampleOf(who, session.authToken) };
  }
});
afterAll(() => browser.close());

/** The page shows itself, not what stands in for it while it comes. */
async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
  await page
    .locator('main [role=status]:has(.mantine-Skeleton-root)')
    .waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(address);
}

/** As the person's choice of a scheme in another tab: this page follows without being loaded anew. */
async function show(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((chosen) => {
    const [key, newValue] = ['platea.scheme', JSON.stringify(chosen)];
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, scheme);
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} wide in ${clientWidth}`] : [];
  });

describe('every screen behind the log-in', () => {
  it('is in the list', () => {
    expect(screens.length).toBeGreaterThan(15);
  });

  it.each(screens)(
    '$path can be used by everyone, wide and narrow, light and dark',
    async (screen) => {
      const { page, faults, example } = people[screen.who as Who];
      const found: Record<string, string[]> = {};
      await page.setViewportSize({ width: 390, height: 844 });
      await opened(page, addressOf(screen.path, example));
      const look = async (width: number, scheme: 'light' | 'dark', what: 'all' | 'colours') => {
        await show(page, scheme);
        const barriers = await barriersOn(page, what);
        found[`${width} ${scheme}`] = [...barriers, ...(await scrollsSideways(page))];
      };
      await look(390, 'light', 'all');
      await look(390, 'dark', 'colours');
      await page.setViewportSize({ width: 1280, height: 900 });
      await look(1280, 'dark', 'all');
      await look(1280, 'light', 'colours');
      expect({ ...found, faults: faults.splice(0) }).toEqual({
        '390 light': [],
        '390 dark': [],
        '1280 dark': [],
        '1280 light': [],
        faults: [],
      });
      expect(await page.locator('h1').count()).toBe(1);
    },
  );
});
