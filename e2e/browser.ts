import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const first = (paths: string[]) => paths.find((path) => existsSync(path));
const whole = first(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']);
/** The same browser without what only a window needs: pages open with half the work. */
const headless = first(['/usr/bin/chromium-headless-shell']) ?? whole;

const ask = {
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=no-user-gesture-required',
    '--mute-audio',
  ],
};

/**
 * Debian's chromium without a window; it reaches this machine only. `whole`: with what belongs to
 * the browser itself and not to its pages, such as installing an app.
 */
export function openBrowser(which: 'headless' | 'whole' = 'headless'): Promise<Browser> {
  const executablePath = which === 'whole' ? whole : headless;
  if (!executablePath) throw new Error('chromium is not installed: apt-get install chromium');
  return chromium.launch({ executablePath, ...ask });
}

export type Visitor = { context: BrowserContext; page: Page; faults: string[] };

/** Somebody with a browser of their own: nothing is shared with other visitors. */
export async function aVisitor(
  browser: Browser,
  baseURL: string,
  options: {
    locale?: string;
    width?: number;
    height?: number;
    colorScheme?: 'light' | 'dark';
    reducedMotion?: 'reduce';
    forcedColors?: 'active';
  } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    locale: options.locale ?? 'en-GB',
    timezoneId: 'Europe/Madrid',
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    ...(options.colorScheme ? { colorScheme: options.colorScheme } : {}),
    ...(options.reducedMotion ? { reducedMotion: options.reducedMotion } : {}),
    ...(options.forcedColors ? { forcedColors: options.forcedColors } : {}),
  });
  context.setDefaultTimeout(20_000);
  const page = untilAlive(await context.newPage());
  const faults: string[] = [];
  // A broken script or a refused resource is a fault of ours, whatever the journey was about.
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      /Content Security Policy|hydrat|Minified React/i.test(message.text())
    ) {
      faults.push(message.text());
    }
  });
  return { context, page, faults };
}

/**
 * The same page, which is there when it takes presses: what one came for is shown before the scripts
 * are asked for. Only what is opened by its address; people who follow a link have them already.
 */
function untilAlive(page: Page): Page {
  const open = page.goto.bind(page);
  const again = page.reload.bind(page);
  const alive = () =>
    page.waitForFunction(
      () =>
        !document.querySelector('script[data-start]') ||
        performance.getEntriesByName('alive').length > 0,
    );
  page.goto = async (...how) => {
    const answer = await open(...how);
    await alive();
    return answer;
  };
  page.reload = async (...how) => {
    const answer = await again(...how);
    await alive();
    return answer;
  };
  return page;
}
