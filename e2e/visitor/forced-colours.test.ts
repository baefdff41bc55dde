import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { aVisitor, openBrowser } from '../browser.ts';
import { walkThrough } from '../keyboard.ts';
import { aNewcomer } from '../people.ts';
import { askOf, opened, sessionOf } from '../screens.ts';
import { unseenControlsOn } from '../seen.ts';

// Whoever forces the colours of their system sees no shadow and no ground of ours: every control
// can still be told from what lies around it, what is chosen from what is not, and the focus has
// a mark.
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

/** Opens a page whose colours are forced, does something there, and takes its browser away. */
async function onForced(
  path: string,
  who: keyof typeof sessions,
  work: (page: Page) => Promise<void>,
) {
  const { page, context, faults } = await forced(who);
  await opened(page, path);
  await page.waitForLoadState('networkidle');
  const isForced = () => matchMedia('(forced-colors: active)').matches;
  expect(await page.evaluate(isForced)).toBe(true);
  await work(page);
  expect(faults).toEqual([]);
  await context.close();
}

describe('with the colours of the system', () => {
  it.each([
    ['/', 'nobody'],
    ['/products/midnight-piano', 'nobody'],
    ['/products/midnight-piano/checkout', 'viewer'],
  ] as const)('the focus is seen on every control of %s', (path, who) =>
    onForced(path, who, async (page) => {
      expect((await walkThrough(page)).length).toBeGreaterThan(8);
    }),
  );

  it.each([
    ['/', 'nobody'],
    ['/logup', 'nobody'],
    ['/products/midnight-piano/checkout', 'viewer'],
    ['/account/products/new', 'organizer'],
  ] as const)('every control of %s can be seen', (path, who) =>
    onForced(path, who, async (page) => {
      await expect.poll(() => unseenControlsOn(page)).toEqual([]);
    }),
  );

  it('what is ticked looks different from what is not', () =>
    onForced('/logup', 'nobody', async (page) => {
      const box = page.locator('main input[type=checkbox]').last();
      const look = () => box.locator('..').screenshot({ animations: 'disabled' });
      const before = await look();
      await box.check();
      // The pointer leaves again: only the tick may make the difference.
      await page.mouse.move(0, 0);
      await box.blur();
      expect(Buffer.compare(before, await look())).not.toBe(0);
    }));
});
