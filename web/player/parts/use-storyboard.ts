import { type RefObject, useCallback } from 'react';
import { cueAt, readStill, type Still } from './storyboard.ts';

/** Under this label the list of pictures lies beside the captions: the browser reads it for us. */
export const storyboardLabel = 'storyboard';

/** The picture of a second of the film; null while there is none, or its list is on its way. */
export function useStoryboard(
  video: RefObject<HTMLVideoElement | null>,
  address: string | null,
): (seconds: number) => Still | null {
  return useCallback(
    (seconds) => {
      if (!address) return null;
      const track = [...(video.current?.textTracks ?? [])].find(
        ({ kind, label }) => kind === 'metadata' && label === storyboardLabel,
      );
      if (!track) return null;
      // Asked for when somebody points at the bar for the first time.
      if (track.mode === 'disabled') track.mode = 'hidden';
      const text = track.cues && cueAt(track.cues, seconds);
      return text ? readStill(text, address) : null;
    },
    [video, address],
  );
}
