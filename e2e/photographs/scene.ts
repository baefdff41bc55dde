import type { Page } from 'playwright-core';
import type { castList } from '#server/demo/cast.ts';

type Key = (typeof castList)[number]['key'];
export type Language = 'en' | 'es' | 'pt';

export type Scene = {
  name: string;
  who: Key | null;
  address: (language: Language) => string;
  /** As tall as its page, or as a screen: what floats has its place on a screen. */
  tall?: boolean;
  widths?: number[];
  /** What is done on the page before it is photographed, at this width. */
  act?: (page: Page, language: Language) => Promise<void>;
  actAt?: number;
  /** What the API answers instead, where the demonstration cannot get into that state. */
  instead?: {
    path: string | RegExp;
    status: number;
    change: (answer: object, language: Language) => object;
  };
};

/** A scene that has one address, whatever the language. */
export const seen = (scene: Omit<Scene, 'address'> & { address: string }): Scene => ({
  ...scene,
  address: () => scene.address,
});

/** Leaves each required field empty after having been in it. */
export async function leaveEmpty(page: Page): Promise<void> {
  for (const field of await page.locator('main input[required]:not([type=checkbox])').all()) {
    if (!(await field.isVisible())) continue;
    await field.fill('1');
    await field.fill('');
    await field.blur();
  }
}
