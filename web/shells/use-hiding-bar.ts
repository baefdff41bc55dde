import { type RefObject, useEffect, useRef } from 'react';

/** Less than this is a trembling thumb. */
const leastPixels = 8;

/**
 * A bar that makes room on a phone while one reads on, and is back with the first move up. The style
 * sheet says from which width on it stays, and shows it whenever the focus is in it.
 */
export function useHidingBar<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null);
  useEffect(() => {
    // Where the page stands is asked at the first move: now it would have to be laid out for that.
    let last: number | undefined;
    const look = () => {
      last ??= window.scrollY;
      const moved = window.scrollY - last;
      if (Math.abs(moved) < leastPixels) return;
      last = window.scrollY;
      const height = bar.current?.offsetHeight ?? 0;
      bar.current?.toggleAttribute('data-away', moved > 0 && last > height * 2);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return bar;
}
