import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

// What people would have seen when a journey broke: a step that waited in vain does not tell why.
const longest = 700;

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of openPages) console.log(`shown: ${await whatIsShown(page)}`);
});

async function whatIsShown(page: Page): Promise<string> {
  const words = await page
    .locator('main, body:not(:has(main))')
    .first()
    .ariaSnapshot({ timeout: 2000 })
    .catch((reason) => `nothing could be read: ${reason}`);
  return `${page.url()} ${words.replaceAll(/\s+/g, ' ').slice(0, longest)}`;
}
