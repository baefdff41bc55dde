/** The outcome of one benchmark; `ratio` is the product's value divided by the bare twin's. */
export type Measured = { name: string; value: number; unit: string; twin: number };

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Prints the result as the last line of a benchmark. */
export function printResult({ name, value, unit, twin }: Measured): void {
  const ratio = rounded(value / twin);
  process.stdout.write(
    `${JSON.stringify({ name, value: rounded(value), unit, twin: rounded(twin), ratio })}\n`,
  );
}

/** The middle one of some measurements. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The measurement that a share of all, such as 0.95, does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
