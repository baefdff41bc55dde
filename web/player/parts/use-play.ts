import type { RefObject } from 'react';
import { type Heard, useHeard } from './use-heard.ts';

const isPaused: Heard<boolean> = {
  signs: ['play', 'pause', 'ended', 'emptied'],
  read: (video) => video.paused,
  before: true,
};

/** Whether the picture stands, and what sets it going again. */
export function usePlay(video: RefObject<HTMLVideoElement | null>) {
  const paused = useHeard(video, isPaused);
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    // A browser that does not let it play says so by staying as it is.
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  };
  return { paused, toggle };
}
