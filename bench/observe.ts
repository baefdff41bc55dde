import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Config, type RunnerResult } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { headlessChromium as executablePath } from '#test/chromium.ts';
import { freePort } from '#test/free-port.ts';
import { percentile } from './kit.ts';

export type Observatory = { context: BrowserContext; port: number; close: () => Promise<void> };

/**
 * Debian's chromium with a profile of its own, which Lighthouse looks at pages with. The one without
 * a window, if it is there: a window that nobody sees takes half of a small machine from the page.
 */
export async function openObservatory(): Promise<Observatory> {
  if (!executablePath) throw new Error('chromium is not installed: apt-get install chromium');
  const profile = mkdtempSync(join(tmpdir(), 'platea-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-quic', '--mute-audio', `--remote-debugging-port=${port}`],
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, port, close };
}

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
export type Sight = {
  scores: Record<Category, number>;
  /** Milliseconds, but for the shift, which has no unit, and the bytes of scripts as sent. */
  lcp: number;
  cls: number;
  tbt: number;
  script: number;
  /** What took points away, by the name of the audit. */
  lost: string[];
};

type View = {
  url: string;
  /** Not for search engines on purpose, and says so: they are not asked what they think of that. */
  hidden?: boolean;
  /** Keeps what is stored, such as who is logged in. */
  member?: boolean;
};

async function look(port: number, { url, hidden, member }: View): Promise<Sight> {
  const config: Config = {
    extends: 'lighthouse:default',
    settings: {
      onlyCategories: [...categories],
      ...(hidden ? { skipAudits: ['is-crawlable'] } : {}),
    },
  };
  const flags = { port, logLevel: 'error' as const, disableStorageReset: member ?? false };
  const result = await lighthouse(url, flags, config);
  if (!result) throw new Error(`Lighthouse saw nothing at ${url}`);
  const { runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse at ${url}: ${runtimeError.message}`);
  return sightOf(result.lhr);
}

function sightOf(seen: RunnerResult['lhr']): Sight {
  const value = (audit: string) => seen.audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: Category) =>
    Math.round((seen.categories[category]?.score ?? Number.NaN) * 100);
  return {
    scores: Object.fromEntries(categories.map((one) => [one, score(one)])) as Sight['scores'],
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    script: scriptBytes(seen),
    lost: Object.values(seen.categories)
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      .filter(({ id }) => (seen.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${seen.audits[id]?.displayValue ?? ''}`.trim()),
  };
}

type Resource = { resourceType: string; transferSize: number };

function scriptBytes(seen: RunnerResult['lhr']): number {
  const details = seen.audits['resource-summary']?.details as { items?: Resource[] } | undefined;
  return details?.items?.find(({ resourceType }) => resourceType === 'script')?.transferSize ?? 0;
}

/** The median of several looks, of each figure by itself. */
export async function lookAgain(port: number, view: View, times: number): Promise<Sight> {
  const sights: Sight[] = [];
  for (let time = 0; time < times; time += 1) sights.push(await look(port, view));
  const median = (figure: (sight: Sight) => number) => percentile(sights.map(figure), 0.5);
  return {
    scores: Object.fromEntries(
      categories.map((one) => [one, median(({ scores }) => scores[one])]),
    ) as Sight['scores'],
    lcp: median(({ lcp }) => lcp),
    cls: median(({ cls }) => cls),
    tbt: median(({ tbt }) => tbt),
    script: median(({ script }) => script),
    lost: [...new Set(sights.flatMap(({ lost }) => lost.map((one) => one.split(' ')[0] ?? '')))],
  };
}
