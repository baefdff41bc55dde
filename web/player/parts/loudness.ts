/** As the video keeps it: how loud from 0 to 1, and whether its sound is off all the same. */
export type Loudness = { volume: number; muted: boolean };

/** What a browser kept, if it is a loudness: anybody may have written there. */
export function loudnessIn(kept: unknown): Loudness | null {
  const { volume, muted } = (kept ?? {}) as Record<string, unknown>;
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return isVolume && typeof muted === 'boolean' ? { volume, muted } : null;
}

/** Quieter than this nobody hears anything: it is silence, and said to be. */
const least = 0.02;
/** A sound that is turned on again is heard, however low it was when it went. */
const leastAgain = 0.25;

/** How loud it is for whoever listens. */
export const heard = ({ volume, muted }: Loudness): number =>
  muted || volume < least ? 0 : volume;

/** Put to so much. Silence keeps the volume: it comes back with the sound. */
export const putTo = (now: Loudness, volume: number): Loudness =>
  volume < least
    ? { ...now, muted: true }
    : { volume: Math.min(1, Math.round(volume * 100) / 100), muted: false };

/** The sound on or off. */
export const turned = (now: Loudness): Loudness =>
  heard(now) > 0
    ? { ...now, muted: true }
    : { volume: Math.max(leastAgain, now.volume), muted: false };

/** Louder or softer by so much. Without sound, louder turns it on, and softer changes nothing. */
export function louderBy(now: Loudness, by: number): Loudness {
  if (heard(now) > 0) return putTo(now, now.volume + by);
  return by > 0 ? turned(now) : now;
}
