import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { walkThrough } from '../keyboard.ts';
import { aNewcomer } from '../people.ts';
import { askOf, opened, sessionOf } from '../screens.ts';

// Whoever forces the colours of their system sees no shadow and no ground of ours: the focus
// still has a mark.
const base = inject('baseUrl');
const ask = askOf(base);

let browser: Browser;
let sessions: Record<'nobody' | 'viewer', object | null>;
beforeAll(async () => {
  browser = await openBrowser();
  // The demo opens its doors before the shows to come are all made.
  const isThere = async () => (await fetch(`${base}/api/products/midnight-piano`)).ok;
  await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
  const { authToken } = await sessionOf(ask, 'admin');
  sessions = {
    nobody: null,
    viewer: await aNewcomer(ask, authToken, 'Hilda'),
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
  ] as const)('the focus is seen on every control of %s', async (path, who) => {
    const { page, context, faults } = await forced(who);
    await opened(page, path);
    await page.waitForLoadState('networkidle');
    expect(await isForced(page)).toBe(true);
    expect((await walkThrough(page)).length).toBeGreaterThan(8);
    expect(faults).toEqual([]);
    await context.close();
  });
});
