import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';

/** What a benchmark prints as its last line. `ratio` is ours over the bare twin's, same run. */
export type Figure = { name: string; value: number; unit: string; twin: number; ratio: number };

/** Prints the figure; everything before it is for people. */
export function report(figure: Omit<Figure, 'ratio'>): void {
  const ratio = Math.round((figure.value / figure.twin) * 1000) / 1000;
  console.log(JSON.stringify({ ...figure, ratio }));
}

export type Load = { perSecond: number; p50: number; p99: number; failed: number };

/** Loads one address with 64 connections for some seconds, after a short warm-up. */
export async function load(url: string, options: Partial<autocannon.Options> = {}): Promise<Load> {
  await autocannon({ url, connections: 16, duration: 2, ...options, amount: undefined as never });
  const result = await autocannon({ url, connections: 64, duration: 6, ...options });
  return {
    perSecond: Math.round(result.requests.average),
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

/** The value below which `share` (0–1) of the numbers lie. */
export function percentile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Waits until nine tenths of the machine are idle for two seconds on end: what a product does right
 * after its start, such as making the pictures of the demo, is not what a page costs. Fails after
 * two minutes, for what is measured on a busy machine is the machine.
 */
export async function untilQuiet(): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (let quiet = 0; quiet < 4; ) {
    if (performance.now() > deadline) throw new Error('something else is busy on this machine');
    const before = processorTimes();
    await pause(500);
    const after = processorTimes();
    const share = (after.idle - before.idle) / (after.all - before.all);
    quiet = share > 0.9 ? quiet + 1 : 0;
  }
}

function processorTimes(): { idle: number; all: number } {
  const sums = { idle: 0, all: 0 };
  for (const { times } of cpus()) {
    sums.idle += times.idle;
    for (const part of Object.values(times)) sums.all += part;
  }
  return sums;
}
