import { type RefObject, useEffect, useState } from 'react';

/** The picture in a small window above everything else, where the browser has that. */
export function useSmallPicture(video: RefObject<HTMLVideoElement | null>) {
  const [isSmall, setSmall] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const changed = () => setSmall(document.pictureInPictureElement === element);
    const signs = ['enterpictureinpicture', 'leavepictureinpicture'];
    for (const sign of signs) element.addEventListener(sign, changed);
    return () => {
      for (const sign of signs) element.removeEventListener(sign, changed);
    };
  }, [video]);
  const toggle = () => {
    // Refused while there is no picture yet: all stays as it is.
    const asked = isSmall
      ? document.exitPictureInPicture()
      : video.current?.requestPictureInPicture();
    void asked?.catch(() => undefined);
  };
  return { isPossible: document.pictureInPictureEnabled === true, isSmall, toggle };
}
