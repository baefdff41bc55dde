import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { misplacedOn } from '../layout.ts';
import { opened, type Scheme, show } from '../screens.ts';
import type { Language, Scene } from './scene.ts';

export const heights: Record<number, number> = {
  390: 844,
  768: 1024,
  1024: 768,
  1440: 900,
  1920: 1080,
};
/** Longer pages say nothing new, and a picture of them can hardly be looked at. */
const tallest = 6000;

export type Wanted = { widths: number[]; schemes: Scheme[]; folder: string };
export type Shot = {
  file: string;
  scene: string;
  width: number;
  scheme: Scheme;
  language: Language;
};
/** `misplaced` are sentences on what is cut off, lies on something else or leaves the screen. */
export type Taken = { shots: Shot[]; misplaced: string[] };

/** Opens a scene once and photographs it at every width and in every scheme. */
export async function takeScene(
  page: Page,
  { scene, language }: { scene: Scene; language: Language },
  { widths, schemes, folder }: Wanted,
): Promise<Taken> {
  const taken: Taken = { shots: [], misplaced: [] };
  const own = widths.filter((width) => !scene.widths || scene.widths.includes(width));
  if (own.length === 0) return taken;
  await set(page, scene, language);
  for (const width of own) {
    await fitTo(page, width, scene.tall !== false);
    for (const scheme of schemes) {
      await show(page, scheme);
      const file = join(folder, language, scheme, String(width), `${scene.name}.jpg`);
      mkdirSync(dirname(file), { recursive: true });
      await page.screenshot({ path: file, type: 'jpeg', quality: 82, animations: 'disabled' });
      taken.shots.push({ file, scene: scene.name, width, scheme, language });
    }
    const found = await misplacedOn(page);
    taken.misplaced.push(...found.map((fault) => `${scene.name} ${language} ${width}: ${fault}`));
  }
  await forgetDrafts(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return taken;
}

/** What is as tall as the window stays so when the window grows: the foot of the page is in it then. */
function freeze(): void {
  for (const element of document.querySelectorAll<HTMLElement>(
    'body, body > *, body main, body :has(main)',
  )) {
    const { minHeight } = getComputedStyle(element);
    if (Number.parseFloat(minHeight) > innerHeight / 2) {
      element.style.minHeight = minHeight;
      element.dataset.frozen = '';
    }
  }
}

function thaw(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-frozen]')) {
    element.style.minHeight = '';
    delete element.dataset.frozen;
  }
}

/** What was typed before the camera is not found by the next scene. */
const forgetDrafts = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('platea.draft.')) sessionStorage.removeItem(key);
    }
  });

async function set(page: Page, scene: Scene, language: Language): Promise<void> {
  const { instead } = scene;
  if (instead) {
    await page.route(instead.path, async (route) => {
      const answer = await route.fetch();
      const json = instead.change(await answer.json().catch(() => ({})), language);
      await route.fulfill({ status: instead.status, json });
    });
  }
  const width = scene.actAt ?? 1440;
  await page.setViewportSize({ width, height: heights[width] ?? 900 });
  await opened(page, scene.address(language));
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
  await scene.act?.(page, language);
}

/**
 * A window as tall as its page: bars that stay in sight stand at its ends, where they stand for
 * whoever has read on, instead of across its middle. Pictures that wait for being near come too.
 */
async function fitTo(page: Page, width: number, tall: boolean): Promise<void> {
  const height = heights[width] ?? 900;
  await page.evaluate(thaw);
  await page.setViewportSize({ width, height });
  if (tall) {
    await page.evaluate(freeze);
    const needed = await page.evaluate(() => document.documentElement.scrollHeight);
    if (needed > height) {
      await page.setViewportSize({ width, height: Math.min(needed, tallest) });
    }
  }
  await page.evaluate(async () => {
    scrollTo(0, 0);
    await document.fonts.ready;
    const near = [...document.images].filter(({ src, complete }) => src && !complete);
    const limit = new Promise((done) => setTimeout(done, 3000));
    await Promise.race([Promise.all(near.map((image) => image.decode().catch(() => {}))), limit]);
  });
}
