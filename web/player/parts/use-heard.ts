import { type RefObject, useEffect, useState } from 'react';

/** Something that is read off the video, and the signs after which it may be another. */
export type Heard<T extends boolean | number> = {
  signs: readonly string[];
  read: (video: HTMLVideoElement) => T;
  before: T;
};

/** What is heard of the video now. `heard` is the same at every call: it is written down once. */
export function useHeard<T extends boolean | number>(
  video: RefObject<HTMLVideoElement | null>,
  { signs, read, before }: Heard<T>,
): T {
  const [value, setValue] = useState<T>(before);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const look = () => setValue(read(element));
    look();
    for (const sign of signs) element.addEventListener(sign, look);
    return () => {
      for (const sign of signs) element.removeEventListener(sign, look);
    };
  }, [video, signs, read]);
  return value;
}
