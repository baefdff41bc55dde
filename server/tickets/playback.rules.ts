import { Temporal } from 'temporal-polyfill';
import type { ProductType } from '#contract/catalog.ts';
import { assetTypes, clockTypes } from '#contract/shared/product-kinds.ts';
import type { PlaybackState } from '#contract/tickets.ts';

/** What the rule needs of a product; a row of `catalog` fits. */
export type PlayableProduct = {
  type: ProductType;
  /** A rehearsal room: whoever is in waits until somebody sends. Left out: it is none. */
  isRehearsal?: boolean;
  sessions: readonly {
    id: string;
    startsAt: string;
    durationMinutes: number;
    /** Where it is known to the millisecond, as of what plays by the clock; else by the minutes. */
    endsAt?: string;
    /** Since when it is known that it does not take place; null or left out: it does. */
    cancelledAt?: string | null;
  }[];
  /** Hours that the right lasts; null: no such limit. */
  expirationHours: number | null;
  /** The instant when every right ends; null: never. */
  expiresAt: string | null;
};

/** What the rule needs of a ticket. `sessionId` null: good for whichever session comes. */
export type PlayableTicket = {
  sessionId: string | null;
  grantedAt: string;
  endedAt?: string | null;
  /** It ended because its showing was cancelled. */
  isCancelled?: boolean;
  /** Until when the subscription that gave it opens it; null or left out: none gave it. */
  validUntil?: string | null;
};

/** What the rule needs of a broadcast; for a recorded product, its asset in the same shape. */
export type PlayableBroadcast = {
  state: 'idle' | 'live' | 'ended';
  startedAt: string | null;
  endedAt: string | null;
  recordingReady: boolean;
  recordingSeconds: number | null;
  /** Which session it belongs to; left out or null: the one that starts nearest to it. */
  sessionId?: string | null;
};

type Session = { id: string; start: number; end: number; isCancelled: boolean };

const hour = 3_600_000;
const minute = 60_000;
/** A show more than this far away has no countdown yet. */
const countdownFrom = 24 * hour;
/** So long after its hour a show that is not on air is no longer about to begin. */
const lateFrom = 5 * minute;

const encoderShows: readonly ProductType[] = ['broadcast'];
const meetings: readonly ProductType[] = ['meet'];

const ms = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds;

/**
 * What the holder of `ticket` may do with `product` at `now`. `viewStartedAt` is when a view under
 * way began: it is not cut by an expiry that falls into it.
 */
export function playbackState(
  product: PlayableProduct,
  ticket: PlayableTicket | null,
  broadcast: PlayableBroadcast | null,
  now: Temporal.Instant,
  viewStartedAt: string | null = null,
): PlaybackState {
  if (ticket?.isCancelled) return 'cancelled';
  if (!ticket || ticket.endedAt) return 'no_ticket';
  if (product.isRehearsal) return broadcast?.state === 'live' ? 'live' : 'waiting';
  const at = now.epochMilliseconds;
  const sessions = sessionsOf(product);
  if (sessions.length === 0 && isDated(product.type)) return 'no_sessions';
  const session = sessionOfTicket(sessions, ticket.sessionId, at);
  if (session === 'foreign') return 'misconfigured';
  if (session?.isCancelled) return 'cancelled';
  const shown = broadcast && belongs(broadcast, session, sessions) ? broadcast : null;
  const state = stateByTime(product.type, session, shown, at);
  return hasExpired({ product, ticket, session, shown, at, viewStartedAt }) ? 'expired' : state;
}

/**
 * Of a product's broadcasts, the newest first, the one that `ticket` opens at `now`: of its session
 * the one on air, else the newest that was recorded, else the newest that has ended, else one that
 * waits for its encoder. Whoever starts again takes nothing away before there is a new picture.
 */
export function broadcastFor<B extends PlayableBroadcast>(
  product: Pick<PlayableProduct, 'sessions'>,
  ticket: Pick<PlayableTicket, 'sessionId'> | null,
  newestFirst: readonly B[],
  now: Temporal.Instant,
): B | null {
  const sessions = sessionsOf(product);
  const session = sessionOfTicket(sessions, ticket?.sessionId ?? null, now.epochMilliseconds);
  if (session === 'foreign') return null;
  const own = newestFirst.filter((broadcast) => belongs(broadcast, session, sessions));
  // Sorting keeps the order of equals: the newest stays first.
  return own.toSorted((a, b) => rankOf(a, session) - rankOf(b, session))[0] ?? null;
}

function rankOf(broadcast: PlayableBroadcast, session: Session | null): number {
  if (broadcast.state === 'live') return 0;
  if (broadcast.state === 'idle') return 3;
  if (session && wasRehearsal(broadcast, session)) return 4;
  return broadcast.recordingReady ? 1 : 2;
}

const isDated = (type: ProductType): boolean =>
  [...encoderShows, ...clockTypes, ...meetings].includes(type);

const sessionsOf = ({ sessions }: Pick<PlayableProduct, 'sessions'>): Session[] =>
  sessions
    .map(({ id, startsAt, durationMinutes, endsAt, cancelledAt }) => {
      const start = ms(startsAt);
      const end = endsAt ? ms(endsAt) : start + durationMinutes * minute;
      return { id, start, end, isCancelled: Boolean(cancelledAt) };
    })
    .sort((a, b) => a.start - b.start);

/** Its own, else the next that takes place; a cancelled one only when there is no other. */
function sessionOfTicket(sessions: Session[], sessionId: string | null, at: number) {
  if (sessionId !== null) return sessions.find(({ id }) => id === sessionId) ?? 'foreign';
  const held = sessions.filter(({ isCancelled }) => !isCancelled);
  return held.find(({ end }) => at < end) ?? held.at(-1) ?? sessions.at(-1) ?? null;
}

