import { type RefObject, useEffect } from 'react';
import { localStore } from '#web/platform/local-store.ts';
import { type Heard, useHeard } from './use-heard.ts';

/** What somebody chose, between 0 and 1: the next show begins so. */
const chosen = localStore<{ volume: number; muted: boolean }>('platea.sound');

const signs = ['volumechange'];
const isMuted: Heard<boolean> = { signs, read: ({ muted }) => muted, before: false };
const volumeNow: Heard<number> = { signs, read: ({ volume }) => volume, before: 1 };

/** The volume below which a sound that is turned on again would not be heard. */
const least = 0.05;

/**
 * How loud it is, from 0 to 1, and what changes that. Only what somebody chooses is remembered: a
 * browser that starts a picture without its sound has not been asked to.
 */
export function useSound(video: RefObject<HTMLVideoElement | null>) {
  const muted = useHeard(video, isMuted);
  const volume = useHeard(video, volumeNow);
  useEffect(() => {
    const kept = chosen.read();
    if (!video.current || !kept) return;
    video.current.volume = kept.volume;
    video.current.muted = kept.muted;
  }, [video]);
  const set = (next: { volume?: number; muted: boolean }) => {
    const element = video.current;
    if (!element) return;
    element.muted = next.muted;
    if (next.volume !== undefined) element.volume = next.volume;
    chosen.write({ volume: element.volume, muted: element.muted });
  };
  /** To this volume; nothing but none at all is silence. */
  const setLoudness = (next: number) => {
    const inside = Math.min(1, Math.max(0, next));
    set(inside === 0 ? { muted: true } : { muted: false, volume: inside });
  };
  return {
    loudness: muted ? 0 : volume,
    setLoudness,
    /** By so much; the video is asked, since a key that is held down is quicker than the screen. */
    addLoudness: (by: number) => setLoudness(loudnessOf(video.current) + by),
    toggle: () => {
      if (loudnessOf(video.current) > 0) set({ muted: true });
      else set({ muted: false, ...((video.current?.volume ?? 0) < least ? { volume: 1 } : {}) });
    },
  };
}

const loudnessOf = (video: HTMLVideoElement | null): number =>
  !video || video.muted ? 0 : video.volume;

export type Sound = ReturnType<typeof useSound>;
