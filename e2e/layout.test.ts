import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriersOn } from './accessible.ts';
import { openBrowser } from './browser.ts';
import * as layout from './layout.ts';
import { unseenControlsOn } from './seen.ts';

// Each checker of how a page looks finds a fault that was planted, and nothing on a page without.
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 600 } });
});
afterAll(() => browser.close());

const sound = `<!doctype html><html lang="en"><title>Sound</title><main><h1>Sound</h1>
  <p>Words in <a href="#">a sentence</a> that goes on.</p>
  <p style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${'long '.repeat(40)}</p>
  <p style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden;margin:0">${'long '.repeat(40)}</p><p>Below</p>
  <div style="overflow-x:auto"><div style="width:900px">A table that scrolls by itself</div></div>
  <span style="position:absolute;width:1px;height:1px;overflow:hidden">For screen readers only</span>
  <style>.card{position:relative;height:60px}.card a::after{content:'';position:absolute;inset:0}</style>
  <div class="card"><p>Card</p><p><a href="#">One</a></p></div><div class="card"><a href="#">Two</a></div>
  <button style="width:60px;height:32px">Go</button></main></html>`;
const withFault = (fault: string) => sound.replace('</main>', `${fault}</main>`);

/** What is wrong at any step of the keyboard through the page. */
async function everyStep(on: Page): Promise<string[]> {
  const found: string[] = [];
  for (let step = 0; step < 12; step += 1) {
    await on.keyboard.press('Tab');
    found.push(...(await layout.focusOn(on)).faults);
  }
  return found;
}

const checkers: [string, (page: Page) => Promise<string[]>, string][] = [
  ['a barrier', barriersOn, '<img src="data:," width="40" height="40">'],
  ['a page that scrolls sideways', layout.sidewaysOn, '<div style="width:500px">Wide</div>'],
  [
    'what a page cuts off at its side',
    layout.sidewaysOn,
    '<style>html{overflow-y:scroll}body{overflow-x:clip}</style><div style="width:500px">Wide</div>',
  ],
  [
    'text that its box cuts off',
    layout.cutOn,
    '<div style="width:80px;overflow:hidden;white-space:nowrap">A sentence without an end</div>',
  ],
  [
    'text that its box cuts off below',
    layout.cutOn,
    '<div style="height:20px;overflow:hidden">One<br>Two<br>Three</div>',
  ],
  [
    'a control that is drawn like its ground',
    unseenControlsOn,
    '<button style="display:block;margin:20px;border:0;background:#fff;color:#eee">Pay</button>',
  ],
  [
    'text that is wider than its button',
    layout.cutOn,
    '<button style="width:60px;white-space:nowrap">Unsubscribe me</button>',
  ],
  [
    'text on other text',
    layout.overlapsOn,
    '<p>One line of words</p><p style="margin-top:-30px">Another line of words</p>',
  ],
  [
    'small targets side by side',
    layout.smallTargetsOn,
    `${'<button style="width:16px;height:16px;padding:0;margin:0;border:0">x</button>'.repeat(2)}`,
  ],
  [
    'a step of the keyboard that is not seen',
    everyStep,
    '<button style="outline:none">Where am I?</button>',
  ],
  [
    'a step of the keyboard under a bar',
    everyStep,
    '<div style="position:fixed;inset:0;background:#fff">A bar</div>',
  ],
  [
    'a focus that cannot be seen',
    layout.unseenFocusOn,
    '<button style="outline:none">Where am I?</button>',
  ],
  [
    'bars that leave no room when magnified',
    layout.magnifiedFaultsOn,
    '<div style="position:fixed;inset:0 0 20px;background:#fff">A bar</div>',
  ],
];

describe('the checkers of how a page looks', () => {
  it.each(checkers)('find %s, and nothing where it is missing', async (_, check, fault) => {
    await page.setContent(sound);
    expect(await check(page)).toEqual([]);
    await page.setContent(withFault(fault));
    expect(await check(page)).not.toEqual([]);
  });
});
