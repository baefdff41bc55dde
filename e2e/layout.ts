import type { Page } from 'playwright-core';
import * as probe from './layout-probe.ts';

/** The probe as the text of functions that call each other by name. */
const functions = Object.values(probe).map(String).join('\n');

const asked = <Answer>(page: Page, question: keyof typeof probe): Promise<Answer> =>
  page.evaluate(`(() => { ${functions}\nreturn ${question}(); })()`);

/** What leaves the screen at its side (WCAG 1.4.10). */
export const sidewaysOn = (page: Page) => asked<string[]>(page, 'sideways');
/** What a box on the page cuts off at its side, where nobody can scroll to it. */
export const clippedOn = (page: Page) => asked<string[]>(page, 'clippedAside');
/** Text that leaves its box or is cut off, unless it ends in an ellipsis by intent. */
export const cutOn = (page: Page) => asked<string[]>(page, 'cutText');
/** Lines of text that lie on each other. */
export const overlapsOn = (page: Page) => asked<string[]>(page, 'overlaps');
/** Targets that are too small to be hit (WCAG 2.5.8). */
export const smallTargetsOn = (page: Page) => asked<string[]>(page, 'smallTargets');

/** What has the focus now, and what keeps an eye from finding it. */
export const focusOn = (page: Page) => asked<probe.Focus>(page, 'focusNow');

/** What has the focus and does not show it (WCAG 2.4.7). */
export async function unseenFocusOn(page: Page): Promise<string[]> {
  // A browser shows the focus to whoever came by a key.
  await page.keyboard.press('Tab');
  return asked<string[]>(page, 'unseenFocus');
}

const misplacedNow = async (page: Page): Promise<string[]> => {
  const checks = [sidewaysOn(page), clippedOn(page), cutOn(page), overlapsOn(page)];
  return (await Promise.all(checks)).flat();
};

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

/** So long a page may take to come to rest; on a busy machine frames are few, and far between. */
const settlesWithinMs = 10_000;

/**
 * What is wrong and stays so: what measures its room, as tables do, what slides in or comes late is looked
 * at again, frame by frame, until the page is at rest.
 */
export async function lasting(
  page: Page,
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const limit = performance.now() + settlesWithinMs;
  let found = await look(page);
  while (found.length > 0 && performance.now() < limit) {
    await nextFrame(page);
    found = await look(page);
  }
  return found;
}

/** All that is wrong with how the page is laid out at its present size. */
export const misplacedOn = (page: Page): Promise<string[]> => lasting(page, misplacedNow);

/** How many pixels of the screen's height are left between the bars that stay in sight. */
function roomLeft(): number {
  const rows = Array.from({ length: innerHeight }, (_, index) => index);
  return rows.filter((y) => {
    const at = document.elementFromPoint(innerWidth / 2, y);
    if (!at) return false;
    for (let one: Element | null = at; one; one = one.parentElement) {
      const { position } = getComputedStyle(one);
      if (position === 'fixed' || position === 'sticky') return false;
    }
    return true;
  }).length;
}

/** A fifth of the screen's height is the least that bars may leave for what one came to read. */
const leastRoom = 0.2;

/** What is wrong when 1280 by 1024 pixels are magnified to 400 % (WCAG 1.4.10). */
export async function magnifiedFaultsOn(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 256 });
  const found = await lasting(page, async () => {
    const room = await page.evaluate(roomLeft);
    const tight = room < 256 * leastRoom ? [`bars leave ${room} of 256 pixels`] : [];
    return [...(await misplacedNow(page)), ...tight];
  });
  if (before) await page.setViewportSize(before);
  return found;
}
