import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { barriersOn } from '../accessible.ts';
import { openBrowser, type Visitor } from '../browser.ts';
import { lasting, magnifiedFaultsOn, misplacedOn, smallTargetsOn } from '../layout.ts';
import {
  addressOf,
  aMember,
  askOf,
  type Example,
  exampleOf,
  memberOfDemo,
  opened,
  type Scheme,
  screens,
  show,
  type Who,
} from '../screens.ts';

const base = inject('baseUrl');

let browser: Browser;
const people = {} as Record<Who, Visitor & { example: Example }>;

beforeAll(async () => {
  browser = await openBrowser();
  for (const who of Object.keys(memberOfDemo) as Who[]) {
    const visitor = await aMember(browser, base, memberOfDemo[who]);
    people[who] = { ...visitor, example: await exampleOf(askOf(base), who, visitor.token) };
  }
});
afterAll(() => browser.close());

type Look = { width: number; scheme: Scheme; what: 'all' | 'colours' };

/** Every kind of look once at each width; of the other scheme only what depends on it. */
const looks: Look[] = [
  { width: 390, scheme: 'light', what: 'all' },
  { width: 390, scheme: 'dark', what: 'colours' },
  { width: 1280, scheme: 'dark', what: 'all' },
  { width: 1280, scheme: 'light', what: 'colours' },
];

async function faultsOf(page: Page, { width, scheme, what }: Look): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
  await show(page, scheme);
  const barriers = await lasting(page, () => barriersOn(page, what));
  if (what === 'colours') return barriers;
  const small = await lasting(page, smallTargetsOn);
  return [...barriers, ...(await misplacedOn(page)), ...small];
}

describe('every screen', () => {
  it('is in the list', () => {
    expect(screens.length).toBeGreaterThan(25);
    expect(new Set(screens.map(({ who }) => who))).toEqual(new Set(Object.keys(memberOfDemo)));
  });

  it.each(screens)(
    '$path can be used by everyone, wide, narrow and magnified, light and dark',
    async ({ path, who }) => {
      const { page, faults, example } = people[who];
      const address = addressOf(path, example);
      await page.setViewportSize({ width: 390, height: 844 });
      await opened(page, address);
      expect(new URL(page.url()).pathname).toBe(address);
      const found: Record<string, string[]> = {};
      for (const look of looks) {
        found[`${look.width} ${look.scheme}`] = await faultsOf(page, look);
      }
      found.magnified = await magnifiedFaultsOn(page);
      expect({ ...found, faults: faults.splice(0) }).toEqual({
        '390 light': [],
        '390 dark': [],
        '1280 dark': [],
        '1280 light': [],
        magnified: [],
        faults: [],
      });
      await expect.poll(() => page.locator('h1').count()).toBe(1);
    },
  );
});
