import { Temporal } from 'temporal-polyfill';
import type { Broadcast, BroadcastState, EncoderAdvice } from '#contract/live.ts';

/** What an encoder's welcome depends on. Instants are ISO 8601 in UTC. */
export type Situation = {
  productType: string;
  productStatus: string;
  channelState: string;
  ownerMayAct: boolean;
  /** Of a rehearsal room; null: it is a show. */
  room: 'open' | 'closed' | null;
  /** The newest broadcast of the product, if it ever had one. */
  last: Ended | null;
  /** Starts of the product's sessions. */
  sessionStarts: readonly string[];
  /** What comes next was cancelled. */
  isCalledOff: boolean;
  hasFfmpeg: boolean;
};

type Ended = { state: BroadcastState; endedAt: string | null; endReason: Broadcast['endReason'] };

export type EncoderRefusal = NonNullable<Broadcast['refusal']> | 'denied';

/** A show that has ended makes room for the next one so long before it starts. */
const earlyHours = 2;

/**
 * To a rehearsal room an encoder may come at any time and as often as it likes: it has no hour, its
 * channel need not be published yet, and each coming begins anew.
 */
function roomRefusal({ room, ownerMayAct, channelState, hasFfmpeg }: Situation) {
  if (room === 'closed' || !ownerMayAct) return 'denied';
  if (channelState === 'banned') return 'channel_not_published';
  return hasFfmpeg ? null : 'no_ffmpeg';
}

/** Why an encoder with a good key is sent away at this instant; null: it is welcome. */
export function encoderRefusal(situation: Situation, now: string): EncoderRefusal | null {
  if (situation.room) return roomRefusal(situation);
  if (situation.productType !== 'broadcast' || !situation.ownerMayAct) return 'denied';
  if (situation.productStatus === 'draft') return 'not_published';
  if (situation.channelState !== 'published') return 'channel_not_published';
  if (!situation.hasFfmpeg) return 'no_ffmpeg';
  const { last, sessionStarts } = situation;
  if (situation.isCalledOff && last?.state !== 'live') return 'cancelled';
  if (last?.state !== 'ended') return null;
  return sessionStarts.some((start) => isDueAfter(last, start, now)) ? null : 'ended';
}

export type DatedSession = {
  id: string;
  startsAt: string;
  durationMinutes: number;
  cancelledAt: string | null;
};

/** The sessions that take place. */
export const heldOf = (sessions: readonly DatedSession[]): DatedSession[] =>
  sessions.filter(({ cancelledAt }) => cancelledAt === null);

/** Was what comes next cancelled? None that takes place is still to end, and one that was to is not. */
export function isCalledOff(sessions: readonly DatedSession[], now: string): boolean {
  const isAhead = ({ startsAt, durationMinutes }: DatedSession) =>
    hoursFrom(now, startsAt) + durationMinutes / 60 > 0;
  const held = heldOf(sessions);
  if (held.length === sessions.length || held.some(isAhead)) return false;
  return held.length === 0 || sessions.some(isAhead);
}

/**
 * May an encoder that is refused for the public be tried out? Its organizer alone then sees the
 * picture. Not in a channel that was banned, nor where nothing could be encoded.
 */
export function canTry(situation: Situation, now: string): boolean {
  const refusal = encoderRefusal(situation, now);
  const isHidden = refusal === 'not_published' || refusal === 'channel_not_published';
  return (
    situation.room === null &&
    isHidden &&
    situation.hasFfmpeg &&
    situation.channelState !== 'banned'
  );
}

/**
 * A private test is over after an hour, when its encoder hangs up, and when nothing has come of it
 * for half a minute. The next one begins as easily: nothing of it is kept.
 */
const trialLimits = { minutes: 60, silentSeconds: 30 };

type TrialAge = { seconds: number; silentSeconds: number; isFed: boolean };

export const trialIsOver = ({ seconds, silentSeconds, isFed }: TrialAge): boolean =>
  !isFed || seconds > trialLimits.minutes * 60 || silentSeconds > trialLimits.silentSeconds;

/** So many private tests run beside each other: each may encode as much as a show does. */
export const trialsAtOnce = (cores: number): number => Math.max(2, Math.floor(cores / 2));

/**
 * Is this session the next one, so that an encoder may come without a click? It begins after the
 * last broadcast has ended, in two hours at most. Whoever stopped a broadcast by hand within those
 * two hours meant it: encoders come back by themselves seconds later, and stay outside.
 */
