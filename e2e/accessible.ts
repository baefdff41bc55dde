import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const asked: Record<'all' | 'colours', RunOptions> = {
  all: {
    runOnly: tags,
    // One that axe still calls an experiment: who speaks to the screen says what stands on it.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  },
  colours: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/** Tags of a field that is off: axe knows by itself only of inputs that they need no contrast. */
const exclude = [['.mantine-Pill-root[data-disabled]']];

/**
 * Nothing on this page keeps out people who cannot see, point or hear (WCAG 2.2 AA, by axe). What is still
 * on its way in is looked at again where it has come to rest.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => barriersOn(page)).toEqual([]);
}

/** What axe finds on this page, a sentence each. `colours`: only what depends on the scheme. */
export async function barriersOn(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Once for each page, and what went well is not written out: a third of the time of a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(bringToRest);
  const options: RunOptions = { ...asked[what], resultTypes: ['violations'], iframes: false };
  return page.evaluate(
    async ([without, how]) => {
      const found = await (window as never as { axe: typeof axe }).axe.run(
        { exclude: without },
        how,
      );
      return found.violations.map(({ id, help, nodes }) => {
        const where = nodes.map(({ target }) => target.join(' ')).join(', ');
        return `${id}: ${help} (${where})`;
      });
    },
    [exclude, options] as const,
  );
}

/** A colour on its way from one to another is nobody's contrast: what moves is where it goes. */
function bringToRest(): void {
  for (const one of document.getAnimations()) {
    if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish();
  }
}
