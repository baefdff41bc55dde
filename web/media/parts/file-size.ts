import { numbersIn } from '#contract/shared/formatters.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes as people read them: 734 MB, 1.4 GB. */
export function sizeWords(bytes: number, language: string): string {
  const step = bytes >= 1e9 ? 2 : bytes >= 1e6 ? 1 : 0;
  const value = bytes / 10 ** (3 * (step + 1));
  return numbersIn(language, {
    style: 'unit',
    unit: units[step] ?? 'gigabyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
