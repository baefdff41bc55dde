import type { CurrencyCode } from '#contract/shared/currency-table.ts';
import { datesIn, numbersIn } from '#contract/shared/formatters.ts';
import { formatMoney as moneyText } from '#contract/shared/money-text.ts';

/** An amount in minor units as people read it: 1250 EUR → €12.50. */
export const formatMoney = (amount: number, currency: CurrencyCode, language: string): string =>
  moneyText(amount, currency, language);

const locales: Record<string, string> = { en: 'en-GB', es: 'es-ES', pt: 'pt-BR' };
const localeOf = (language: string) => locales[language] ?? 'en-GB';

export type DateStyle = 'full' | 'short' | 'date' | 'day' | 'dayMonth' | 'month' | 'time';

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  full: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  dayMonth: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
};

type DateForm = { language: string; zone: string; style?: DateStyle };

/** An instant as people read it, in a zone; without the zone's name (see `zoneName`). */
export function formatDate(instant: string, { language, zone, style = 'full' }: DateForm): string {
  const options = { ...styles[style], timeZone: zone, hourCycle: 'h23' as const };
  return datesIn(localeOf(language), options).format(Date.parse(instant));
}

/** The clock of a zone at a moment of the browser's clock: 12:31. */
export const formatClock = (ms: number, { language, zone }: Omit<DateForm, 'style'>): string =>
  datesIn(localeOf(language), { ...styles.time, timeZone: zone, hourCycle: 'h23' }).format(ms);

/** CET, CEST, WET, GMT-3 …: what the zone is called at that instant. */
export function zoneName(instant: string, zone: string): string {
  const parts = datesIn('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    Date.parse(instant),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** What people call a zone, all the year round: Central European Time, hora de Europa central. */
export function zoneTitle(zone: string, language: string): string {
  const options = { timeZone: zone, timeZoneName: 'longGeneric' } as const;
  // On a day when clocks are forward, or the name would be that of winter.
  const parts = datesIn(localeOf(language), options).formatToParts(Date.UTC(2026, 6, 1));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return capitalised(name, language);
}

/** A name that stands alone begins as a sentence does: español → Español. */
export const capitalised = (name: string, language: string): string =>
  name.charAt(0).toLocaleUpperCase(language) + name.slice(1);

/** A number below a thousand is written alike in all languages of ours, and needs no formatter. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

export const formatNumber = (value: number, language: string): string =>
  isPlain(value) ? String(value) : numbersIn(localeOf(language)).format(value);

/** A share of 1 as percent: 0.125 → 12.5 %. */
export const formatShare = (value: number, language: string): string =>
  numbersIn(localeOf(language), { style: 'percent', maximumFractionDigits: 1 }).format(value);

/** A number with its unit, both in the right form: 1 day, 3 hours. */
export const formatUnit = (
  value: number,
  unit: 'day' | 'hour' | 'minute' | 'second',
  language: string,
): string =>
  numbersIn(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(value);

/** How long something lasts, by the symbols that all our languages write: 20 s, 45 min, 1 h 30 min. */
export function formatLength(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export type Duration = { days: number; hours: number; minutes: number; seconds: number };

/** Whole days, hours, minutes and seconds in a number of milliseconds; never negative. */
export function durationParts(ms: number): Duration {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3600),
    minutes: Math.floor((total % 3600) / 60),
    seconds: total % 60,
  };
}
