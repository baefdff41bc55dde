import { Temporal } from 'temporal-polyfill';
import { datesIn } from '#contract/shared/formatters.ts';
import type { Language } from '#contract/shared/languages.ts';
import { sessionZone } from '#contract/shared/time.ts';
import { wordsOf } from '../words.ts';
import { isZone } from '../zones.ts';

const say = wordsOf(new URL('./words/', import.meta.url));
/** Names of zones are without their marks; these cities are written with them in all our languages. */
const marked = new Map(
  ['São Paulo', 'Belém', 'Maceió', 'Cuiabá', 'Bogotá', 'Asunción', 'Cancún', 'Mérida'].map(
    (name) => [name.normalize('NFD').replaceAll(/\p{M}/gu, ''), name],
  ),
);

const tags: Record<Language, string> = { en: 'en-GB', es: 'es-ES', pt: 'pt-BR' };

/**
 * When something is, as its reader's clock shows it, with the city whose clock that is:
 * `Thursday 3 December 2026, 20:30 (Madrid time)`. `zone` '' is that of the sessions.
 */
export function momentFor(instant: string, language: Language, zone = ''): string {
  const timeZone = isZone(zone) ? zone : sessionZone;
  const { epochMilliseconds } = Temporal.Instant.from(instant);
  const write = (options: Intl.DateTimeFormatOptions) =>
    datesIn(tags[language], { ...options, timeZone }).format(epochMilliseconds);
  const day = write({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const time = write({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  return say(language, 'moment', { day, time, city: marked.get(city) ?? city });
}
