import { calendarOf } from '#contract/shared/calendar.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import type { LetterOrder } from './letters.queries.ts';

type Showing = Pick<
  LetterOrder,
  'id' | 'sessionId' | 'title' | 'slug' | 'startsAt' | 'endsAt' | 'cancelledAt'
>;

/** The showing of an order as a calendar file: the same entry as the one that its page hands out. */
export function calendarFile(showing: Showing): string {
  const { id, sessionId, title, slug, startsAt, endsAt, cancelledAt } = showing;
  const at = nowText();
  return calendarOf({
    id: sessionId ?? id,
    title,
    url: `${config().PUBLIC_URL}/player/${slug}`,
    startsAt: startsAt ?? at,
    endsAt: endsAt ?? startsAt ?? at,
    madeAt: at,
    isCancelled: cancelledAt !== null,
  });
}
