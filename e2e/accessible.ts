import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing on this page keeps out people who cannot see, point or hear (WCAG 2.2 AA, by axe). */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await barriersOn(page)).toEqual([]);
}

/** What axe finds on this page, a sentence each. `colours`: only what depends on the scheme. */
export async function barriersOn(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Our pages have no frames: nothing is gathered in a page of its own, which takes its time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Tags of a field that is off: axe knows by itself only of inputs that they need no contrast.
  axe.exclude('.mantine-Pill-root[data-disabled]');
  if (what === 'colours') axe.withRules(['color-contrast', 'link-in-text-block']);
  else {
    // One that axe still calls an experiment: who speaks to the screen says what stands on it.
    const rules = { 'label-content-name-mismatch': { enabled: true } };
    axe.options({ rules }).withTags(tags);
  }
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target).join(', ')})`,
  );
}
