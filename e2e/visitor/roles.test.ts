import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { aVisitor, openBrowser, type Visitor } from '../browser.ts';
import { logIn, member, tokenOf } from '../people.ts';
import { say } from '../words.ts';

const base = inject('baseUrl');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function somebodyIn(key: string, options = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, base, options);
  await logIn(visitor.page, member(key));
  return visitor;
}

async function endsAt(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
}

async function ask(page: Page, path: string, body?: object) {
  const answer = await fetch(base + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${await tokenOf(page)}`,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

describe('a desk', () => {
  it('sends home who has no place there', async () => {
    const fan = await somebodyIn('fan');
    for (const path of ['/account/channels', '/manage/products']) {
      await fan.page.goto(path);
      await endsAt(fan.page, '/');
    }
    await fan.context.close();
    const organizer = await somebodyIn('sala');
    await organizer.page.goto('/manage/config-admin');
    await endsAt(organizer.page, '/');
    await organizer.context.close();
  });

  it('shows nothing of itself to who has no place there, not even while it sends them home', async () => {
    const { page, context, faults } = await somebodyIn('sala');
    // Looked at in every frame that is drawn, of this page and of the next.
    await page.addInitScript(() => {
      const drawn = new Set<string>();
      Object.assign(window, { drawn });
      const look = () => {
        for (const nav of document.querySelectorAll('nav[aria-label]')) {
          if (nav.getClientRects().length > 0) drawn.add(nav.getAttribute('aria-label') ?? '');
        }
        requestAnimationFrame(look);
      };
      look();
    });
    const drawn = () => page.evaluate(() => [...(window as never as { drawn: Set<string> }).drawn]);
    await page.goto('/manage/products');
    await endsAt(page, '/');
    const [admin, organizer] = ['desk.admin', 'desk.organizer'].map((key) =>
      say('shells', key, {}, 'pt'),
    );
    expect(await drawn()).not.toContain(admin);
    await page.goto('/account/channels');
    await page.locator('main h1').waitFor();
    // It is there with the heading, and drawn with the next frame.
    await expect.poll(drawn).toContain(organizer);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('opens to a viewer whom the team has made an organizer, without another log-in', async () => {
    const fan = await somebodyIn('fan');
    const team = await somebodyIn('admin');
    const { id } = await ask(fan.page, '/api/me');
    await fan.page.goto('/account/my-data');
    await ask(fan.page, '/api/me/artist-request', {});
    await ask(team.page, `/api/manage/users/${id}/moves`, { move: 'validate_artist' });
    await fan.page.goto('/account/channels');
    await fan.page.locator('main h1').waitFor();
    expect(new URL(fan.page.url()).pathname).toBe('/account/channels');
    expect([...fan.faults, ...team.faults]).toEqual([]);
    await Promise.all([fan.context.close(), team.context.close()]);
  });

  it('has a menu on a phone that takes the focus, keeps it and gives it back', async () => {
    const { page, context, faults } = await somebodyIn('teatro', { width: 390, height: 844 });
    await page.goto('/account/globalview');
    // The demo's theatre reads Spanish.
    const [open, close] = ['nav.open', 'nav.close'].map((key) => say('shells', key, {}, 'es'));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    // The menu of the person is there once React is: a key pressed before that opens nothing.
    const person = new RegExp(say('shells', 'account.open', {}, 'es'));
    await page.getByRole('button', { name: person }).waitFor();
    const burger = page.getByRole('button', { name: open });
    await burger.focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe(close);
    const inMenu = () => page.evaluate(() => document.activeElement?.closest('nav') !== null);
    // Around the whole menu: what lies under it is out of reach.
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement?.closest('main, header') !== null,
      );
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe(open);
    await burger.click();
    await expect.poll(inMenu).toBe(true);
    const menu = page.getByRole('navigation', { name: say('shells', 'desk.organizer', {}, 'es') });
    await menu.locator('a[href="/account/channels"]').click();
    await endsAt(page, '/account/channels');
    const onHeading = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(onHeading).toBe('H1');
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('log-in', () => {
  it('leads once to where one wanted to go, and nobody is thrown back later', async () => {
    const { page, context } = await aVisitor(browser, base);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/me/tickets') asked.push(pathname);
    });
    await logIn(page, member('viewer'), '/mystuff/products');
    await page.locator('main h1').waitFor();
    await expect.poll(() => asked).toEqual(['/api/me/tickets']);
    await page.goto('/mystuff/orders');
    await page.locator('main h1').waitFor();
    expect(asked).toEqual(['/api/me/tickets']);
    expect(new URL(page.url()).pathname).toBe('/mystuff/orders');
    await context.close();
  });
});

describe('an address that does not exist', () => {
  it('is said to be empty to whoever is logged in', async () => {
    const { page, context } = await somebodyIn('viewer');
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: say('ui', 'notFound.title') }).waitFor();
    // Only a page that is alive shows the menu of the person, and would have led on by now.
    await page.getByRole('button', { name: say('shells', 'account.open') }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/no/such/page');
    await context.close();
  });
});
