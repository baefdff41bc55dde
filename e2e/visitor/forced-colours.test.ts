import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { walkThrough } from '../keyboard.ts';
import { edgelessOn } from '../layout.ts';
import { aNewcomer } from '../people.ts';
import { askOf, opened, sessionOf } from '../screens.ts';

// Whoever forces the colours of their system sees no shadow and no ground of ours: what can be used
// still has an edge, and the focus a mark.
const base = inject('baseUrl');
const ask = askOf(base);

let browser: Browser;
let sessions: Record<'nobody' | 'viewer' | 'organizer', object | null>;
beforeAll(async () => {
  browser = await openBrowser();
  // The demo opens its doors before the shows to come are all made.
  const isThere = async () => (await fetch(`${base}/api/products/midnight-piano`)).ok;
  await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
  const { authToken } = await sessionOf(ask, 'admin');
  sessions = {
    nobody: null,
    viewer: await aNewcomer(ask, authToken, 'Hilda'),
    organizer: await sessionOf(ask, 'sala'),
  };
});
afterAll(() => browser.close());

async function forced(who: keyof typeof sessions) {
  const visitor = await aVisitor(browser, base, {
    forcedColors: 'active',
    reducedMotion: 'reduce',
  });
  const session = sessions[who];
  if (session) {
    await visitor.context.addInitScript((kept) => {
      localStorage.setItem('platea.session', kept);
    }, JSON.stringify(session));
  }
  return visitor;
}

const isForced = (page: Page) => page.evaluate(() => matchMedia('(forced-colors: active)').matches);

describe('with the colours of the system', () => {
  it.each([
    ['/', 'nobody'],
    ['/products/midnight-piano', 'nobody'],
    ['/products/midnight-piano/checkout', 'viewer'],
    ['/account/products/new', 'organizer'],
  ] as const)('every control of %s is seen, and so is the focus on it', async (path, who) => {
    const { page, context, faults } = await forced(who);
    await opened(page, path);
    await page.waitForLoadState('networkidle');
    expect(await isForced(page)).toBe(true);
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/j/forced${path.replaceAll('/', '-')}.png`, fullPage: true });
    expect(await edgelessOn(page)).toEqual([]);
    expect((await walkThrough(page)).length).toBeGreaterThan(8);
    expect(faults).toEqual([]);
    await context.close();
  });
});
