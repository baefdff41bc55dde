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
