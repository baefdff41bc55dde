import { Temporal } from 'temporal-polyfill';
import type { Broadcast, BroadcastState, EncoderAdvice } from '#contract/live.ts';

/** What an encoder's welcome depends on. Instants are ISO 8601 in UTC. */
export type Situation = {
  productType: string;
  productStatus: string;
  channelState: string;
  ownerMayAct: boolean;
  /** The newest broadcast of the product, if it ever had one. */
  last: { state: BroadcastState; endedAt: string | null } | null;
  /** Starts of the product's sessions. */
  sessionStarts: readonly string[];
  hasFfmpeg: boolean;
};

export type EncoderRefusal = NonNullable<Broadcast['refusal']> | 'denied';

/** A show that has ended makes room for the next one so long before it starts. */
const earlyHours = 2;

/** Why an encoder with a good key is sent away at this instant; null: it is welcome. */
export function encoderRefusal(situation: Situation, now: string): EncoderRefusal | null {
  if (situation.productType !== 'broadcast' || !situation.ownerMayAct) return 'denied';
  if (situation.productStatus === 'draft') return 'not_published';
  if (situation.channelState !== 'published') return 'channel_not_published';
  if (!situation.hasFfmpeg) return 'no_ffmpeg';
  return situation.last?.state === 'ended' && !isNextDue(situation, now) ? 'ended' : null;
}

/** Is a session due that begins after the last broadcast has ended? */
function isNextDue({ last, sessionStarts }: Situation, now: string): boolean {
  const endedAt = last?.endedAt ?? '';
  return sessionStarts.some((start) => start > endedAt && hoursFrom(now, start) <= earlyHours);
}

function hoursFrom(now: string, later: string): number {
  return Temporal.Instant.from(later).since(Temporal.Instant.from(now)).total('hours');
}

/** The session that a broadcast beginning now belongs to: the one whose start is nearest. */
export function sessionAt<S extends { id: string; startsAt: string }>(
  sessions: readonly S[],
  now: string,
): S | null {
  const distance = (session: S) => Math.abs(hoursFrom(now, session.startsAt));
  return sessions.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** What an organizer can do with a product's transmission. */
export function broadcastMoves(state: BroadcastState, wasEver: boolean): Broadcast['can'] {
  return { start: wasEver && state === 'ended', stop: state === 'live', rotateKeys: true };
}

export type EncoderFacts = {
  receiving: boolean;
  bitsPerSecond: number;
  framesPerSecond: number;
  keyframeSeconds: number;
  hasAudio: boolean;
  hasBackup: boolean;
  isRecordingWhole: boolean;
};

/** Advice in the order of its weight; nothing while nothing arrives. */
export function adviceFor(facts: EncoderFacts): EncoderAdvice[] {
  const found: [EncoderAdvice, boolean][] = [
    ['recording_incomplete', !facts.isRecordingWhole],
    ['keyframes_irregular', facts.keyframeSeconds > 4.2 || facts.keyframeSeconds < 0.9],
    ['no_audio', !facts.hasAudio],
    ['low_frame_rate', facts.framesPerSecond < 20],
    ['high_bitrate', facts.bitsPerSecond > 12_000_000],
    ['no_backup', !facts.hasBackup],
  ];
  return facts.receiving ? found.filter(([, holds]) => holds).map(([advice]) => advice) : [];
}
