export type CalendarEvent = {
  id: string;
  title: string;
  startsAt: string;
  endsAt: string;
  url: string;
  /** When the entry was made, ISO text. */
  madeAt: string;
};

const stamp = (instant: string): string => instant.replaceAll(/[-:]|\.\d+/g, '');

const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r?\n/g, '\\n');

/** Lines of at most 75 bytes, the rest indented by a space (RFC 5545, 3.1). */
function fold(line: string): string {
  const lines = [''];
  let room = 75;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (size > room) {
      lines.push(' ');
      room = 74;
    }
    lines[lines.length - 1] += character;
    room -= size;
  }
  return lines.join('\r\n');
}

/** One showing as a calendar file; times in UTC, so no zone has to be explained. */
export const calendarOf = ({ id, title, startsAt, endsAt, url, madeAt }: CalendarEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Platea//Tickets//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@platea`,
    `DTSTAMP:${stamp(madeAt)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');
