import type { FieldFault } from '#contract/shared/errors.ts';
import { parseRate, rateDays } from '#contract/shared/exchange.ts';

/** The rates of one day as the European Central Bank publishes them. */
export type EcbDay = { day: string; rates: { code: string; millionths: number }[] };

const dayOf = /<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>/g;
const rateOf = /<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])([^"']{1,20})\3\s*\/>/g;
/** What is not an element with a rate or a day, among those that should be one. */
const anyCube = /<Cube[\s>/]/g;

/**
 * Reads the daily file (`eurofxref-daily.xml`), or null when it is another one. It has one day, each
 * currency once, and nothing that has to be resolved from elsewhere: that is refused unread.
 */
export function readEcbFile(xml: string): EcbDay | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml) || !/<gesmes:Envelope[\s>]/.test(xml)) return null;
  const [days, rates] = [[...xml.matchAll(dayOf)], [...xml.matchAll(rateOf)]];
  const [day] = days.map(([, , text]) => text ?? '');
  if (days.length !== 1 || !day || rates.length === 0 || !isDay(day)) return null;
  // The Cube around them all, that of the day, and one for each rate.
  if ([...xml.matchAll(anyCube)].length !== rates.length + 2) return null;
  const read = rates.map(([, , code = '', , rate = '']) => ({ code, millionths: parseRate(rate) }));
  const isWhole = read.every((one) => one.millionths !== null && one.millionths > 0);
  if (!isWhole || new Set(read.map(({ code }) => code)).size !== read.length) return null;
  return { day, rates: read as EcbDay['rates'] };
}

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

const dayMs = 86_400_000;

/** A file of tomorrow is none; one whose rates would not be used any more is of no use. */
export function faultOfDay(day: string, today: string): FieldFault | null {
  const days = (Date.parse(today.slice(0, 10)) - Date.parse(day)) / dayMs;
  if (days < 0) return 'not_rates';
  return days > rateDays.used ? 'rates_old' : null;
}
