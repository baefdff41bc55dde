import type { Session } from '#contract/catalog.ts';
import { formatLength } from '#web/platform/format.ts';

/** How long a showing lasts. What plays by the clock ends with what it plays, to the millisecond. */
export const sessionLength = ({ startsAt, endsAt }: Pick<Session, 'startsAt' | 'endsAt'>): string =>
  formatLength((Date.parse(endsAt) - Date.parse(startsAt)) / 1000);
