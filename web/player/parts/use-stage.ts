import { useEffect, useRef, useState } from 'react';
import type { Playback, PlaybackMedia } from '#contract/player.ts';

/** The last seconds of a show are still on their way when the server knows that it is over. */
const lastSecondsMs = 6000;

/** Does it go on whether or not somebody watches, from an encoder or by the clock? */
export const isShow = (media: PlaybackMedia | null): boolean =>
  media !== null && media.kind !== 'recording';

/**
 * What stands on the stage. A live show plays out before anything takes its place, and its
 * recording waits to be asked for: nobody wants the beginning right after the end.
 */
export function useStage(playback: Playback) {
  const [media, setMedia] = useState<PlaybackMedia | null>(playback.media);
  const [justSeen, setJustSeen] = useState(false);
  const next = playback.media;
  const over = isShow(media) && !isShow(next);

  // Every heartbeat brings another object: the wait must not begin anew with each.
  const change = useRef(() => {});
  change.current = () => {
    // The end may be told twice, by the picture and by the wait: the second changes nothing.
    if (!over) return;
    setJustSeen(true);
    setMedia(next);
  };
  useEffect(() => {
    if (!over) setMedia(next);
    if (isShow(next)) setJustSeen(false);
  }, [over, next]);
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => change.current(), lastSecondsMs);
    return () => clearTimeout(timer);
  }, [over]);

  return {
    media: justSeen ? null : media,
    /** The show that was just seen is over, and its recording can be watched. */
    justSeen: justSeen && next !== null,
    watchAgain: () => setJustSeen(false),
    /** The picture has ended: what waits may come now. */
    ended: over ? () => change.current() : null,
  };
}
