import type { TicketCard } from '#contract/sales.ts';

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
