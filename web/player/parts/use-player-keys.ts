import { type RefObject, useEffect, useEffectEvent } from 'react';
import { deedOf, type KeyDeed, type KeyPlace } from './player-keys.ts';

const seconds = 10;
const loudness = 0.1;

type Given = {
  stage: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  live: boolean;
  captions: () => void;
  help: () => void;
};

/** The keys of the player, on the whole page: the focus need not be in the picture. */
export function usePlayerKeys({ stage, video, live, captions, help }: Given): void {
  const act = useEffectEvent((deed: KeyDeed) => {
    const element = video.current;
    if (!element) return;
    const press = (name: string) => stage.current?.querySelector<HTMLElement>(name)?.click();
    const deeds: Record<KeyDeed, () => void> = {
      play: () => press('media-play-button'),
      mute: () => press('media-mute-button'),
      fullscreen: () => press('media-fullscreen-button'),
      captions,
      help,
      back: () => wind(element, -seconds),
      forward: () => wind(element, seconds),
      louder: () => louden(element, loudness),
      softer: () => louden(element, -loudness),
    };
    deeds[deed]();
  });
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      // A question, quick access or the list of keys: they have the keys for themselves.
      if (document.querySelector('[role=dialog], dialog[open]')) return;
      const deed = deedOf(event, placeOf(event.target), live);
      if (!deed) return;
      event.preventDefault();
      act(deed);
    };
    document.addEventListener('keydown', byKey);
    return () => document.removeEventListener('keydown', byKey);
  }, [live]);
}

function wind(video: HTMLVideoElement, by: number): void {
  const end = Number.isFinite(video.duration) ? video.duration : video.currentTime;
  video.currentTime = Math.min(Math.max(0, video.currentTime + by), end);
}

function louden(video: HTMLVideoElement, by: number): void {
  video.volume = Math.min(1, Math.max(0, video.volume + by));
  if (by > 0) video.muted = false;
}

const fields = 'input, textarea, select, [contenteditable=true]';
const controls =
  'a[href], button, summary, [role=menu], [role=slider], [role=log], media-play-button, ' +
  'media-mute-button, ' +
  'media-volume-range, media-time-range, media-pip-button, media-fullscreen-button';

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(fields)) return 'field';
  return target.closest(controls) ? 'control' : 'page';
}
