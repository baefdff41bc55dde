import { Temporal } from 'temporal-polyfill';
import { type PlaybackMedia, playerLimits } from '#contract/player.ts';
import { clockTypes, type ProductType } from '#contract/shared/product-kinds.ts';
import type { PlaybackState } from '#contract/tickets.ts';

/** A view that said nothing for so long gives its place to the next one. */
export const silentSince = (now: Temporal.Instant): Temporal.Instant =>
  now.subtract({ seconds: playerLimits.silent });

/**
 * A view that said nothing for so long gets no more media. Longer than the silence that costs the
 * place: browsers let a hidden window speak once a minute only.
 */
export const lostSince = (now: Temporal.Instant): Temporal.Instant =>
  now.subtract({ seconds: 120 });

/** May one more view of a ticket be opened beside those that are heard of? */
export const canOpenView = (others: number): boolean => others < playerLimits.views;

const half = 30 * 60_000;

/**
 * When an address signed at `now` expires: two hours from then, up to the next half hour, so that
 * every heartbeat of half an hour answers the same address.
 */
export function mediaExpiry(now: Temporal.Instant): Temporal.Instant {
  const end = now.epochMilliseconds + 4 * half;
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(end / half) * half);
}

/**
 * Does a view outlive this state? The picture is some seconds behind the show: who watched its end
 * may fetch it, and waits for the recording, or for the next coming of a rehearsal, with the same view.
 */
export const canGoOn = (state: PlaybackState): boolean =>
  state === 'finished' || state === 'waiting' || plays(state);

/** Is there something to watch in this state? */
export const plays = (state: PlaybackState): boolean => state === 'live' || state === 'ready';

type Played = PlaybackMedia['kind'];

/** What plays in this state: a transmission or what the clock plays, a recording, or nothing. */
export function mediaKind(state: PlaybackState, type: ProductType): Played | null {
  if (state === 'live') return clockTypes.includes(type) ? 'playout' : 'live';
  return state === 'ready' ? 'recording' : null;
}
