import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * What has the focus now, and whether an eye can find it: it has a place on the screen, and it or
 * what stands close around it is drawn otherwise than without the focus.
 */
const focusNow = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return { name: 'nothing', seen: true };
    const name = `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.trim().slice(0, 40)}`;
    const inner = at.shadowRoot?.activeElement ?? at;
    const { width, height, bottom, right } = at.getBoundingClientRect();
    const isThere = width > 0 && height > 0 && bottom > 0 && right > 0;
    const around = [inner, at, at.parentElement, at.nextElementSibling].filter(
      (one): one is Element => one !== null,
    );
    // A heading takes the focus to be read out; it is no control, and needs no frame.
    const isHeading = /^H[1-6]$|^MAIN$/.test(at.tagName);
    const isMarked = around.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      );
    });
    return { name, seen: isHeading || (isThere && isMarked) };
  });

async function expectSeen(page: Page): Promise<void> {
  // What slides in may take a moment to be there.
  await expect.poll(() => focusNow(page)).toMatchObject({ seen: true });
}

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Goes there step by step; on every step the focus must be seen. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor();
  const passed: string[] = [];
  for (let step = 0; step < 90; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    await expectSeen(page);
    passed.push((await focusNow(page)).name);
  }
  throw new Error(`the focus never came there; it passed ${passed.join(' › ')}`);
}

/** Goes to a field and writes. */
export async function writeIn(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Goes there and presses. */
export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
