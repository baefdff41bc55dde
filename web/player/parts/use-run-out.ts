import { type RefObject, useEffect, useEffectEvent } from 'react';
import { playableUntil } from './play-time.ts';

const everyMs = 200;
/** Two looks in a row: between two parts of a live stream the store is empty for a moment. */
const looks = 2;
const leastSeconds = 0.2;

/**
 * Calls `ended` when the show is over and what had come of it is played: a last frame that stands
 * would look like a broken line.
 */
export function useRunOut(
  video: RefObject<HTMLVideoElement | null>,
  over: boolean,
  ended: () => void,
): void {
  const runOut = useEffectEvent(ended);
  useEffect(() => {
    if (!over) return;
    let empty = 0;
    const timer = setInterval(() => {
      const element = video.current;
      empty = element && secondsLeft(element) > leastSeconds ? 0 : empty + 1;
      if (empty < looks) return;
      clearInterval(timer);
      runOut();
    }, everyMs);
    return () => clearInterval(timer);
  }, [over, video]);
}

/** How much can still be played without waiting; nothing while it is paused. */
export const secondsLeft = ({
  paused,
  currentTime,
  buffered,
}: Pick<HTMLVideoElement, 'paused' | 'currentTime' | 'buffered'>): number =>
  paused ? 0 : playableUntil(buffered, currentTime) - currentTime;
