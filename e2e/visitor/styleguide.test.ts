import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { languages } from '#contract/shared/language-list.ts';
import { barriersOn } from '../accessible.ts';
import { openBrowser, type Visitor } from '../browser.ts';
import {
  lasting,
  magnifiedFaultsOn,
  misplacedOn,
  smallTargetsOn,
  unseenFocusOn,
} from '../layout.ts';
import { aMember, opened, type Scheme, show, speak } from '../screens.ts';
import { say } from '../words.ts';

// Every piece of the screens in each of its states; `npm run photographs` photographs them.
const base = inject('baseUrl');
const schemes: Scheme[] = ['dark', 'light'];

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await aMember(browser, base, null);
});
afterAll(() => browser.close());

describe.each(languages)('the style guide in %s', (language) => {
  beforeAll(async () => {
    await speak(visitor, base, language);
    await opened(visitor.page, '/styleguide');
  });

  it.each([390, 1280])('shows each piece whole at %d pixels, dark and light', async (width) => {
    const { page, faults } = visitor;
    await page.setViewportSize({ width, height: 900 });
    expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toBe(
      say('previews', 'title', {}, language),
    );
    const found: Record<string, string[]> = {};
    for (const scheme of schemes) {
      await show(page, scheme);
      const what = scheme === 'dark' ? 'all' : 'colours';
      found[scheme] = await lasting(page, () => barriersOn(page, what));
    }
    found.misplaced = await misplacedOn(page);
    found.small = await lasting(page, smallTargetsOn);
    const nothing = { dark: [], light: [], misplaced: [], small: [], faults: [] };
    expect({ ...found, faults: faults.splice(0) }).toEqual(nothing);
  });

  it('can be read when it is magnified to 400 %', async () => {
    expect(await magnifiedFaultsOn(visitor.page)).toEqual([]);
  });
});

describe('the style guide', () => {
  it('has every piece under an address of its own, and a state for each word', async () => {
    const { page } = visitor;
    const links = await page.locator('main nav a[href^="#"]').all();
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) {
      const target = await link.getAttribute('href');
      expect([target, await page.locator(target ?? '').count()]).toEqual([target, 1]);
      expect(await page.locator(`${target} [data-sample]`).count()).toBeGreaterThan(0);
    }
  });

  it.each(schemes)(
    'shows where the focus is on everything that can have it, %s',
    async (scheme) => {
      await show(visitor.page, scheme);
      expect(await unseenFocusOn(visitor.page)).toEqual([]);
    },
  );
});
