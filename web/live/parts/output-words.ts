import type { Broadcast, BroadcastOutput } from '#contract/live.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

const tones = {
  off: 'quiet',
  waiting: 'wait',
  connecting: 'wait',
  sending: 'good',
  retrying: 'warn',
  refused: 'bad',
} as const satisfies Record<BroadcastOutput['state'], Tone>;

/** While it sends, a reason says that not everything arrives there. */
export const toneOf = ({ state, reason }: BroadcastOutput): Tone =>
  state === 'sending' && reason ? 'warn' : tones[state];

/** Why an output waits although an encoder sends; null when there is nothing to explain. */
export function waitingFor(
  { trial, rehearsalOf, state }: Pick<Broadcast, 'trial' | 'rehearsalOf' | 'state'>,
  output: BroadcastOutput,
): 'outputs.trial' | 'outputs.rehearsal' | null {
  if (output.state !== 'waiting') return null;
  if (trial === 'running') return 'outputs.trial';
  const isRehearsal = state === 'live' && rehearsalOf !== null;
  return isRehearsal && !output.duringRehearsals ? 'outputs.rehearsal' : null;
}

const longestMs = 150_000;

/**
 * Whole seconds until the next try; null when none is agreed on, or when the browser's clock says
 * something that cannot be.
 */
export function secondsUntil(nextTryAt: string | null, nowMs: number | null): number | null {
  if (nextTryAt === null || nowMs === null) return null;
  const left = Date.parse(nextTryAt) - nowMs;
  return left < -5_000 || left > longestMs ? null : Math.max(0, Math.ceil(left / 1000));
}

/** Where the great platforms take a show. */
export const platforms = {
  youtube: { name: 'YouTube', url: 'rtmps://a.rtmps.youtube.com/live2' },
  twitch: { name: 'Twitch', url: 'rtmp://live.twitch.tv/app' },
  facebook: { name: 'Facebook', url: 'rtmps://live-api-s.facebook.com:443/rtmp' },
} as const;

export type Platform = keyof typeof platforms | 'other';

/** By its address, so that a hint fits also after a rename. */
export function platformOf(url: string): Platform {
  const found = Object.entries(platforms).find(([, platform]) => platform.url === url);
  return (found?.[0] as Platform | undefined) ?? 'other';
}