/** A show of several sessions has several broadcasts: a ticket opens the one of its session. */
function belongs(
  broadcast: PlayableBroadcast,
  session: Session | null,
  sessions: Session[],
): boolean {
  if (!session || sessions.length < 2 || !broadcast.startedAt) return true;
  if (broadcast.sessionId) return broadcast.sessionId === session.id;
  const started = ms(broadcast.startedAt);
  const distance = ({ start }: Session) => Math.abs(start - started);
  const nearest = sessions.reduce((best, next) => (distance(next) < distance(best) ? next : best));
  return nearest.id === session.id;
}

function stateByTime(
  type: ProductType,
  session: Session | null,
  broadcast: PlayableBroadcast | null,
  at: number,
): PlaybackState {
  if (session && encoderShows.includes(type)) return stateOfBroadcast(session, broadcast, at);
  if (session && at < session.start) return untilStart(session.start, at);
  if (session && clockTypes.includes(type)) {
    if (at >= session.end) return 'finished';
    return broadcast?.recordingReady ? 'live' : 'misconfigured';
  }
  if (session && meetings.includes(type)) return at < session.end ? 'live' : 'finished';
  if (assetTypes.includes(type) && !broadcast?.recordingReady) return 'misconfigured';
  return 'ready';
}

function stateOfBroadcast(
  session: Session,
  broadcast: PlayableBroadcast | null,
  at: number,
): PlaybackState {
  if (broadcast?.state === 'live') return 'live';
  if (broadcast?.state === 'ended' && !wasRehearsal(broadcast, session)) {
    return broadcast.recordingReady ? 'ready' : 'finished';
  }
  if (at < session.start) return untilStart(session.start, at);
  // The house is open, the encoder is late: people wait until the session's own time is over.
  return at < session.end ? 'countdown' : 'finished';
}

/** A test of the encoder that ended before the doors opened is not the show. */
const wasRehearsal = (broadcast: PlayableBroadcast, session: Session): boolean =>
  broadcast.endedAt !== null && ms(broadcast.endedAt) < session.start;

const untilStart = (start: number, at: number): PlaybackState =>
  start - at > countdownFrom ? 'not_yet_available' : 'countdown';

type Expiry = {
  product: PlayableProduct;
  ticket: PlayableTicket;
  session: Session | null;
  shown: PlayableBroadcast | null;
  at: number;
  viewStartedAt: string | null;
};

function hasExpired({ product, ticket, session, shown, at, viewStartedAt }: Expiry): boolean {
  const ends = endOfRight(product, ticket, session);
  if (ends === null || at < ends) return false;
  const began = viewStartedAt === null ? null : ms(viewStartedAt);
  if (began === null || began >= ends) return true;
  if (shown?.state === 'live') return false;
  return at >= began + lengthOf(shown, session);
}

function endOfRight(
  product: PlayableProduct,
  ticket: PlayableTicket,
  session: Session | null,
): number | null {
  // Hours of a show bought early count from its beginning: nobody rents what cannot be seen yet.
  const from = Math.max(ms(ticket.grantedAt), session?.start ?? 0);
  const byHours = product.expirationHours === null ? null : from + product.expirationHours * hour;
  const byDate = product.expiresAt === null ? null : ms(product.expiresAt);
  // Who subscribes rents nothing: it lasts as long as the subscription.
  const byPerson = ticket.validUntil ? ms(ticket.validUntil) : byHours;
  if (byPerson === null || byDate === null) return byPerson ?? byDate;
  return Math.min(byPerson, byDate);
}

const lengthOf = (shown: PlayableBroadcast | null, session: Session | null): number =>
  shown?.recordingSeconds
    ? shown.recordingSeconds * 1000
    : session
      ? session.end - session.start
      : 0;

/** When the right of this ticket ends, as ISO text; null when it never does. */
export function ticketExpiresAt(product: PlayableProduct, ticket: PlayableTicket): string | null {
  const chosen = sessionsOf(product).find(({ id }) => id === ticket.sessionId);
  const first = chosen ?? sessionsOf(product)[0] ?? null;
  const ends = endOfRight(product, ticket, first);
  return ends === null ? null : isoText(ends);
}

type Hours = { id: string; startsAt: string; endsAt: string };

/** The session that this ticket opens at `now`, with ISO texts: its own, or the one that comes. */
export function sessionFor(
  product: Pick<PlayableProduct, 'sessions'>,
  ticket: Pick<PlayableTicket, 'sessionId'> | null,
  now: Temporal.Instant,
): Hours | null {
  const session = sessionOfTicket(
    sessionsOf(product),
    ticket?.sessionId ?? null,
    now.epochMilliseconds,
  );
  if (!session || session === 'foreign' || session.isCancelled) return null;
  return { id: session.id, startsAt: isoText(session.start), endsAt: isoText(session.end) };
}

/** The session whose countdown this ticket sees; null when there is nothing to wait for. */
export function sessionAhead(...given: Parameters<typeof sessionFor>): Hours | null {
  const session = sessionFor(...given);
  return session && ms(session.startsAt) > given[2].epochMilliseconds ? session : null;
}

/** When that countdown ends, as ISO text; null when there is nothing to wait for. */
export const opensAt = (...given: Parameters<typeof sessionAhead>): string | null =>
  sessionAhead(...given)?.startsAt ?? null;

/** In this state of the ticket: does somebody wait for a show whose hour is well past? */
export function isLate(state: PlaybackState, ...given: Parameters<typeof sessionFor>): boolean {
  if (state !== 'countdown') return false;
  const session = sessionFor(...given);
  return session !== null && given[2].epochMilliseconds - ms(session.startsAt) >= lateFrom;
}

const isoText = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 });
