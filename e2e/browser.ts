import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { headlessChromium, wholeChromium } from '#test/chromium.ts';

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
  const executablePath = which === 'whole' ? wholeChromium : headlessChromium;
  if (!executablePath) throw new Error('chromium is not installed: apt-get install chromium');
  return chromium.launch({ executablePath, ...ask });
}

/** The pages that are open now, for telling what stood on them when a journey broke. */
export const openPages = new Set<Page>();

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
    touch?: true;
    /** Without the worker of the site, which would answer from what it has kept. */
    worker?: 'none';
    /** What another browser of the same person keeps, such as who is logged in. */
    kept?: Awaited<ReturnType<BrowserContext['storageState']>>;
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
    ...(options.worker === 'none' ? { serviceWorkers: 'block' } : {}),
    ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
    ...(options.kept ? { storageState: options.kept } : {}),
  });
  // Patience, no bound of the product: a machine may stand still for a while; how fast we are is measured alone.
  context.setDefaultTimeout(45_000);
  const page = untilAlive(await context.newPage());
  openPages.add(page);
  page.on('close', () => openPages.delete(page));
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
 * The same page, which is there when it takes presses: what one came for is shown before the scripts are asked
 * for, and they take their time. Only what is opened by its address; people who follow a link have them already.
 */
function untilAlive(page: Page): Page {
  const alive = () =>
    page.waitForFunction(
      () =>
        // A page of others, or the one that says that there is no line, has no such moment.
        !('__reactRouterContext' in window || document.querySelector('script[data-start]')) ||
        performance.getEntriesByName('alive').length > 0,
    );
  const thenAlive =
    <How extends unknown[], Answer>(open: (...how: How) => Promise<Answer>) =>
    async (...how: How) => {
      const answer = await open(...how);
      await alive();
      return answer;
    };
  page.goto = thenAlive(page.goto.bind(page));
  page.reload = thenAlive(page.reload.bind(page));
  return page;
}
