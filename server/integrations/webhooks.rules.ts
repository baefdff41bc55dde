import type { Temporal } from 'temporal-polyfill';
import type { DeliveryState, TryFault, WebhookState } from '#contract/integrations.ts';

/** The whole life of a receiver. Its keeper switches it; what it answers, or never does, ends it. */
const moves: Record<WebhookState, readonly WebhookState[]> = {
  on: ['off', 'gone', 'silent'],
  off: ['on'],
  gone: ['on'],
  silent: ['on'],
};

/** Can a receiver that is `from` become `to`? */
export const canMoveWebhook = (from: WebhookState, to: WebhookState): boolean =>
  moves[from].includes(to);

/** The states from which a receiver becomes this. */
export const webhookComesFrom = (to: WebhookState): WebhookState[] =>
  (Object.keys(moves) as WebhookState[]).filter((from) => moves[from].includes(to));

/** What its keeper can do with a receiver now. */
export const webhookCan = (state: WebhookState) => ({
  edit: true,
  enable: canMoveWebhook(state, 'on'),
  disable: canMoveWebhook(state, 'off'),
  test: state === 'on',
  rotate: true,
  delete: true,
});

/** A message that is settled can be sent once more, while its receiver is on. */
export const deliveryCan = (delivery: DeliveryState, webhook: WebhookState) => ({
  resend: delivery !== 'waiting' && webhook === 'on',
});

/** Whoever sends holds a delivery so long at most: a process that died has let go by then. */
export const holdSeconds = 60;
/** How long a receiver that did not answer in time is left alone: others wait behind it. */
export const restSeconds = 60;
/** Sent to one receiver at the same time. */
export const mostAtOnce = 2;
/** Who stands in line for a receiver is put off by a second for each before them, and so many at most. */
export const longestLine = 60;
/** During these hours after a new secret the one before signs too. */
export const overlapHours = 24;
/** Nothing but failures for so long ends a receiver. */
export const silentAfterHours = 72;
/** How long what was sent, and how it went, is kept. */
export const logDays = 30;

const [minute, hour] = [60, 3600];
/** Seconds between one try and the next: three days in all. */
export const pauses = [
  ...[5, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[10 * hour, 14 * hour, 20 * hour, 24 * hour],
] as const;

/**
 * When the next try is, after `tries` of them failed; null when there is none. `chance` (0 to 1) puts
 * up to a tenth on top, lest all who wait for a receiver come back at once.
 */
export function nextTry(
  { tries, isTest }: { tries: number; isTest: boolean },
  { now, chance }: { now: Temporal.Instant; chance: number },
): Temporal.Instant | null {
  const pause = isTest ? undefined : pauses[tries - 1];
  if (pause === undefined) return null;
  return now.add({ milliseconds: Math.round(pause * 1000 * (1 + chance / 10)) });
}

/** What came of one try. */
export type Tried = { status: number | null; fault: TryFault | null };

export const arrived = ({ status, fault }: Tried): boolean =>
  fault === null && status !== null && status >= 200 && status < 300;

/** 410: whoever answers wants no more of it. */
export const isGone = ({ status }: Tried): boolean => status === 410;

/** Has nothing arrived for so long that the receiver is given up? */
export const isSilent = (failingSince: Temporal.Instant, now: Temporal.Instant): boolean =>
  failingSince.until(now).total('hours') >= silentAfterHours;
