import { existsSync } from 'node:fs';

const first = (paths: string[]) => paths.find((path) => existsSync(path));

/** Debian's chromium, or what stands in for it; undefined where there is none. */
export const wholeChromium = first([
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]);

/**
 * The same without what only a window needs: pages open with half the work, and a small machine has
 * more left for what is measured.
 */
export const headlessChromium = first(['/usr/bin/chromium-headless-shell']) ?? wholeChromium;