function isDueAfter({ endedAt, endReason }: Ended, start: string, now: string): boolean {
  if (endedAt === null || start <= endedAt || hoursFrom(now, start) > earlyHours) return false;
  return endReason !== 'stopped' || hoursFrom(endedAt, start) > earlyHours;
}

function hoursFrom(now: string, later: string): number {
  return Temporal.Instant.from(later).since(Temporal.Instant.from(now)).total('hours');
}

/**
 * The session that a broadcast beginning now belongs to: after one that has ended the next that is
 * due, else the one whose start is nearest.
 */
export function sessionAt<S extends { id: string; startsAt: string }>(
  sessions: readonly S[],
  now: string,
  last: Ended | null = null,
): S | null {
  const due = sessions.filter(
    ({ startsAt }) => last?.state === 'ended' && isDueAfter(last, startsAt, now),
  );
  const distance = (session: S) => Math.abs(hoursFrom(now, session.startsAt));
  const near = due.length > 0 ? due : sessions;
  return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** From so long before its hour on, a transmission is the show itself; before, it is a test. */
const doorsOpenMinutes = 15;
/** A transmission that begins so long after the end of its session is a test as well. */
const overHours = 2;

/**
 * In how many seconds a broadcast that is on air since `startedAt` becomes the show of its session:
 * 0 when it is already, null when it never does.
 */
export function secondsUntilShow(
  session: { startsAt: string; durationMinutes: number } | null,
  startedAt: string,
): number | null {
  if (!session) return null;
  const hours = hoursFrom(startedAt, session.startsAt);
  if (hours < -(overHours + session.durationMinutes / 60)) return null;
  return hours * 60 <= doorsOpenMinutes ? 0 : Math.round(hours * 3600);
}

/** A test that ended before the hour of its session is not the show, and its recording is not. */
export const wasShow = (session: { startsAt: string } | null, endedAt: string): boolean =>
  session !== null && endedAt >= session.startsAt;

type Aired = { state: BroadcastState; startedAt: string | null; endedAt: string | null };

/** The start of the show that this broadcast rehearses or has rehearsed; null: it is the show. */
export function rehearsalOf(
  session: { startsAt: string; durationMinutes: number } | null,
  { state, startedAt, endedAt }: Aired,
  now: string,
): string | null {
  if (!session || !startedAt) return null;
  const isBefore = (secondsUntilShow(session, startedAt) ?? 0) > 0;
  if (state === 'live') return isBefore && now < session.startsAt ? session.startsAt : null;
  return state === 'ended' && endedAt && !wasShow(session, endedAt) ? session.startsAt : null;
}

/** The newest broadcast of a product, and whether there is one before it. */
export type Standing = {
  state: BroadcastState;
  isFirst: boolean;
  isCalledOff?: boolean;
  /** A rehearsal room, where every coming begins anew. */
  isRoom?: boolean;
};

/**
 * What an organizer can do with a product's transmission. One that waits after an earlier one can
 * be called off; the first one is there only while an encoder is. For a show that was cancelled none
 * is started.
 */
export function broadcastMoves(standing: Standing | null): Omit<Broadcast['can'], 'addOutput'> {
  const {
    state,
    isFirst,
    isCalledOff: off,
    isRoom,
  } = standing ?? {
    state: 'idle',
    isFirst: true,
  };
  return {
    start: state === 'ended' && !off && !isRoom,
    stop: state === 'live' || (state === 'idle' && !isFirst),
    rotateKeys: true,
  };
}

export type EncoderFacts = {
  receiving: boolean;
  bitsPerSecond: number;
  framesPerSecond: number;
  keyframeSeconds: number;
  hasAudio: boolean;
  isRecordingWhole: boolean;
  /** A rendition rests, since the machine cannot keep up. */
  hasRest: boolean;
  droppedFrames: number;
};

/** Frames that are left out in a minute; a few are nobody's fault. */
const manyDropped = 30;

/** Advice in the order of its weight; nothing while nothing arrives. */
export function adviceFor(facts: EncoderFacts): EncoderAdvice[] {
  const found: [EncoderAdvice, boolean][] = [
    ['recording_incomplete', !facts.isRecordingWhole],
    ['machine_slow', facts.hasRest],
    ['keyframes_irregular', facts.keyframeSeconds > 4.2 || facts.keyframeSeconds < 0.9],
    ['no_audio', !facts.hasAudio],
    ['low_frame_rate', facts.framesPerSecond < 20 || facts.droppedFrames > manyDropped],
    ['high_bitrate', facts.bitsPerSecond > 12_000_000],
  ];
  return facts.receiving ? found.filter(([, holds]) => holds).map(([advice]) => advice) : [];
}
