import { type RefObject, useEffect, useEffectEvent } from 'react';
import { windedBy } from './play-time.ts';
import { deedOf, goesOnHeld, type KeyDeed, type KeyPlace } from './player-keys.ts';
import type { Sound } from './use-sound.ts';

const seconds = 10;
const loudness = 0.1;

type Given = {
  video: RefObject<HTMLVideoElement | null>;
  live: boolean;
  play: { toggle: () => void };
  sound: Pick<Sound, 'louderBy' | 'toggle'>;
  captions: { toggle: () => void };
  fullScreen: { toggle: () => void };
  help: () => void;
  /** What a key did is seen on the controls. */
  wake: () => void;
};

/** The keys of the player, on the whole page: the focus need not be in the picture. */
export function usePlayerKeys({ video, live, sound, help, wake, ...toggled }: Given): void {
  const wind = (by: number) => {
    if (video.current) video.current.currentTime = windedBy(video.current, by);
  };
  const act = useEffectEvent((deed: KeyDeed) => {
    const deeds: Record<KeyDeed, () => void> = {
      play: toggled.play.toggle,
      mute: sound.toggle,
      fullscreen: toggled.fullScreen.toggle,
      captions: toggled.captions.toggle,
      help,
      back: () => wind(-seconds),
      forward: () => wind(seconds),
      louder: () => sound.louderBy(loudness),
      softer: () => sound.louderBy(-loudness),
    };
    deeds[deed]();
    wake();
  });
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      // A question, quick access or the list of keys: they have the keys for themselves.
      if (document.querySelector('[role=dialog], dialog[open]')) return;
      const deed = deedOf(event, placeOf(event.target), live);
      if (!deed) return;
      event.preventDefault();
      if (!event.repeat || goesOnHeld(deed)) act(deed);
    };
    document.addEventListener('keydown', byKey);
    return () => document.removeEventListener('keydown', byKey);
  }, [live]);
}

const fields = 'input:not([type=range]), textarea, select, [contenteditable=true]';
const controls = 'a[href], button, summary, [role=menu], [role=log], input[type=range]';

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(fields)) return 'field';
  return target.closest(controls) ? 'control' : 'page';
}
