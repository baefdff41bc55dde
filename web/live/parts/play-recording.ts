import { type RefObject, useEffect } from 'react';

/** Plays the playlists of a recording in a video, as long as it is there. */
export function usePlaylist(video: RefObject<HTMLVideoElement | null>, url: string | null): void {
  useEffect(() => {
    const element = video.current;
    if (!element || !url) return;
    let gone = false;
    let stop = () => {};
    void import('hls.js').then(({ default: Hls }) => {
      if (gone) return;
      if (!Hls.isSupported()) {
        element.src = url;
        return;
      }
      const hls = new Hls({ enableWorker: false, capLevelToPlayerSize: true });
      hls.loadSource(url);
      hls.attachMedia(element);
      stop = () => hls.destroy();
    });
    return () => {
      gone = true;
      stop();
      element.removeAttribute('src');
    };
  }, [video, url]);
}
