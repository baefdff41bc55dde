import { formatNumber } from '#web/platform/format.ts';

/**
 * Seconds as they are read off a player: `4:07`, `1:04:07`; parts of a second only where there are any,
 * behind the decimal mark of the language.
 */
export function clockText(seconds: number, language: string): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const whole = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const clock = h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  return tenths % 10 ? clock + formatNumber((tenths % 10) / 10, language).slice(1) : clock;
}

/** What somebody typed for it: `67`, `4:07`, `1:04:07.5`, with a comma as well; null for anything else. */
export function secondsOf(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3) return null;
  const values = parts.map((part) => (/^\d{1,6}(?:\.\d{0,3})?$/.test(part) ? Number(part) : null));
  if (values.slice(0, -1).some((value) => value !== null && !Number.isInteger(value))) return null;
  // Behind a colon stand two digits at most, below sixty.
  if (values.slice(1).some((value) => value !== null && value >= 60)) return null;
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum * 60 + value),
    0,
  );
}
