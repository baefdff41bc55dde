import { type RefObject, useEffect, useState } from 'react';

/** On a phone of Apple's only the video itself can have the whole screen. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** The whole screen for the stage, with its controls. */
export function useFullScreen(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [stage]);
  const toggle = () => {
    // Refused where the page may not have it, such as in a frame of another site: all stays as it is.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    else if (document.fullscreenEnabled) {
      void stage.current?.requestFullscreen().catch(() => undefined);
    } else enterOnPhone(video.current);
  };
  return { isFull, toggle };
}

function enterOnPhone(video: PhoneVideo | null): void {
  try {
    video?.webkitEnterFullscreen?.();
  } catch {
    // There is no picture yet that could fill the screen: all stays as it is.
  }
}
