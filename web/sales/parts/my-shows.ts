import type { Session } from '#contract/catalog.ts';
import type { TicketCard } from '#contract/sales.ts';
import type { PlaybackState } from '#contract/tickets.ts';

/** What a ticket leads to now: a recording, the player before and during the show, or why neither. */
export type Way = 'watch' | 'enter' | 'more';

const enterable: readonly PlaybackState[] = ['not_yet_available', 'countdown', 'waiting', 'live'];

export function wayOf(state: PlaybackState): Way {
  if (state === 'ready') return 'watch';
  return enterable.includes(state) ? 'enter' : 'more';
}

/** Its hour has come and nothing is on air yet: there is nothing to count down to. */
export const isDue = ({ state, opensAt }: Pick<TicketCard, 'state' | 'opensAt'>): boolean =>
  state === 'countdown' && opensAt === null;

const day = 24 * 3_600_000;

/** A showing to whoever has just bought it: more than a day away, near, or recorded. */
export function timeOf(
  session: Pick<Session, 'startsAt' | 'endsAt'> | null,
  serverNow: string,
): 'ahead' | 'near' | 'recorded' {
  if (!session) return 'near';
  const now = Date.parse(serverNow);
  // What has ended is sold only where it was recorded.
  if (Date.parse(session.endsAt) <= now) return 'recorded';
  return Date.parse(session.startsAt) - now > day ? 'ahead' : 'near';
}

export type MyShows = {
  /** The next thing to be there for: on air now, else the nearest date. */
  next: TicketCard | null;
  coming: TicketCard[];
  recordings: TicketCard[];
  past: TicketCard[];
};

const isOver = ({ state }: TicketCard) => state === 'finished' || state === 'expired';
/** Without a date a show comes after those that have one. */
const dateOf = ({ session }: TicketCard) =>
  session ? Date.parse(session.startsAt) : Number.POSITIVE_INFINITY;
const nearestFirst = (a: TicketCard, b: TicketCard) => {
  const byAir = Number(b.state === 'live') - Number(a.state === 'live');
  if (byAir !== 0) return byAir;
  return dateOf(a) === dateOf(b) ? 0 : dateOf(a) - dateOf(b);
};
const newestFirst = (a: TicketCard, b: TicketCard) =>
  Date.parse(b.session?.startsAt ?? b.ticket.grantedAt) -
  Date.parse(a.session?.startsAt ?? a.ticket.grantedAt);

/** Tickets by date: what comes, what can be watched at any time, what is over. */
export function sortShows(items: TicketCard[]): MyShows {
  const recordings = items.filter(({ state }) => state === 'ready').sort(newestFirst);
  const past = items.filter(isOver).sort(newestFirst);
  const coming = items.filter((item) => item.state !== 'ready' && !isOver(item)).sort(nearestFirst);
  const first = coming.find(({ state }) => state !== 'cancelled');
  const next = first && (first.session || first.state === 'live') ? first : null;
  return { next, coming: coming.filter((item) => item !== next), recordings, past };
}
