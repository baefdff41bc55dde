import { type RefObject, useEffect, useState } from 'react';
import { localStore } from '#web/platform/local-store.ts';
import { heard, type Loudness, louderBy, loudnessIn, putTo, turned } from './loudness.ts';
import { type Heard, useHeard } from './use-heard.ts';

/** What somebody chose: the next show begins so. */
const chosen = localStore<Loudness>('platea.sound');
const kept = () => loudnessIn(chosen.read());

const loudnessNow: Heard<number> = { signs: ['volumechange'], read: heard, before: 1 };

/** So long, in milliseconds, such a phone goes on as if it had taken a volume. */
const pretendsMs = 200;

/** On a phone of Apple's only its own keys say how loud it is: a page can put nothing. */
function useHasVolume(): boolean {
  const [has, setHas] = useState(() => navigator.maxTouchPoints === 0);
  useEffect(() => {
    const probe = document.createElement('video');
    probe.volume = 0.5;
    const timer = setTimeout(() => setHas(probe.volume === 0.5), pretendsMs);
    return () => clearTimeout(timer);
  }, []);
  return has;
}

/**
 * How loud it is, from 0 to 1, and what changes that. Only what somebody chooses is remembered: a
 * browser that starts a picture without its sound has not been asked to.
 */
export function useSound(video: RefObject<HTMLVideoElement | null>) {
  const loudness = useHeard(video, loudnessNow);
  const hasVolume = useHasVolume();
  useEffect(() => {
    if (video.current) Object.assign(video.current, kept());
  }, [video]);
  // The video is asked how it stands: a key that is held down is quicker than the screen.
  const change = (to: (now: Loudness) => Loudness) => {
    if (!video.current) return;
    const { volume, muted } = video.current;
    const now = { volume, muted };
    const next = to(now);
    if (next === now) return;
    Object.assign(video.current, next);
    chosen.write(next);
  };
  return {
    loudness,
    /** Whether a page can say how loud it is at all. */
    hasVolume,
    put: (volume: number) => change((now) => putTo(now, volume)),
    louderBy: (by: number) => change((now) => louderBy(now, by)),
    toggle: () => change(turned),
    /** As somebody chose it, else aloud: a press lets the picture have the sound that it could not begin with. */
    restore: () => {
      if (video.current) Object.assign(video.current, kept() ?? { volume: 1, muted: false });
    },
  };
}

export type Sound = ReturnType<typeof useSound>;
