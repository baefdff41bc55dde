import { calendarOf } from '#contract/shared/calendar.ts';
import { nowText } from '#server/platform/clock.ts';
import { config } from '#server/platform/config.ts';
import type { LetterLine } from './letters.queries.ts';

type Showing = Omit<LetterLine, 'id' | 'kind' | 'total' | 'refunded' | 'to' | 'pickup'>;

/** Showings as a calendar file: the same entries as those that their pages hand out. */
export const calendarFile = (showings: readonly Showing[]): string => {
  const madeAt = nowText();
  return calendarOf(
    showings.flatMap(({ sessionId, title, slug, startsAt, endsAt, cancelledAt }) =>
      sessionId && startsAt
        ? {
            id: sessionId,
            title,
            url: `${config().PUBLIC_URL}/player/${slug}`,
            startsAt,
            endsAt: endsAt ?? startsAt,
            madeAt,
            isCancelled: cancelledAt !== null,
          }
        : [],
    ),
  );
};
