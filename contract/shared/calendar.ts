export type CalendarEvent = {
  /** That of the showing: whoever saves it from the letter and from the page has one entry. */
  id: string;
  title: string;
  /** ISO texts in UTC. */
  startsAt: string;
  endsAt: string;
  url: string;
  /** When the entry was made, ISO text. */
  madeAt: string;
  /** It does not take place: calendars that have the entry strike it out. */
  isCancelled?: boolean;
};

const stamp = (instant: string): string => instant.replaceAll(/[-:]|\.\d+/g, '');

const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Lines of at most 75 bytes, the rest indented by a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines = [''];
  let room = 75;
  for (const character of line) {
    const size = bytesOf(character);
    if (size > room) {
      lines.push(' ');
      room = 74;
    }
    lines[lines.length - 1] += character;
    room -= size;
  }
  return lines.join('\r\n');
}

/**
 * Showings as a calendar file; times in UTC, so no zone has to be explained. A newer entry of the
 * same showing, which has the higher SEQUENCE, takes the place of the older one.
 */
export const calendarOf = (events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Platea//Tickets//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap(entryOf),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');

const entryOf = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.id}@platea`,
  `SEQUENCE:${event.isCancelled ? 1 : 0}`,
  `DTSTAMP:${stamp(event.madeAt)}`,
  `DTSTART:${stamp(event.startsAt)}`,
  `DTEND:${stamp(event.endsAt)}`,
  `SUMMARY:${escapeText(event.title)}`,
  `DESCRIPTION:${escapeText(event.url)}`,
  `URL:${event.url}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  'END:VEVENT',
];
