import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { focusOn } from './layout.ts';

/** What slides in or is scrolled to may take a moment to be there. */
async function expectFound(page: Page): Promise<string> {
  let at = await focusOn(page);
  if (at.faults.length > 0) {
    await expect
      .poll(async () => {
        at = await focusOn(page);
        return at.faults.map((fault) => `${at.name}: ${fault}`);
      })
      .toEqual([]);
  }
  return at.name;
}

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** More steps than any screen has controls between two of its parts. */
const patience = 90;

/** Goes there step by step; at every step an eye finds where the focus is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor();
  const passed: string[] = [];
  for (let step = 0; step < patience; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    passed.push(await expectFound(page));
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

/** Goes from one end of the page to the other and answers what it passed; all of it can be found. */
export async function walkThrough(page: Page): Promise<string[]> {
  const passed: string[] = [];
  for (let step = 0; step < 3 * patience; step += 1) {
    await page.keyboard.press('Tab');
    const name = await expectFound(page);
    if (name === 'nothing') return passed;
    passed.push(name);
  }
  throw new Error(`the walk has no end: ${passed.slice(-5).join(' › ')}`);
}
