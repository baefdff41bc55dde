import type { Locator, Page } from 'playwright-core';

export type Effort = { fields: number; clicks: number; pages: number };

/** Somebody who counts what it costs them: fields filled or ticked, presses, and pages that open. */
export function counting(page: Page) {
  const effort: Effort = { fields: 0, clicks: 0, pages: 0 };
  let at = '';
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const { pathname } = new URL(frame.url());
    // What stands behind `?` and `#` is another place of the same page.
    if (pathname !== at) effort.pages += 1;
    at = pathname;
  });
  const filling = async (work: Promise<unknown>) => {
    effort.fields += 1;
    await work;
  };
  return {
    effort,
    fill: (target: Locator, text: string) => filling(target.fill(text)),
    tick: (target: Locator) => filling(target.check()),
    choose: (target: Locator, label: string) => filling(target.selectOption({ label })),
    give: (target: Locator, file: Parameters<Locator['setInputFiles']>[0]) =>
      filling(target.setInputFiles(file)),
    press: async (target: Locator) => {
      effort.clicks += 1;
      await target.click();
    },
    /** As by a press on a link in a letter. */
    follow: async (address: string) => {
      effort.clicks += 1;
      await page.goto(address);
    },
  };
}
